"""Shows what starting Steward hands on to whom, and that it starts without the small model where that fails."""

import shutil
import unittest

from machine import SCRIPTS, Machine, Ran

# A pretended build: programs that tell what they were given; the one of the terminal may fail.
BUILD = r"""
mkdir -p "$CARGO_TARGET_DIR/release"
for name in steward stewardctl; do
  printf '#!/bin/sh\necho "%s given $*" | tee -a "$HOME/given"\n' "$name" >"$CARGO_TARGET_DIR/release/$name"
  chmod +x "$CARGO_TARGET_DIR/release/$name"
done
"""
FAILS = r"""printf '#!/bin/sh\necho "no network"; exit 1\n' >"$CARGO_TARGET_DIR/release/stewardctl"
"""


class RunTest(unittest.TestCase):
    """A machine with everything on it, a display, and a checkout of its own."""

    def setUp(self) -> None:
        self.machine = Machine()
        self.addCleanup(self.machine.close)
        self.checkout = self.machine.root / "checkout"
        for name in ("run", "lib"):
            here, there = SCRIPTS / name, self.checkout / "scripts" / name
            there.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if here.is_dir() else shutil.copy)(here, there)
        (self.checkout / "ui/node_modules").mkdir(parents=True)
        for name in ("package.json", "package-lock.json"):
            (self.checkout / "ui" / name).write_text("{}")
        self.machine.fake("apt-get")
        self.machine.real("tee")
        self.machine.prints("dpkg-query", "installed")
        for name, version in (("rustc", "1.95.0"), ("node", "v24.0.0"), ("npm", "11.19.1"), ("python3", "3.12.1")):
            self.machine.prints(name, version)
        self.machine.fake("cargo", BUILD)

    def start(self, words: str) -> Ran:
        return self.machine.run(f'DISPLAY=:7 "{self.checkout}/scripts/run" {words}')

    def given(self) -> list[str]:
        return (self.machine.home / "given").read_text().splitlines()

    def test_the_app_gets_what_was_typed_and_no_model_is_fetched_unasked(self) -> None:
        ran = self.start('--data-dir "/a b" --odd')
        self.assertEqual(ran.status, 0, ran)
        self.assertEqual(self.given(), ["steward given --data-dir /a b --odd"])

    def test_the_model_is_asked_for_wherever_the_flag_stands_and_is_told_the_folder_alone(self) -> None:
        for words in ("--with-local-model --odd --data-dir /x", "--odd --data-dir /x --with-local-model"):
            (self.machine.home / "given").unlink(missing_ok=True)
            ran = self.start(words)
            self.assertEqual(ran.status, 0, ran)
            told, app = self.given()
            self.assertEqual(told, "stewardctl given --data-dir /x models try")
            self.assertEqual(app, "steward given --odd --data-dir /x")

    def test_a_model_that_cannot_be_had_is_told_and_steward_starts(self) -> None:
        self.machine.fake("cargo", BUILD + FAILS)
        ran = self.start("--with-local-model")
        self.assertEqual(ran.status, 0, ran)
        self.assertIn("no network", ran.said)
        self.assertIn("starts without the small model", ran.said)
        self.assertEqual(self.given(), ["steward given "])

    def test_a_folder_that_is_not_named_is_said_before_anything_is_built(self) -> None:
        ran = self.start("--data-dir")
        self.assertEqual((ran.status, self.machine.calls("cargo")), (1, []))
        self.assertIn("--data-dir wants a folder", ran.complained)


if __name__ == "__main__":
    unittest.main()
