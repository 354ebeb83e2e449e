"""Shows that a command gets a screen, a bus and a home of its own, and that nothing stays."""

import signal
import subprocess
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent / "with-display"
# Starting a screen takes a third of a second; only a hang takes this long.
HANG_SECONDS = 60


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the script to its end."""
    return subprocess.run(
        [SCRIPT, *arguments], capture_output=True, text=True, timeout=HANG_SECONDS, check=False
    )


class WithDisplayTest(unittest.TestCase):
    """The script as a person calls it."""

    def test_the_exit_code_of_the_command_is_kept(self) -> None:
        self.assertEqual(run("sh", "-c", "exit 7").returncode, 7)
        self.assertEqual(run("no-such-command").returncode, 127)

    def test_words_and_spaces_reach_the_command_as_they_are(self) -> None:
        self.assertEqual(run("printf", "[%s]", "a b", "$HOME", "").stdout, "[a b][$HOME][]")

    def test_without_a_command_the_usage_is_said(self) -> None:
        ran = run("--window-manager")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("usage:", ran.stderr)

    def test_the_screen_has_the_size_asked_for_and_the_bus_answers(self) -> None:
        ran = run(
            "--size",
            "800x600",
            "sh",
            "-c",
            "xdpyinfo; gdbus call --session --dest "
            "org.freedesktop.DBus --object-path / --method org.freedesktop.DBus.GetId",
        )
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("800x600 pixels", ran.stdout)

    def test_two_at_once_share_neither_screen_nor_home(self) -> None:
        ran = run("sh", "-c", f'echo "$DISPLAY $HOME"; "{SCRIPT}" sh -c \'echo "$DISPLAY $HOME"\'')
        outer, inner = (line.split() for line in ran.stdout.splitlines())
        self.assertNotEqual(outer[0], inner[0])
        self.assertNotEqual(outer[1], inner[1])

    def test_afterwards_the_screen_and_the_home_are_gone(self) -> None:
        ran = run("sh", "-c", 'echo "$DISPLAY"; echo "$HOME"; touch "$HOME/left"')
        display, home = ran.stdout.splitlines()
        self.assertFalse(Path(home).exists())
        self.assertFalse(Path(f"/tmp/.X11-unix/X{display[1:]}").exists())

    def test_a_script_that_is_told_to_stop_takes_its_command_along(self) -> None:
        shown = 'echo "$HOME"; exec cat'
        with subprocess.Popen(
            [SCRIPT, "sh", "-c", shown],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            assert process.stdout
            home = process.stdout.readline().strip()
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(HANG_SECONDS), 143)
            self.assertEqual(process.stdout.read(), "", "the pipe is closed: the command is gone")
        self.assertFalse(Path(home).exists())


if __name__ == "__main__":
    unittest.main()
