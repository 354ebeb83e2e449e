"""The hosts behind the aliases: connects, runs and opens files there, with what a person gives."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from file_tools.disk import shown
from mcp_stdio import Call, ToolError

from .aliases import Alias, AliasFile
from .host_keys import HostKeys
from .login import log_in
from .pool import LOOK_SECONDS, Pool, Session
from .purse import Asking, Purse
from .remote_disk import RemoteDisk
from .run import NotBegun, Ran, Sudo, run
from .settings import Settings
from .sftp import Sftp, opened

PERSONS_KEYS = (Path("~/.ssh/known_hosts"), Path("/etc/ssh/ssh_known_hosts"))


class Hosts:
    """Everything that outlives a call."""

    def __init__(self, settings: Settings) -> None:
        self.aliases = AliasFile(settings.aliases)
        others = tuple(path.expanduser() for path in PERSONS_KEYS)
        self._keys = HostKeys(settings.known_hosts, others)
        self._purse = Purse(settings)
        self._pool = Pool(settings.pool_ttl)
        self._lock = threading.Lock()
        self._locks: dict[tuple[str, str], threading.Lock] = {}

    def forget(self, name: str) -> None:
        """Closes the connection of an alias that was changed or removed."""
        self._pool.drop(name)

    @contextmanager
    def files(self, call: Call, alias: Alias) -> Iterator[tuple[Sftp, RemoteDisk]]:
        """The files of a host, for the time of one call."""
        asking = Asking(self._purse, call, alias, "log in to reach its files", sudo=False)
        with self._connected(call, alias, asking) as session, opened(session) as sftp:
            yield sftp, RemoteDisk(sftp, self._lock_of("edit", alias))

    def run(self, call: Call, alias: Alias, command: str, user: str | None, seconds: float) -> Ran:
        """Runs a command as the login user, or by `sudo` as another."""
        if user is not None and alias.sudo == "none":
            raise ToolError(f"The alias `{alias.name}` says that sudo is not used there.")
        if user is not None and alias.sudo == "prompt":
            return self._run_with_password(call, alias, command, user, seconds)
        asking = Asking(self._purse, call, alias, f"log in to run `{shown(command)}`", sudo=False)
        sudo = None if user is None else Sudo(user)
        with self._connected(call, alias, asking) as session:
            try:
                return run(session, command, sudo, call, seconds)
            except NotBegun as words:
                who = "sudo" if sudo else "The host"
                raise ToolError(f"{who} did not run the command: {_said(words)}") from None

    def _run_with_password(
        self, call: Call, alias: Alias, command: str, user: str, seconds: float
    ) -> Ran:
        """Runs by `sudo` with a password; it is held from the moment it proves right."""
        account = alias.account
        asking = Asking(self._purse, call, alias, f"run as {user}: `{shown(command)}`", sudo=True)
        # Calls that come meanwhile wait for the one question, and find the answer held.
        turn = Turn(self._lock_of("sudo", alias), call)
        try:
            if self._purse.sudo.get(account) is not None:
                turn.end()
            with self._connected(call, alias, asking) as session:
                known = self._purse.sudo.get(account) is not None
                password = asking.sudo_password()

                def begun() -> None:
                    if not known:
                        self._purse.sudo.put(account, password)
                    turn.end()

                return run(session, command, Sudo(user, password), call, seconds, begun)
        except NotBegun as words:
            self._purse.sudo.drop(account)
            self._purse.apart.add(account)
            raise ToolError(
                f"sudo did not run the command: {_said(words)} "
                "The password was not kept; the next call asks again."
            ) from None
        finally:
            turn.end()

    def _connected(
        self, call: Call, alias: Alias, asking: Asking
    ) -> AbstractContextManager[Session]:
        """A channel of a host where we are logged in."""
        return self._pool.session(call, alias, lambda: log_in(alias, self._keys, asking))

    def _lock_of(self, what: str, alias: Alias) -> threading.Lock:
        """One lock for each use and account."""
        with self._lock:
            return self._locks.setdefault((what, alias.account), threading.Lock())


class Turn:
    """A lock that may be given back early, by another thread, and is given back once."""

    def __init__(self, lock: threading.Lock, call: Call) -> None:
        while not lock.acquire(timeout=LOOK_SECONDS):
            call.check()
        self._lock = lock
        self._over = threading.Lock()

    def end(self) -> None:
        """Lets the next one have it."""
        if self._over.acquire(blocking=False):
            self._lock.release()


def _said(words: NotBegun) -> str:
    """What the host said, as one sentence or more."""
    said = str(words).replace("\n", " ") or "it said nothing"
    return said if said.endswith(".") else f"{said}."
