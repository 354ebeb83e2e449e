"""Changes a text file: replaces a passage or a range of lines, and shows what stands there now."""

from dataclasses import dataclass

from mcp_stdio import ToolError

from .disk import Disk, cannot, found_file, refused, shown
from .lines import BOM, SNIFFED_BYTES, count, cut, is_binary, numbered, span

MOST_BYTES = 16 * 1024 * 1024
# How much of the file is shown around a change.
AROUND = 3
MOST_SHOWN = 20
MOST_PLACES = 20


@dataclass(frozen=True)
class Text:
    """A file that can be edited and put back without changing anything else in it."""

    body: str
    bom: bool = False

    def encoded(self) -> bytes:
        """The bytes of the file."""
        try:
            return ((BOM if self.bom else "") + self.body).encode("utf-8")
        except UnicodeEncodeError as reason:
            what = f"U+{ord(self.body[reason.start - self.bom]):04X}"
            raise ToolError(f"`new` holds {what}, which no UTF-8 file can hold.") from None

    def lines(self) -> list[str]:
        """The lines with their endings."""
        return [f"{line}\n" for line in self.body.split("\n")[:-1]] + (
            [rest] if (rest := self.body.rsplit("\n", 1)[-1]) else []
        )

    def fitted(self, words: str) -> str:
        """Words with the line endings of the file, if all of its lines end in CR LF."""
        endings = self.body.count("\r\n")
        if not endings or endings != self.body.count("\n"):
            return words
        return words.replace("\r\n", "\n").replace("\n", "\r\n")


def edit_file(disk: Disk, path: str, old: str, new: str, replace_all: bool) -> str:
    """The answer of the tool `edit_file`."""
    with disk.lock:
        text = _load(disk, path)
        fitted_old, fitted_new = text.fitted(old), text.fitted(new)
        places = _places(text.body, fitted_old)
        _check_places(path, places, old == new, replace_all)
        changed = Text(text.body.replace(fitted_old, fitted_new), text.bom)
        _store(disk, path, changed)
    where = _line_of(text.body, places[0])
    if len(places) == 1:
        at = f"at line {where}"
    else:
        named = [str(_line_of(text.body, place)) for place in places[:MOST_PLACES]]
        more = f" and {len(places) - MOST_PLACES:,} more" if len(places) > MOST_PLACES else ""
        at = f"at lines {', '.join(named)}{more} (as they were counted before)"
    head = f"Replaced {count(len(places), 'occurrence')} in `{shown(path)}`, {at}."
    return _with_view(head, changed, where, where + fitted_new.count("\n"))


def _places(body: str, old: str) -> list[int]:
    """Where a passage stands; like `str.replace`, none within another."""
    places = []
    at = body.find(old)
    while at >= 0:
        places.append(at)
        at = body.find(old, at + len(old))
    return places


def _check_places(path: str, places: list[int], same: bool, replace_all: bool) -> None:
    """Refuses what would change nothing, or what might change the wrong place."""
    if same:
        raise ToolError("`old` and `new` are the same; nothing was changed.")
    if not places:
        raise ToolError(
            f"`old` was not found in `{shown(path)}`; nothing was changed. It must be there "
            "letter for letter, with the same spaces and line breaks."
        )
    if len(places) > 1 and not replace_all:
        raise ToolError(
            f"`old` was found {len(places):,} times in `{shown(path)}`; nothing was changed. "
            "Give more of the text around it, or set replace_all."
        )


def replace_lines(disk: Disk, path: str, from_line: int, to_line: int, new: str) -> str:
    """The answer of the tool `replace_lines`."""
    with disk.lock:
        text = _load(disk, path)
        lines = text.lines()
        _check_range(path, from_line, to_line, len(lines))
        if not new and to_line < from_line:
            raise ToolError("`new` is empty and the range holds no line; nothing was changed.")
        before, after = lines[: from_line - 1], lines[to_line:]
        fresh = Text(text.fitted(new)).lines()
        ended = text.fitted("\n")
        if before and not before[-1].endswith("\n") and fresh:
            before[-1] += ended
        opens = to_line == len(lines) and bool(lines) and not lines[-1].endswith("\n")
        if fresh and not fresh[-1].endswith("\n") and not opens:
            fresh[-1] += ended
        changed = Text("".join([*before, *fresh, *after]), text.bom)
        _store(disk, path, changed)
    head = _told(path, from_line, to_line, len(fresh), len(lines))
    total = len(before) + len(fresh) + len(after)
    head = f"{head} It has {count(total, 'line')} now."
    return _with_view(head, changed, from_line, from_line + len(fresh) - 1)


def _check_range(path: str, first: int, last: int, total: int) -> None:
    """Refuses a range that the file does not have."""
    has = f"`{shown(path)}` has {count(total, 'line')}"
    if last < first - 1:
        raise ToolError(
            f"`to_line` ({last}) is before `from_line` ({first}). To insert before line "
            f"{first}, give to_line={first - 1}."
        )
    if last > total:
        raise ToolError(f"{has}; `to_line` {last} is past its end. Nothing was changed.")
    if first > total + 1:
        raise ToolError(f"{has}; `from_line` {first} is past its end. Nothing was changed.")


def _told(path: str, first: int, last: int, fresh: int, total: int) -> str:
    """What was done, in words."""
    name, lines = f"`{shown(path)}`", count(fresh, "line")
    if last >= first and fresh:
        return f"Replaced {span(first, last)} of {name} with {lines}."
    if last >= first:
        return f"Removed {span(first, last)} of {name}."
    where = f"at the end of {name}" if first > total else f"before line {first} of {name}"
    return f"Inserted {lines} {where}."


def _load(disk: Disk, path: str) -> Text:
    """A file as text; what cannot be put back as it was is refused."""
    size = found_file(disk, path, "edit").size
    content = bytearray()
    try:
        for chunk in disk.chunks(path):
            content += chunk
            if len(content) > MOST_BYTES:
                break
    except OSError as reason:
        raise refused("read", path, reason) from None
    if is_binary(bytes(content[:SNIFFED_BYTES])):
        raise cannot("edit", path, "it is a binary file")
    if len(content) > MOST_BYTES:
        raise cannot("edit", path, f"it has {count(size, 'byte')}, and 16 MiB are the most")
    try:
        body = content.decode("utf-8")
    except UnicodeDecodeError as reason:
        line = content.count(b"\n", 0, reason.start) + 1
        where = f"byte 0x{content[reason.start]:02X} in line {line}"
        raise cannot("edit", path, f"it is not UTF-8 text ({where})") from None
    return Text(body.removeprefix(BOM), body.startswith(BOM))


def _store(disk: Disk, path: str, text: Text) -> None:
    """Puts the changed text in place of the file."""
    content = text.encoded()
    try:
        disk.replace(path, content)
    except OSError as reason:
        raise refused("write", path, reason) from None


def _line_of(body: str, at: int) -> int:
    """The number of the line in which a place is."""
    return body.count("\n", 0, at) + 1


def _with_view(head: str, text: Text, first: int, last: int) -> str:
    """The words, and the changed lines with a few around them."""
    lines = text.lines()
    start = max(first - AROUND, 1)
    end = min(last + AROUND, len(lines), start + MOST_SHOWN - 1)
    view = [numbered(at, cut(lines[at - 1].rstrip("\r\n"))) for at in range(start, end + 1)]
    return "\n".join([head, *view])
