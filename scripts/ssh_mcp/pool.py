"""Keeps connections open between calls, one for each alias, and closes those nobody uses."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from paramiko import Channel, ChannelException, SSHException, Transport

from mcp_stdio import Call, ToolError

from .aliases import Alias

OPEN_SECONDS = 10.0
# How often a call that waits for another one's login looks whether it is still wanted.
LOOK_SECONDS = 0.1


@dataclass
class Connection:
    """A connection that is logged in, and how many calls use it."""

    alias: Alias
    transport: Transport
    users: int = 0
    retired: bool = False
    idle: threading.Timer | None = None


@dataclass(frozen=True)
class Session:
    """A channel that was opened for a call, and the connection it is on."""

    transport: Transport
    channel: Channel


@dataclass
class Place:
    """Where the connection of one alias stands; the lock is held while one logs in."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    connection: Connection | None = None


class Pool:
    """Connections by alias."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._places: dict[str, Place] = {}

    @contextmanager
    def session(
        self, call: Call, alias: Alias, connect: Callable[[], Transport]
    ) -> Iterator[Session]:
        """A channel for the time of one call, on a connection that is there or made for it."""
        try:
            connection, channel = self._opened(call, alias, connect)
        except Gone:
            # Only now it shows that the connection was lost; nothing was asked of the host yet.
            connection, channel = self._opened(call, alias, connect)
        try:
            yield Session(connection.transport, channel)
        finally:
            channel.close()
            self._give_back(connection)

    def drop(self, name: str) -> None:
        """Closes the connection of an alias, at the latest when its last call ends."""
        with self._lock:
            place = self._places.pop(name, None)
            if place and place.connection:
                self._retire(place.connection)

    def _opened(
        self, call: Call, alias: Alias, connect: Callable[[], Transport]
    ) -> tuple[Connection, Channel]:
        """A connection with one more user, and a channel for them."""
        connection = self._take(call, alias, connect)
        try:
            return connection, open_channel(connection.transport)
        except BaseException:
            self._give_back(connection)
            raise

    def _take(self, call: Call, alias: Alias, connect: Callable[[], Transport]) -> Connection:
        """The connection that is there, or a new one; calls that wait share one login."""
        with self._lock:
            place = self._places.setdefault(alias.name, Place())
        with waiting(place.lock, call):
            with self._lock:
                found = place.connection
                if found and self._fits(found, alias):
                    return self._started(found)
            made = Connection(alias, connect())
            with self._lock:
                if place.connection:
                    self._retire(place.connection)
                place.connection = made
                # The alias may have been removed while its login went on.
                made.retired = self._places.get(alias.name) is not place
                return self._started(made)

    def _fits(self, connection: Connection, alias: Alias) -> bool:
        """Whether a connection is alive and leads where the alias leads today."""
        same = replace(connection.alias, description=alias.description) == alias
        return same and not connection.retired and connection.transport.is_active()

    def _started(self, connection: Connection) -> Connection:
        """Counts one more user."""
        connection.users += 1
        if connection.idle:
            connection.idle.cancel()
            connection.idle = None
        return connection

    def _give_back(self, connection: Connection) -> None:
        """Counts one user less; the last one starts the time after which it is closed."""
        with self._lock:
            connection.users -= 1
            if connection.users:
                return
            if connection.retired or self._seconds <= 0:
                self._retire(connection)
                return
            connection.idle = threading.Timer(self._seconds, self._expire, (connection,))
            connection.idle.daemon = True
            connection.idle.start()

    def _expire(self, connection: Connection) -> None:
        """Closes a connection that was idle for its whole time."""
        with self._lock:
            if not connection.users:
                self._retire(connection)

    def _retire(self, connection: Connection) -> None:
        """Lets nobody else use a connection, and closes it if nobody does."""
        connection.retired = True
        if connection.idle:
            connection.idle.cancel()
            connection.idle = None
        if not connection.users:
            connection.transport.close()


class Gone(ToolError):
    """A connection that turned out to be lost; it is closed."""


def open_channel(transport: Transport) -> Channel:
    """A channel on a connection; nothing runs on it yet."""
    try:
        return transport.open_session(timeout=OPEN_SECONDS)
    except ChannelException as reason:
        raise ToolError(f"The host opens no more channels: {reason}. Nothing was run.") from None
    except (SSHException, EOFError, OSError) as reason:
        transport.close()
        raise Gone(f"The connection was lost: {reason}. Nothing was run.") from None


@contextmanager
def waiting(lock: threading.Lock, call: Call) -> Iterator[None]:
    """Holds a lock; a call that is cancelled stops waiting for it."""
    while not lock.acquire(timeout=LOOK_SECONDS):
        call.check()
    try:
        yield
    finally:
        lock.release()
