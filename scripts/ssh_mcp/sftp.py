"""An SFTP channel that keeps names which are no UTF-8, and says in words when it breaks."""

import contextlib
import stat
from collections.abc import Iterator

from paramiko import SFTPAttributes, SFTPClient, SSHException
from paramiko.sftp import CMD_CLOSE, CMD_HANDLE, CMD_NAME, CMD_OPENDIR, CMD_READDIR

from mcp_stdio import ToolError

from .paths import as_bytes
from .pool import Session

ANSWER_SECONDS = 60.0


class Sftp(SFTPClient):
    """The client of the library, with one method that reads names as the disk has them."""

    def listdir_attr(self, path: str | bytes = ".") -> list[SFTPAttributes]:
        """What is in a folder; one odd name must not cost the others."""
        kind, message = self._request(CMD_OPENDIR, as_bytes(path))
        if kind != CMD_HANDLE:
            raise OSError("the host gave no handle for the folder")
        handle, found = message.get_binary(), []
        while True:
            try:
                kind, message = self._request(CMD_READDIR, handle)
            except EOFError:
                break
            if kind != CMD_NAME:
                raise OSError("the host gave no names for the folder")
            for _ in range(message.get_int()):
                name, long = (message.get_string().decode("utf-8", "surrogateescape") for _ in "ab")
                attributes = SFTPAttributes._from_msg(message, name, long)
                if name not in (".", ".."):
                    found.append(attributes)
        self._request(CMD_CLOSE, handle)
        return found


@contextlib.contextmanager
def opened(session: Session) -> Iterator[Sftp]:
    """Files for the time of one call; a connection that breaks is said in words."""
    try:
        # A host that falls silent must not hold a call for ever.
        session.channel.settimeout(ANSWER_SECONDS)
        session.channel.invoke_subsystem("sftp")
        sftp = Sftp(session.channel)
    except (SSHException, EOFError, OSError) as reason:
        raise ToolError(f"The host offers no SFTP: {reason or 'the channel was closed'}") from None
    try:
        yield sftp
    except TimeoutError:
        session.transport.close()
        raise ToolError(f"The host did not answer within {ANSWER_SECONDS:g} s.") from None
    except (SSHException, EOFError) as reason:
        raise ToolError(f"The connection to the host was lost: {reason or 'closed'}") from None
    finally:
        sftp.close()


def make_folders(sftp: Sftp, folder: str) -> None:
    """Makes a folder and its parents where they are missing."""
    if not folder or folder == "/":
        return
    try:
        there = sftp.stat(as_bytes(folder))
    except FileNotFoundError:
        make_folders(sftp, folder.rstrip("/").rpartition("/")[0])
        sftp.mkdir(as_bytes(folder))
        return
    if not stat.S_ISDIR(there.st_mode or 0):
        raise NotADirectoryError(20, f"`{folder}` is no folder")
