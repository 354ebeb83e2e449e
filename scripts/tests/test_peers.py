"""Shows that a client we did not write gets along with the demo servers in both eras."""

import json
import os
import subprocess
import unittest
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PEERS = Path(os.environ.get("STEWARD_PEERS", Path.home() / ".cache/steward/peers"))


class AnIndependentClient(unittest.TestCase):
    """FastMCP's own client, at the version in tests/peers."""

    def visit(
        self, mode: str, client: str = "peer_client.py", server: str = "demo_server.py"
    ) -> dict[str, Any]:
        """What the client saw."""
        python = PEERS / "venv/bin/python"
        self.assertTrue(python.exists(), f"{python} is missing; scripts/test installs it")
        ran = subprocess.run(
            [python, HERE / client, HERE.parent / server, mode],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        self.assertEqual(ran.returncode, 0, ran.stderr)
        seen: dict[str, Any] = json.loads(ran.stdout)
        return seen

    def test_it_finds_the_same_server_in_either_era(self) -> None:
        modern, legacy = self.visit("auto"), self.visit("legacy")
        self.assertEqual(modern.pop("version"), "2026-07-28")
        self.assertEqual(legacy.pop("version"), "2025-11-25")
        self.assertEqual(modern, legacy)
        self.assertEqual(modern["words"], 3)
        self.assertEqual(modern["steps"], [0, 1, 2])
        self.assertEqual(modern["failed"], [True, "as asked"])

    def test_it_puts_every_question_to_its_person_in_either_era(self) -> None:
        modern = self.visit("auto", "peer_asked.py", "elicitation_demo_mcp.py")
        legacy = self.visit("legacy", "peer_asked.py", "elicitation_demo_mcp.py")
        self.assertEqual(modern.pop("version"), "2026-07-28")
        self.assertEqual(legacy.pop("version"), "2025-11-25")
        self.assertEqual(modern, legacy)
        modes = [mode for mode, _ in modern["asked"]]
        self.assertEqual(modes, ["form", "form", "form", "url", "form", "form"])
        secret, confirmed, profile, url, both = modern["told"]
        self.assertEqual(secret, "Got a secret of 6 characters.")
        self.assertEqual(confirmed, "Accepted: go.")
        filled_in = {"name": "Ada", "email": "a@b", "age": 36}
        self.assertEqual(json.loads(profile), {"action": "accept", "profile": filled_in})
        self.assertIn("agreed to open", url)
        self.assertEqual(json.loads(both), {"city": "Ulm", "nights": 2})


if __name__ == "__main__":
    unittest.main()
