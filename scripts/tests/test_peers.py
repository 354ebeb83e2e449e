"""Shows that a client we did not write gets along with the demo server in both eras."""

import json
import os
import subprocess
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
PEERS = Path(os.environ.get("STEWARD_PEERS", Path.home() / ".cache/steward/peers"))


class AnIndependentClient(unittest.TestCase):
    """FastMCP's own client, at the version in tests/peers."""

    def visit(self, mode: str) -> dict[str, object]:
        """What the client saw."""
        python = PEERS / "venv/bin/python"
        self.assertTrue(python.exists(), f"{python} is missing; scripts/test installs it")
        ran = subprocess.run(
            [python, HERE / "peer_client.py", HERE.parent / "demo_server.py", mode],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        self.assertEqual(ran.returncode, 0, ran.stderr)
        seen: dict[str, object] = json.loads(ran.stdout)
        return seen

    def test_it_finds_the_same_server_in_either_era(self) -> None:
        modern, legacy = self.visit("auto"), self.visit("legacy")
        self.assertEqual(modern.pop("version"), "2026-07-28")
        self.assertEqual(legacy.pop("version"), "2025-11-25")
        self.assertEqual(modern, legacy)
        self.assertEqual(modern["words"], 3)
        self.assertEqual(modern["steps"], [0, 1, 2])
        self.assertEqual(modern["failed"], [True, "as asked"])


if __name__ == "__main__":
    unittest.main()
