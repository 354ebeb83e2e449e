"""Finds the lines that match a pattern, in a process of its own: some patterns never end."""

import contextlib
import json
import math
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from mcp_stdio import ToolError

from .disk import shown

# For one file; a pattern that needs longer is one that backtracks without end.
MOST_SECONDS = 20.0
# How soon a cancelled search is noticed.
LOOK_SECONDS = 0.05
OTHER_SIDE = Path(__file__).with_name("match_lines.py")


class Matcher:
    """One search; `with` ends its process, which the first file starts."""

    def __init__(
        self,
        pattern: str,
        case_sensitive: bool,
        check: Callable[[], None],
        most_seconds: float = MOST_SECONDS,
    ) -> None:
        try:
            re.compile(pattern)
        except (re.error, RecursionError, OverflowError) as reason:
            raise ToolError(f"`pattern` is no regular expression: {reason}.") from None
        self._rule: dict[str, str | int] = {"pattern": pattern, "case_sensitive": case_sensitive}
        self._rule["seconds"] = math.ceil(most_seconds) + 1
        self._check = check
        self._most = most_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: Thread | None = None
        self._answers: SimpleQueue[bytes] = SimpleQueue()

    def __enter__(self) -> "Matcher":
        return self

    def __exit__(self, *_: object) -> None:
        if not self._process or not self._reader:
            return
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with contextlib.suppress(BrokenPipeError):  # What was not sent is not missed.
                    pipe.close()

    @property
    def runs(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.poll() is None

    def hits(self, name: str, lines: list[str]) -> list[int]:
        """The places of the lines that match, from 0."""
        self._ask(lines)
        deadline = time.monotonic() + self._most
        while True:
            self._check()
            try:
                answer = self._answers.get(timeout=LOOK_SECONDS)
                break
            except Empty:
                if time.monotonic() > deadline:
                    raise ToolError(
                        f"`pattern` needs more than {self._most:g} s for {shown(name)}; "
                        "make it simpler: a repetition within a repetition can take for ever."
                    ) from None
        if not answer:
            raise ToolError("The process that matches lines has ended.")
        found: list[int] = json.loads(answer)
        return found

    def _ask(self, lines: list[str]) -> None:
        """Sends one file; the other side reads it whole before it answers."""
        process = self._process or self._started()
        assert process.stdin
        try:
            process.stdin.write(json.dumps(lines).encode("ascii") + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            raise ToolError("The process that matches lines has ended.") from None

    def _started(self) -> subprocess.Popen[bytes]:
        """Starts the other side, and a reader of its answers, which ends with it."""
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(OTHER_SIDE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._process = process
        self._reader = Thread(target=self._collect, args=(process,), daemon=True)
        self._reader.start()
        assert process.stdin
        process.stdin.write(json.dumps(self._rule).encode("ascii") + b"\n")
        return process

    def _collect(self, process: subprocess.Popen[bytes]) -> None:
        """Hands on the answers; an empty one says that no more will come."""
        assert process.stdout
        for line in process.stdout:
            self._answers.put(line)
        self._answers.put(b"")
