"""What all tests against the real SSH server start from."""

import unittest
from collections.abc import Mapping

from ssh_desk import Desk
from sshd_bench import Bench, shout

WHY_NOT = shout()


@unittest.skipIf(WHY_NOT, WHY_NOT)
class SshTest(unittest.TestCase):
    """One SSH server for the tests of a class, and a desk for each."""

    bench: Bench

    @classmethod
    def setUpClass(cls) -> None:
        cls.bench = Bench()
        cls.addClassCleanup(cls.bench.close)

    def desk(self, env: Mapping[str, str] | None = None) -> Desk:
        """A server process of its own that knows the host and has no alias yet."""
        desk = Desk(self.bench, env)
        self.addCleanup(desk.close)
        desk.knows_the_host()
        return desk
