"""Lists what is in a folder, level by level, and says where it stopped."""

from collections.abc import Callable

from .disk import Disk, Entry, Kind, cannot, found, refused, shown
from .lines import ANSWER_CHARACTERS, count
from .walking import UNOPENED, Found, walk

MOST_ENTRIES = 1_000
MOST_DEPTH = 20


def list_files(
    disk: Disk, path: str, depth: int, dirs_only: bool, check: Callable[[], None]
) -> str:
    """The answer of the tool `list_files`; a file is listed as itself."""
    root = found(disk, path, "list")
    if root.kind is Kind.FILE:
        if dirs_only:
            raise cannot("list", path, "it is a file")
        return f"`{shown(path)}` is a file of {count(root.size, 'byte')}."
    if root.kind is not Kind.FOLDER:
        raise cannot("list", path, "it is neither a file nor a folder")
    lines: list[str] = []
    folders = files = characters = 0
    stopped = False
    try:
        for one in walk(disk, path, depth, check):
            if not isinstance(one, Found):
                lines.append(f"{shown(one.path)}/ could not be listed: {one.why}")
                continue
            if dirs_only and one.entry.kind is not Kind.FOLDER:
                continue
            line = listed(one, depth)
            characters += len(line) + 1
            if folders + files == MOST_ENTRIES or characters > ANSWER_CHARACTERS:
                stopped = True
                break
            lines.append(line)
            folders += one.entry.kind is Kind.FOLDER
            files += one.entry.kind is not Kind.FOLDER
    except OSError as reason:
        raise refused("list", path, reason) from None
    return "\n".join([_head(path, depth, folders, files, dirs_only, stopped), *lines])


def listed(one: Found, depth: int) -> str:
    """One entry on one line."""
    entry, path = one.entry, shown(one.path)
    if entry.kind is Kind.FOLDER:
        closed = entry.name in UNOPENED and one.path.count("/") + 1 < depth
        return f"{path}/{' (not opened)' if closed else ''}"
    return f"{path} ({_about(entry)})"


def _about(entry: Entry) -> str:
    """What is said of an entry that is no folder."""
    match entry.kind:
        case Kind.LINK:
            return "link, not followed"
        case Kind.OTHER:
            return "neither file nor folder"
        case _:
            return count(entry.size, "byte")


def _head(path: str, depth: int, folders: int, files: int, dirs_only: bool, stopped: bool) -> str:
    """What the list holds, and how to see what it does not."""
    where = f"`{shown(path)}`, {count(depth, 'level')} deep"
    if stopped:
        entries = count(folders + files, "entry", "entries")
        return f"{where}: the first {entries}. For the rest, list a folder inside it, or less deep."
    if not folders + files:
        return f"{where}: {'no folders' if dirs_only else 'nothing'}."
    parts = [count(folders, "folder")] if dirs_only or folders else []
    parts += [count(files, "file")] if files else []
    return f"{where}: {', '.join(parts)}."
