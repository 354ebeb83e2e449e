"""Keeps what was answered in earlier rounds of a modern call; a client holds only a sealed name.

The answers stay in this process, because they may be secret and a client may keep what it holds.
"""

import base64
import hashlib
import hmac
import json
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .asking import Question, Reply

KEPT_SECONDS = 600
# Calls whose next round never comes are forgotten, the oldest first.
MOST_KEPT = 1_000

ID_BYTES, EXPIRY_BYTES = 16, 8

Answered = tuple[tuple[Question, Reply], ...]


class Refused(Exception):
    """A request state that is not ours, or not for this call, or not any more."""


class Unanswered(BaseException):
    """Ends the run of a tool that must ask; no ordinary `except` may catch it."""


@dataclass(frozen=True)
class Round:
    """What one run of a tool may build on: the replies so far, and the question left open."""

    answered: Answered = ()
    open: Question | None = None

    @property
    def key(self) -> str:
        """The name of the question that is asked next."""
        return f"elicit-{len(self.answered) + 1}"


@dataclass(frozen=True)
class _Kept:
    """One call between two rounds."""

    round: Round
    expires: float


class Rounds:
    """The calls between two rounds; each state is good for one retry."""

    def __init__(
        self, clock: Callable[[], float] = time.time, seconds: float = KEPT_SECONDS
    ) -> None:
        self._clock = clock
        self._seconds = seconds
        self._key = secrets.token_bytes(32)
        self._lock = threading.Lock()
        self._kept: dict[bytes, _Kept] = {}
        self._timer: threading.Timer | None = None

    @property
    def kept(self) -> int:
        """How many calls are between two rounds."""
        return len(self._kept)

    def keep(self, tool: str, arguments: Mapping[str, Any], ended: Round) -> str:
        """Puts a round aside and returns the state by which it is found again."""
        now = self._clock()
        name, expires = secrets.token_bytes(ID_BYTES), int(now) + int(self._seconds)
        with self._lock:
            self._forget_old()
            while len(self._kept) >= MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[name] = _Kept(ended, expires)
            self._sweep_later()
        body = name + expires.to_bytes(EXPIRY_BYTES, "big")
        sealed = body + self._seal(body, tool, arguments)
        return base64.urlsafe_b64encode(sealed).decode("ascii")

    def take(self, state: str, tool: str, arguments: Mapping[str, Any]) -> Round:
        """The round that a state stands for, once; raises `Refused`."""
        try:
            sealed = base64.b64decode(state.encode("ascii"), altchars=b"-_", validate=True)
        except ValueError:
            raise Refused("`requestState` is not one of ours") from None
        body, seal = sealed[: ID_BYTES + EXPIRY_BYTES], sealed[ID_BYTES + EXPIRY_BYTES :]
        if not hmac.compare_digest(seal, self._seal(body, tool, arguments)):
            raise Refused("`requestState` is not one of ours, or of a call with other arguments")
        if int.from_bytes(body[ID_BYTES:], "big") <= self._clock():
            raise Refused(f"`requestState` is older than {self._seconds:g} s; call again without it")
        with self._lock:
            kept = self._kept.pop(body[:ID_BYTES], None)
        if kept is None:
            raise Refused("`requestState` was used before; call again without it")
        return kept.round

    def _sweep(self) -> None:
        """Forgets what is too old, and comes again for what is not."""
        with self._lock:
            self._timer = None
            self._forget_old()
            self._sweep_later()

    def _sweep_later(self) -> None:
        """Answers are to leave the memory even if nobody comes back for them, or calls again."""
        if self._timer is None and self._kept:
            oldest = min(it.expires for it in self._kept.values())
            self._timer = threading.Timer(max(oldest - self._clock(), 0) + 1, self._sweep)
            self._timer.daemon = True
            self._timer.start()

    def _forget_old(self) -> None:
        now = self._clock()
        self._kept = {name: kept for name, kept in self._kept.items() if kept.expires > now}

    def _seal(self, body: bytes, tool: str, arguments: Mapping[str, Any]) -> bytes:
        """Binds a state to this process, one tool and its arguments."""
        given = json.dumps(arguments, sort_keys=True, separators=(",", ":")).encode("ascii")
        bound = json.dumps(["tools/call", tool, hashlib.sha256(given).hexdigest()])
        return hmac.digest(self._key, body + bound.encode("ascii"), "sha256")
