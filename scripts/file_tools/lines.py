"""Turns bytes into numbered lines and counts into words; knows no disk and no tool."""

from collections.abc import Callable, Iterable, Iterator

from mcp_stdio import ToolError

# A zero byte this early marks a file as binary, as it does for git and grep.
SNIFFED_BYTES = 8192
# What one answer may hold: a longer line is cut, and a longer answer says how to get the rest.
LINE_CHARACTERS = 2_000
ANSWER_CHARACTERS = 100_000
# A line that would fill the memory is not waited for.
LONGEST_LINE_BYTES = 64 * 1024 * 1024

BOM = "\ufeff"


def is_binary(start: bytes) -> bool:
    """Whether content that starts like this is no text."""
    return b"\0" in start[:SNIFFED_BYTES]


def first_bytes(chunks: Iterator[bytes], least: int) -> bytes:
    """The start of a file: at least so many bytes, unless it is shorter."""
    start = b""
    while len(start) < least:
        chunk = next(chunks, b"")
        if not chunk:
            break
        start += chunk
    return start


def watched(chunks: Iterator[bytes], check: Callable[[], None]) -> Iterator[bytes]:
    """The same pieces, with a look before each whether anybody still waits for them."""
    for chunk in chunks:
        check()
        yield chunk


def raw_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Lines with their line feeds; only the last may lack one."""
    parts: list[bytes] = []
    held = 0
    for chunk in chunks:
        *whole, rest = chunk.split(b"\n")
        for line in whole:
            yield b"".join([*parts, line, b"\n"])
            parts.clear()
            held = 0
        if rest:
            parts.append(rest)
            held += len(rest)
        if held > LONGEST_LINE_BYTES:
            raise ToolError("A line of this file has more than 64 MiB, and is not read.")
    if parts:
        yield b"".join(parts)


def decoded(line: bytes) -> str:
    """A raw line as it is shown: without its ending, and with � for what is not UTF-8."""
    return line.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8", "replace")


def is_utf8(line: bytes) -> bool:
    """Whether nothing in it must be replaced."""
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def cut(line: str) -> str:
    """A line that fits an answer."""
    if len(line) <= LINE_CHARACTERS:
        return line
    return f"{line[:LINE_CHARACTERS]}… [line cut: it has {len(line):,} characters]"


def numbered(number: int, line: str) -> str:
    """One line behind its number."""
    return f"{number:>6}\t{cut(line)}"


def count(n: int, one: str, many: str = "") -> str:
    """`1 line`, `2,000 lines`."""
    return f"{n:,} {one if n == 1 else many or f'{one}s'}"


def span(first: int, last: int) -> str:
    """`line 4`, `lines 4–9`."""
    return f"line {first}" if first == last else f"lines {first}–{last}"
