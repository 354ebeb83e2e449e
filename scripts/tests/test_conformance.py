"""Shows how the conformance suite is started and what is told of its end, with a pretended suite."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent / "conformance"
SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js"

# A pretended Node: it says that it is new enough, or what it was told to run, and a sum.
NODE = r"""#!/bin/sh
if [ "$1" = --version ]; then echo "$NODE_VERSION"; exit; fi
touch left-behind
pwd >"$PRETENDED/ran-in"
printf '<%s>' "$@" >"$PRETENDED/asked"
echo "Total: 0 passed, 3 failed of another run"
[ -z "$SUM" ] || printf '%s\n' "$SUM"
echo "Not scored for 2025-11-25: 7 scenario(s) run"
exit "$STATUS"
"""


class ConformanceTest(unittest.TestCase):
    """The script, where everything is installed and built."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        node = self.root / "bin/node"
        node.parent.mkdir()
        node.write_text(NODE)
        node.chmod(0o755)

    def ran(self, *arguments: str, **said: str) -> subprocess.CompletedProcess[str]:
        """Runs the script to its end; the suite ends as it is said."""
        environment = {
            "PATH": f"{self.root}/bin:{os.environ['PATH']}",
            "HOME": str(self.root / "home"),
            "TMPDIR": str(self.root),
            "CARGO_TARGET_DIR": str(self.root / "target"),
            "PRETENDED": str(self.root),
            "NODE_VERSION": "v22.1.0",
            "SUM": "Total: 20 passed, 0 failed, 0 warnings",
            "STATUS": "0",
        }
        return subprocess.run(
            [SCRIPT, *arguments],
            env=environment | said,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def asked(self) -> str:
        """What the suite was started with."""
        return (self.root / "asked").read_text()

    def test_the_suites_own_sum_is_the_last_line(self) -> None:
        ran = self.ran("client", "2025-11-25", "--built")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertEqual(ran.stdout.splitlines()[-1], "Total: 20 passed, 0 failed, 0 warnings")
        self.assertIn("Not scored for", ran.stdout)

    def test_the_suite_is_told_the_client_and_what_to_run(self) -> None:
        cache = self.root / "home/.cache/steward"
        client = f"<{cache}/conformance/{SUITE}><client><--command><{self.root}/target/debug/conformance>"
        self.ran("client", "2026-07-28", "--built")
        self.assertEqual(self.asked(), f"{client}<--requirements><2026-07-28>")
        self.ran("client", "2025-11-25", "--suite", "all", "--built")
        self.assertEqual(self.asked(), f"{client}<--suite><all><--spec-version><2025-11-25>")

    def test_a_failure_that_the_suite_counts_is_one_of_the_script(self) -> None:
        ran = self.ran("client", "2025-11-25", "--built", SUM="Total: 19 passed, 1 failed", STATUS="1")
        self.assertEqual(ran.returncode, 1)
        self.assertEqual(ran.stdout.splitlines()[-1], "Total: 19 passed, 1 failed")

    def test_a_suite_that_tells_no_sum_has_failed_whatever_its_exit_code(self) -> None:
        node = self.root / "bin/node"
        node.write_text(NODE.replace('echo "Total', 'echo "total'))
        for status in ("0", "3"):
            ran = self.ran("client", "2025-11-25", "--built", SUM="", STATUS=status)
            self.assertEqual(ran.returncode, 1)
            self.assertIn("without a sum", ran.stderr)

    def test_what_the_suite_writes_is_gone_afterwards(self) -> None:
        self.ran("client", "2025-11-25", "--built")
        self.assertFalse(Path((self.root / "ran-in").read_text().strip()).exists())

    def test_without_a_node_that_runs_it_nothing_is_started(self) -> None:
        ran = self.ran("client", "2025-11-25", "--built", NODE_VERSION="v20.20.2")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("hint: run it once without --built", ran.stderr)
        self.assertFalse((self.root / "asked").exists())

    def test_what_it_does_not_know_is_said_with_the_usage(self) -> None:
        for arguments in (
            [],
            ["client"],
            ["server", "2025-11-25"],
            ["client", "2024-11-05"],
            ["client", "2025-11-25", "--suite", "auth"],
            ["client", "2025-11-25", "--verbose"],
        ):
            ran = self.ran(*arguments)
            self.assertEqual((ran.returncode, "usage:" in ran.stderr), (2, True), arguments)
        self.assertEqual(self.ran("--help").returncode, 0)


if __name__ == "__main__":
    unittest.main()
