"""Goes through a folder in a fixed order; never into links, so that a loop of links is no loop."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .disk import Disk, Entry, Kind, cause, inside

# What version control keeps for itself is named in a list, but not gone into.
UNOPENED = (".git", ".hg", ".svn")


@dataclass(frozen=True)
class Found:
    """An entry under the folder that was walked, by its path from there."""

    path: str
    entry: Entry


@dataclass(frozen=True)
class Unread:
    """A folder that the disk would not list."""

    path: str
    why: str


def walk(
    disk: Disk, root: str, depth: int | None, check: Callable[[], None]
) -> Iterator[Found | Unread]:
    """Everything under a folder, each folder before its content; raises `OSError` for the root.

    `check` is called before each folder, and may raise to end the walk.
    """
    open_folders = [iter(_sorted(disk, root, "", check))]
    while open_folders:
        found = next(open_folders[-1], None)
        if found is None:
            open_folders.pop()
            continue
        yield found
        entry = found.entry
        if entry.kind is not Kind.FOLDER or entry.name in UNOPENED:
            continue
        if depth is not None and len(open_folders) >= depth:
            continue
        try:
            open_folders.append(iter(_sorted(disk, root, found.path, check)))
        except OSError as reason:
            yield Unread(found.path, cause(reason))


def _sorted(disk: Disk, root: str, path: str, check: Callable[[], None]) -> list[Found]:
    """The content of one folder, by name."""
    check()
    entries = disk.entries(inside(root, path) if path else root)
    return [Found(inside(path, it.name), it) for it in sorted(entries, key=lambda it: it.name)]
