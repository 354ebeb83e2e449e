"""The disk of a host behind SSH, for the file tools; with the rights of the login user."""

import contextlib
import errno
import secrets
import stat
import threading
from collections.abc import Callable, Iterator

from paramiko import SFTPAttributes, SFTPFile

from file_tools import Entry, Kind

from .paths import as_bytes
from .sftp import Sftp

CHUNK_BYTES = 256 * 1024
# What the host is asked for at once; it may give no more in one answer.
PIECE_BYTES = 32 * 1024


class RemoteDisk:
    """The files of one host, for the time of one call."""

    def __init__(self, sftp: Sftp, lock: threading.Lock) -> None:
        self._sftp = sftp
        self._lock = lock

    @property
    def lock(self) -> threading.Lock:
        """One for all calls to the host."""
        return self._lock

    def look(self, path: str) -> Entry:
        """What stands there, links followed."""
        return _entry(path.rstrip("/").rpartition("/")[2], self._sftp.stat(self.real(path)))

    def entries(self, folder: str) -> list[Entry]:
        """All names in a folder, links as links."""
        there = self.real(folder)
        if not stat.S_ISDIR(self._sftp.stat(there).st_mode or 0):
            raise NotADirectoryError(errno.ENOTDIR, "not a folder")
        return [_entry(one.filename, one) for one in self._sftp.listdir_attr(there)]

    def chunks(self, file: str) -> Iterator[bytes]:
        """The content, a chunk for one round trip to the host."""
        with self._sftp.open(self.real(file), "rb") as opened:
            size, at = opened.stat().st_size or 0, 0
            while at < size:
                length = min(CHUNK_BYTES, size - at)
                pieces = range(at, at + length, PIECE_BYTES)
                asked = [(start, min(PIECE_BYTES, at + length - start)) for start in pieces]
                chunk = b"".join(opened.readv(asked))
                if not chunk:
                    return
                yield chunk
                if len(chunk) < length:
                    return
                at += length
            # A file that grew, or one whose size is not known, as those in /proc.
            opened.seek(at)
            while chunk := opened.read(CHUNK_BYTES):
                yield chunk

    def replace(self, file: str, content: bytes) -> None:
        """Writes a file beside the old one and renames it over that."""
        self.place(file, lambda fresh: fresh.write(content), None)

    def place(self, file: str, write: Callable[[SFTPFile], object], mode: int | None) -> None:
        """Puts a file in place whole; an old one keeps its mode, a new one gets `mode`."""
        target, old = self._target(file)
        folder = target.rpartition(b"/")[0]
        beside = (folder + b"/" if folder or target[:1] == b"/" else b"") + (
            b".steward-" + secrets.token_hex(8).encode()
        )
        fresh = self._sftp.open(beside, "wbx")
        try:
            with fresh:
                fresh.set_pipelined(True)
                # Nobody else may read the content before it has the mode it is to have.
                fresh.chmod(0o600)
                write(fresh)
            if old:
                with contextlib.suppress(OSError):
                    self._sftp.chown(beside, old.st_uid, old.st_gid)
                self._sftp.chmod(beside, stat.S_IMODE(old.st_mode or 0o600))
            elif mode is not None:
                self._sftp.chmod(beside, mode)
            self._sftp.posix_rename(beside, target)
        except BaseException:
            with contextlib.suppress(Exception):
                self._sftp.remove(beside)
            raise

    def _target(self, file: str) -> tuple[bytes, SFTPAttributes | None]:
        """Where a file really lies, and what is there; raises if it may not be written."""
        path = self.real(file)
        try:
            old = self._sftp.stat(path)
        except FileNotFoundError:
            return path, None
        # A rename needs no right on the file itself; a read-only file is meant to stay.
        self._sftp.open(path, "r+b").close()
        try:
            return as_bytes(self._sftp.normalize(path) or path), old
        except UnicodeDecodeError:
            raise OSError("its real path is not UTF-8") from None

    def real(self, path: str) -> bytes:
        """A path as the host has it; `~` is the home folder, where relative paths start."""
        if path == "~":
            return b"."
        return as_bytes(path.removeprefix("~/").lstrip("/") if path.startswith("~/") else path)


def _entry(name: str, there: SFTPAttributes) -> Entry:
    """An entry from what the host says of it."""
    mode = there.st_mode or 0
    if stat.S_ISDIR(mode):
        kind = Kind.FOLDER
    elif stat.S_ISLNK(mode):
        kind = Kind.LINK
    else:
        kind = Kind.FILE if stat.S_ISREG(mode) else Kind.OTHER
    return Entry(name, kind, there.st_size or 0)
