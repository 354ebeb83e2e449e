"""Reads a range of a text file and says what it shows and what is left."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from mcp_stdio import ToolError

from .disk import Disk, cannot, found_file, refused, shown
from .lines import (
    ANSWER_CHARACTERS,
    BOM,
    SNIFFED_BYTES,
    count,
    decoded,
    first_bytes,
    is_binary,
    is_utf8,
    numbered,
    raw_lines,
    span,
    watched,
)

MOST_LINES = 2_000
# Lines are counted this far; the rest of a larger file is not looked at.
SCANNED_BYTES = 64 * 1024 * 1024


@dataclass
class Excerpt:
    """The lines of a range, and what was learned on the way to the end of the file."""

    lines: list[str] = field(default_factory=list)
    total: int = 0
    scanned: int = 0
    replaced: int = 0
    # The answer was full before the range was.
    full: bool = False
    ends_open: bool = False
    # The file goes on behind what was scanned.
    unfinished: bool = False


def read_file(
    disk: Disk,
    path: str,
    start_line: int,
    end_line: int | None,
    limit: int,
    check: Callable[[], None],
) -> str:
    """The answer of the tool `read_file`."""
    if end_line is not None and end_line < start_line:
        raise ToolError(f"`end_line` ({end_line}) is before `start_line` ({start_line}).")
    size = found_file(disk, path, "read").size
    last = start_line + limit - 1
    try:
        chunks = watched(disk.chunks(path), check)
        start = first_bytes(chunks, SNIFFED_BYTES)
        if is_binary(start):
            raise cannot("show", path, f"it is a binary file of {count(size, 'byte')}")
        taken = excerpt(chain([start], chunks), start_line, min(last, end_line or last))
    except OSError as reason:
        raise refused("read", path, reason) from None
    return described(path, taken, start_line, end_line)


def excerpt(chunks: Iterator[bytes], first: int, last: int) -> Excerpt:
    """Takes a range out of a file, and counts the lines of the whole."""
    taken, characters = Excerpt(), 0
    for line in raw_lines(chunks):
        if taken.scanned >= SCANNED_BYTES and taken.total >= last:
            taken.unfinished = True
            break
        taken.total += 1
        taken.scanned += len(line)
        taken.ends_open = not line.endswith(b"\n")
        if not first <= taken.total <= last or taken.full:
            continue
        words = decoded(line)
        entry = numbered(taken.total, words.removeprefix(BOM) if taken.total == 1 else words)
        characters += len(entry) + 1
        # One line always fits, so that a caller who goes on line by line gets to the end.
        if characters > ANSWER_CHARACTERS and taken.lines:
            taken.full = True
            continue
        taken.lines.append(entry)
        taken.replaced += not is_utf8(line)
    return taken


def described(path: str, taken: Excerpt, first: int, wanted: int | None) -> str:
    """The range with a line above it that says what it is, and one below that says what is left."""
    total = f"{'more than ' if taken.unfinished else ''}{count(taken.total, 'line')}"
    if not taken.total:
        return f"`{shown(path)}` is empty."
    if not taken.lines:
        raise ToolError(f"`{shown(path)}` has {total}; `start_line` {first} is past its end.")
    last = first + len(taken.lines) - 1
    notes = [f"`{shown(path)}` has {total}; {span(first, last)} shown."]
    if taken.replaced:
        lines = count(taken.replaced, "line holds", "lines hold")
        notes.append(f"{lines} bytes that are not UTF-8, shown as �.")
    if taken.ends_open and last == taken.total:
        notes.append("The last line has no line feed.")
    return "\n".join([" ".join(notes), *taken.lines, *_rest(taken, last, wanted)])


def _rest(taken: Excerpt, last: int, wanted: int | None) -> list[str]:
    """How to get what was asked for and is not shown."""
    at_end = last >= taken.total and not taken.unfinished
    if at_end or (wanted is not None and last >= wanted):
        return []
    why = "The answer is full. " if taken.full else ""
    return [f"{why}Go on with start_line={last + 1}."]
