"""The disk of this machine, for the file tools."""

import contextlib
import os
import stat
import tempfile
import threading
from collections.abc import Iterator

from .disk import Entry, Kind

CHUNK_BYTES = 256 * 1024


class LocalDisk:
    """This machine's files, with the rights of the one who started the server."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    @property
    def lock(self) -> threading.Lock:
        """One for all files: edits are short."""
        return self._lock

    def look(self, path: str) -> Entry:
        """What stands there, links followed."""
        there = os.stat(_expanded(path))
        return Entry(os.path.basename(path), _kind(there.st_mode), there.st_size)

    def entries(self, folder: str) -> list[Entry]:
        """All names in a folder, links as links."""
        found = []
        with os.scandir(_expanded(folder)) as names:
            for one in names:
                try:
                    there = one.stat(follow_symlinks=False)
                except FileNotFoundError:  # It went away since the folder was read.
                    continue
                found.append(Entry(one.name, _kind(there.st_mode), there.st_size))
        return found

    def chunks(self, file: str) -> Iterator[bytes]:
        """The content piece by piece."""
        with open(_expanded(file), "rb") as opened:
            while chunk := opened.read(CHUNK_BYTES):
                yield chunk

    def replace(self, file: str, content: bytes) -> None:
        """Writes a file beside the old one and renames it over that."""
        target = os.path.realpath(_expanded(file))
        there = os.stat(target)
        if not os.access(target, os.W_OK):
            # A rename needs no right on the file itself; a read-only file is meant to stay.
            raise PermissionError(13, "permission denied")
        handle, beside = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".steward-")
        try:
            with os.fdopen(handle, "wb") as fresh:
                fresh.write(content)
                fresh.flush()
                _keep_rights(fresh.fileno(), there)
                os.fsync(fresh.fileno())
            os.replace(beside, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(beside)
            raise


def _expanded(path: str) -> str:
    """`~` and `~name` become home folders."""
    return os.path.expanduser(path)


def _kind(mode: int) -> Kind:
    """What a mode says of a path."""
    if stat.S_ISDIR(mode):
        return Kind.FOLDER
    if stat.S_ISLNK(mode):
        return Kind.LINK
    return Kind.FILE if stat.S_ISREG(mode) else Kind.OTHER


def _keep_rights(handle: int, old: os.stat_result) -> None:
    """Gives a fresh file the owner (where we may) and the mode of the old one."""
    if hasattr(os, "fchown"):
        with contextlib.suppress(OSError):
            os.fchown(handle, old.st_uid, old.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(handle, stat.S_IMODE(old.st_mode))
