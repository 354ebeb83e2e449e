"""A machine made of fake commands, so that installing can be tried for machines we do not have."""

import fcntl
import os
import pty
import shutil
import subprocess
import tempfile
import termios
from dataclasses import dataclass
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent
# The only real commands: they read, sort and write text, and install nothing.
REAL = (
    "bash cat chmod cp cut dirname env grep head ln mkdir mktemp rm sed sh sha256sum sort tail tr"
).split()


@dataclass(frozen=True)
class Ran:
    """How a script ended and what it said."""

    status: int
    said: str
    complained: str


class Machine:
    """A PATH of fakes, an empty home, and the list of what was called."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.root = Path(self._folder.name)
        self.home = self.root / "home"
        self.cache = self.home / ".cache/steward"
        self._bin = self.root / "bin"
        self._calls = self.root / "calls"
        for folder in (self.home, self._bin):
            folder.mkdir(parents=True)
        for name in REAL:
            found = shutil.which(name)
            assert found, name
            (self._bin / name).symlink_to(found)

    def close(self) -> None:
        """Takes the machine away."""
        self._folder.cleanup()

    def fake(self, name: str, body: str = "", folder: Path | None = None) -> None:
        """A command that notes its call, then runs a piece of shell."""
        path = (folder or self._bin) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        note = f'printf "%s\\n" "{name} $*" >>"{self._calls}"'
        path.write_text(f"#!/bin/bash\n{note}\n{body}\n")
        path.chmod(0o755)

    def prints(self, name: str, words: str) -> None:
        """A command that only prints a line, such as its version."""
        self.fake(name, f'echo "{words}"')

    def run(self, commands: str) -> Ran:
        """Runs shell commands with our libraries loaded, without a terminal."""
        return self._run(commands, None)

    def run_at_terminal(self, commands: str, typed: str) -> Ran:
        """The same for a person at a terminal who types this, if a command asks there for it."""
        ours, theirs = pty.openpty()
        try:
            os.write(ours, typed.encode())
            return self._run(commands, theirs)
        finally:
            os.close(theirs)
            os.close(ours)

    def _run(self, commands: str, terminal: int | None) -> Ran:
        load = "".join(
            f'source "{SCRIPTS}/lib/{name}.sh"\n' for name in ("paths", "say", "install")
        )

        def take_terminal() -> None:
            if terminal is not None:
                fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)

        done = subprocess.run(
            ["bash", "-c", f"set -euo pipefail\n{load}{commands}"],
            env={"PATH": str(self._bin), "HOME": str(self.home), "LC_ALL": "C.UTF-8"},
            # As our scripts have it, whoever starts them.
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            # Away from the terminal of whoever runs the tests.
            start_new_session=True,
            preexec_fn=take_terminal,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def calls(self, *names: str) -> list[str]:
        """What was called, in order; with names, only those commands."""
        if not self._calls.exists():
            return []
        called = self._calls.read_text().splitlines()
        return [line for line in called if not names or line.split()[0] in names]

    def forget(self) -> None:
        """Starts the list of calls anew."""
        self._calls.unlink(missing_ok=True)

    def real(self, name: str) -> None:
        """Lets one more real command in."""
        found = shutil.which(name)
        assert found, name
        os.symlink(found, self._bin / name)
