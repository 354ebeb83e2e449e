"""What the file tools ask of a disk, here or far away, and the words for what a disk refuses."""

import errno
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from mcp_stdio import ToolError


class Kind(Enum):
    """What stands at a path; a socket or a device is `OTHER`, and is never opened."""

    FILE = "file"
    FOLDER = "folder"
    LINK = "link"
    OTHER = "other"


@dataclass(frozen=True)
class Entry:
    """One name in a folder."""

    name: str
    kind: Kind
    size: int = 0


class Disk(Protocol):
    """Where the tools work; every method raises `OSError` (with `errno` if known) when refused."""

    @property
    def lock(self) -> threading.Lock:
        """Held while a file is read, changed and written, so that no edit is lost to another."""

    def look(self, path: str) -> Entry:
        """What stands there; links are followed, so the kind is never `LINK`."""

    def entries(self, folder: str) -> list[Entry]:
        """All names in a folder, in any order; links are not followed."""

    def chunks(self, file: str) -> Iterator[bytes]:
        """The content piece by piece, read only as far as it is asked for."""

    def replace(self, file: str, content: bytes) -> None:
        """Puts new content in place of the old whole: a temporary file beside it, then a rename.

        The mode stays. A link stays too: what it points to is replaced.
        """


# An SFTP server tells no more than these apart, and the same fault has the same words everywhere.
CAUSES = {
    errno.ENOENT: "there is no such file or folder",
    errno.ENOTDIR: "there is no such file or folder",
    errno.ELOOP: "there is no such file or folder",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.ENOSPC: "the disk is full",
    errno.EROFS: "the disk is read-only",
}


def cause(reason: OSError) -> str:
    """Why the disk refused, in words."""
    return CAUSES.get(reason.errno or 0) or reason.strerror or str(reason) or "the disk refused"


def cannot(what: str, path: str, why: str) -> ToolError:
    """`Cannot edit `a.png`: it is a binary file.`, to be raised."""
    return ToolError(f"Cannot {what} `{shown(path)}`: {why}.")


def refused(what: str, path: str, reason: OSError) -> ToolError:
    """The same for what the disk refuses."""
    return cannot(what, path, cause(reason))


def found(disk: Disk, path: str, what: str) -> Entry:
    """What stands at a path that a caller named."""
    if "\0" in path:
        raise cannot(what, path, "a path has no zero character")
    try:
        return disk.look(path)
    except OSError as reason:
        raise refused(what, path, reason) from None


def found_file(disk: Disk, path: str, what: str) -> Entry:
    """A file that a caller named; everything else is said in words."""
    entry = found(disk, path, what)
    if entry.kind is Kind.FOLDER:
        raise cannot(what, path, "it is a folder")
    if entry.kind is not Kind.FILE:
        raise cannot(what, path, "it is neither a file nor a folder")
    return entry


def inside(folder: str, name: str) -> str:
    """The path of a name in a folder."""
    if not folder:
        return name
    return f"{folder}{name}" if folder.endswith("/") else f"{folder}/{name}"


def shown(name: str) -> str:
    """A name as one line of text; what cannot be printed is written as its escape."""
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape", "surrogatepass").decode("ascii")
        for one in name
    )
