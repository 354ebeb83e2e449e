"""Ends what lives in a test's home when the test's process is gone, however that ended.

The test holds the other end of its input. Its one argument is the home, which goes too.
"""

import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

LIMIT = 10.0
PAUSE = 0.05


def living_in(home: str) -> Iterator[int]:
    """The processes that have the home in their environment, but for this one."""
    mark = f"HOME={home}".encode()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            # What has ended and is not waited for yet has no environment.
            if mark in (entry / "environ").read_bytes().split(b"\0"):
                yield int(entry.name)
        except OSError:
            continue


def end_all(home: str) -> None:
    """Kills until nothing is left: what is killed may just have started something."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        left = list(living_in(home))
        if not left:
            return
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        time.sleep(PAUSE)


def main(home: str) -> None:
    """Waits for the end of the test."""
    sys.stdin.read()
    end_all(home)
    shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
