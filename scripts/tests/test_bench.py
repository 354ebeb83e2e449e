"""Shows that `scripts/bench` says what it measures, and refuses what it does not know."""

import re
import subprocess
import unittest
from pathlib import Path

BENCH = Path(__file__).resolve().parents[1] / "bench"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Runs it with a limit that no look at its help needs."""
    return subprocess.run([BENCH, *words], capture_output=True, text=True, timeout=60)


class WordsTest(unittest.TestCase):
    """Nothing is built here."""

    def test_the_help_explains_each_word_that_it_takes(self) -> None:
        ran = run("--help")
        self.assertEqual(ran.returncode, 0)
        first = ran.stdout.splitlines()[0]
        words = re.search(r"\[([a-z |]+)\]", first)
        assert words is not None, first
        taken = re.findall(r"^  ([a-z]+)\) \1 \"\$@\" ;;$", BENCH.read_text(), re.MULTILINE)
        self.assertEqual(words.group(1).split(" | "), taken)
        for word in taken:
            self.assertRegex(ran.stdout, rf"(?m)^  {word}  +\S")
            self.assertIn(f"scripts/bench {word} --help", ran.stdout)

    def test_an_unknown_word_is_refused_with_the_usage(self) -> None:
        ran = run("wires")
        self.assertEqual((ran.returncode, ran.stdout), (2, ""))
        self.assertIn("usage: scripts/bench", ran.stderr)


if __name__ == "__main__":
    unittest.main()
