"""Runs one command over a connection: reads what it writes, and ends it when its time is over."""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from paramiko import Channel, SSHException, Transport

from mcp_stdio import Call, Cancelled, ToolError

from .output import Beginning, Capped
from .pool import Session, open_channel
from .wrap import as_other, ending, plain, stopping, strays, whole

# How often a call looks whether it is still wanted; the end of a command is noticed at once.
LOOK_SECONDS = 0.1
# What a command left running in the background may hold its output open; we wait so long for it.
HELD_OPEN_SECONDS = 1.0
# The time between the polite signal and the other one.
GRACE_SECONDS = 0.5
END_SECONDS = 5.0


@dataclass(frozen=True)
class Sudo:
    """To be another user; without a password where none is asked for."""

    user: str
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Ran:
    """What a command wrote and how it ended; without an exit code if it did not end by itself."""

    stdout: str
    stderr: str
    exit_code: int | None
    notes: tuple[str, ...] = ()


class NotBegun(Exception):
    """The command was not run at all; the words are those of `sudo`."""


class Running:
    """A command on its way, and the two threads that read what it writes."""

    def __init__(self, channel: Channel, mark: str, begun: Callable[[], None]) -> None:
        self.channel = channel
        self.beginning = Beginning(mark)
        self.out, self.err = Capped(), Capped()
        self._begun = begun
        self._readers = [
            threading.Thread(target=read, daemon=True) for read in (self._read, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        while piece := self.channel.recv(65536):
            self.out.add(piece)

    def _read_errors(self) -> None:
        while piece := self.channel.recv_stderr(65536):
            had_begun = self.beginning.leader is not None
            self.err.add(self.beginning.add(piece))
            if not had_begun and self.beginning.leader is not None:
                self._begun()

    def wait(self, call: Call, until: float) -> bool:
        """Whether the command ended in time; raises `Cancelled` if nobody wants it any more."""
        while not self.channel.status_event.wait(min(LOOK_SECONDS, until - time.monotonic())):
            call.check()
            if time.monotonic() >= until:
                return False
        return True

    def drained(self, seconds: float) -> bool:
        """Whether both streams came to their end."""
        until = time.monotonic() + seconds
        for reader in self._readers:
            reader.join(max(0.0, until - time.monotonic()))
        return not any(reader.is_alive() for reader in self._readers)


def run(
    session: Session,
    command: str,
    sudo: Sudo | None,
    call: Call,
    seconds: float,
    begun: Callable[[], None] = lambda: None,
) -> Ran:
    """Runs a command to its end or to the end of its time; `begun` is called when it starts."""
    mark = secrets.token_hex(8)
    until = time.monotonic() + seconds
    transport = session.transport
    _start(session, whole(command, mark), sudo)
    running = Running(session.channel, mark, begun)
    try:
        in_time = running.wait(call, until)
    except Cancelled:
        _end(transport, running, sudo)
        raise
    if not in_time:
        return _late(running, seconds, _end(transport, running, sudo))
    drained = running.drained(HELD_OPEN_SECONDS)
    return _ended(transport, running, drained)


def _start(session: Session, words: list[str], sudo: Sudo | None) -> None:
    """Runs the words on a channel; its input holds a password at most, and is closed."""
    line = as_other(words, sudo.user, sudo.password is not None) if sudo else plain(words)
    channel = session.channel
    try:
        channel.exec_command(line)
        if sudo and sudo.password is not None:
            channel.sendall(f"{sudo.password}\n".encode())
        # A `sudo` that finds a password wrong asks again, and must find nothing more to read.
        channel.shutdown_write()
    except (SSHException, EOFError, OSError) as reason:
        # A command that ended before it read a password closes its input, and has a result.
        if not (channel.status_event.is_set() and session.transport.is_active()):
            raise ToolError(
                f"The connection broke off; the command may have run: {reason}"
            ) from None


def _ended(transport: Transport, running: Running, drained: bool) -> Ran:
    """What to say of a command that came to its end."""
    code = running.channel.recv_exit_status()
    if code < 0 and not transport.is_active():
        raise ToolError(
            "The connection was lost while the command ran. Whether it came to its end is not known."
        )
    if running.beginning.leader is None:
        raise NotBegun(running.beginning.before.decode("utf-8", "replace").strip())
    notes = [] if drained else ["Something it left in the background still holds its output open."]
    if code < 0:
        notes.append("It was ended by a signal.")
    return _ran(running, code if code >= 0 else None, notes)


def _late(running: Running, seconds: float, ended: bool) -> Ran:
    """What to say of a command whose time was over."""
    notes = [f"The time of {seconds:g} s was over."]
    if running.beginning.leader is None:
        notes.append("The command had not begun.")
    elif ended:
        notes.append("The command and what it had started were ended.")
    else:
        notes.append("The command could not be ended; it may still run.")
    return _ran(running, None, notes)


def _ran(running: Running, code: int | None, notes: list[str]) -> Ran:
    """The result with a note for each stream that was cut."""
    cuts = (running.out.note("stdout"), running.err.note("stderr"))
    return Ran(running.out.text(), running.err.text(), code, (*notes, *filter(None, cuts)))


def _end(transport: Transport, running: Running, sudo: Sudo | None) -> bool:
    """Ends a command and all that came from it, by channels of their own; says whether it is gone."""
    leader = running.beginning.leader
    if leader is None:
        running.channel.close()
        return False
    try:
        # First what takes one round trip: a server that is being closed has little time.
        others = strays(_say(transport, stopping(leader), sudo), leader)
        if others:
            _say(transport, ending("TERM", others), sudo)
        running.channel.status_event.wait(GRACE_SECONDS)
        _say(transport, ending("KILL", [-leader, *others]), sudo)
        running.channel.status_event.wait(GRACE_SECONDS)
    except (ToolError, SSHException, EOFError, OSError):
        return False
    running.drained(GRACE_SECONDS)
    return bool(running.channel.status_event.is_set())


def _say(transport: Transport, words: list[str], sudo: Sudo | None) -> str:
    """What quick words of ours write; they run as whoever runs the command, who alone may end it."""
    channel = open_channel(transport)
    try:
        channel.settimeout(END_SECONDS)
        _start(Session(transport, channel), words, sudo)
        written = Capped()
        while piece := channel.recv(65536):
            written.add(piece)
        return written.text()
    finally:
        channel.close()
