"""Shows that the terminal's program is built and run, and that building it says nothing to scripts."""

import unittest

from machine import SCRIPTS, Machine

# A pretended build: it leaves a program that tells what it was given.
BUILD = r"""
echo "building"
mkdir -p "$CARGO_TARGET_DIR/release"
printf '#!/bin/sh\necho "given $*"\ncat\n' >"$CARGO_TARGET_DIR/release/stewardctl"
chmod +x "$CARGO_TARGET_DIR/release/stewardctl"
"""


class CtlTest(unittest.TestCase):
    """A machine with everything on it but the program."""

    def setUp(self) -> None:
        self.machine = Machine()
        self.addCleanup(self.machine.close)
        self.machine.fake("apt-get")
        self.machine.prints("dpkg-query", "installed")
        self.machine.prints("rustc", "rustc 1.95.0")
        self.machine.fake("cargo", BUILD)

    def test_it_is_built_alone_and_gets_what_was_typed_and_piped(self) -> None:
        ran = self.machine.run(f'echo piped | "{SCRIPTS}/ctl" call demo "a  b" -')
        self.assertEqual((ran.status, ran.said), (0, "given call demo a  b -\npiped\n"))
        self.assertIn("Building stewardctl", ran.complained)
        self.assertEqual(self.machine.calls("cargo"), ["cargo build --quiet --release -p cli"])

    def test_a_built_one_is_said_nothing_about(self) -> None:
        for _ in range(2):
            ran = self.machine.run(f'"{SCRIPTS}/ctl" --version')
        self.assertEqual((ran.said, ran.complained), ("given --version\n", "building\n"))

    def test_a_build_that_fails_runs_nothing(self) -> None:
        self.machine.fake("cargo", f"{BUILD}\nexit 101")
        ran = self.machine.run(f'"{SCRIPTS}/ctl" servers list')
        self.assertEqual((ran.status, ran.said), (101, ""))


if __name__ == "__main__":
    unittest.main()
