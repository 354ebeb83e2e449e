"""Holds passwords in memory for a while and then forgets them; it writes them nowhere."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Holding:
    """A secret and the moment it is forgotten."""

    secret: str = field(repr=False)
    until: float


class Held:
    """Secrets by what they open, each for the same time from the moment it was given."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._holdings: dict[str, Holding] = {}

    def get(self, what: str) -> str | None:
        """The secret, if it is still held."""
        with self._lock:
            self._forget_old()
            found = self._holdings.get(what)
            return found.secret if found else None

    def put(self, what: str, secret: str) -> None:
        """Holds a secret that was found to be right."""
        if self._seconds <= 0:
            return
        with self._lock:
            self._holdings[what] = Holding(secret, self._clock() + self._seconds)
        # It is to leave the memory even if nobody asks for it again.
        timer = threading.Timer(self._seconds, self.sweep)
        timer.daemon = True
        timer.start()

    def drop(self, what: str) -> None:
        """Forgets a secret that was refused."""
        with self._lock:
            self._holdings.pop(what, None)

    def sweep(self) -> None:
        """Forgets what is too old."""
        with self._lock:
            self._forget_old()

    def _forget_old(self) -> None:
        now = self._clock()
        self._holdings = {what: it for what, it in self._holdings.items() if it.until > now}
