"""Shows that a command whose time is over, or which nobody wants, is ended with all it started."""

import unittest
from functools import partial
from typing import Any

from ssh_case import SshTest
from ssh_desk import cancel, gone, running, wait_for


class TheEndOfTheTime(SshTest):
    """A command that takes too long is ended with all it has started."""

    def setUp(self) -> None:
        self.box = self.desk()
        self.box.add()
        self.box.answers(sudo_password=self.bench.password)
        self.addCleanup(self.bench.sudoers)

    def late(self, command: str, *seconds: int, **more: Any) -> None:
        """A command whose time is over, and whose sleepers must be gone."""
        self.box.run("true", **more)
        given = self.box.run(command, timeout_sec=1, **more)
        self.assertIsNone(given["exit_code"])
        said = "The time of 1 s was over. The command and what it had started were ended."
        self.assertEqual(given["note"], said)
        self.assertEqual(given["stdout"], "begun\n", "what was written before is kept")
        for one in seconds:
            wait_for(partial(gone, one))

    def test_children_end_with_it(self) -> None:
        self.late("echo begun; sleep 4010 & sleep 4011 | sleep 4012", 4010, 4011, 4012)

    def test_children_that_ignore_the_polite_signal_end_too(self) -> None:
        self.late("trap '' TERM HUP; echo begun; sleep 4013 & sleep 4014; sleep 4015", 4013, 4014)
        self.assertFalse(running(4015))

    def test_children_in_sessions_of_their_own_end_too(self) -> None:
        self.late("echo begun; setsid sh -c 'sleep 4016; true' & sleep 4017", 4016, 4017)

    def test_what_runs_by_sudo_ends_too(self) -> None:
        for more in ("", f"Defaults:{self.bench.user} !use_pty"):
            self.bench.sudoers(more)
            # The first one has lost its parent: only their common group tells that it belongs here.
            self.late("echo begun; (sleep 4018 &); sleep 4019", 4018, 4019, sudo=True)

    def test_what_runs_by_sudo_as_somebody_else_ends_too(self) -> None:
        self.box.add(sudo="nopasswd")
        command = "echo begun; (sleep 4020 &); sleep 4021"
        for more in ("", f"Defaults:{self.bench.user} !use_pty"):
            self.bench.sudoers(more)
            self.late(command, 4020, 4021, sudo=True, sudo_user="nobody")

    def test_a_cancelled_call_ends_its_command(self) -> None:
        call = self.box.start("exec", alias="box", command="sleep 4022 & sleep 4023")
        wait_for(lambda: running(4023))
        cancel(self.box, call)
        wait_for(lambda: not running(4022) and not running(4023))
        self.assertEqual(self.box.run("echo next")["stdout"], "next\n")

    def test_a_server_that_ends_takes_its_commands_along(self) -> None:
        self.box.start("exec", alias="box", command="sleep 4024")
        wait_for(lambda: running(4024))
        self.box.close()
        wait_for(lambda: not running(4024))


if __name__ == "__main__":
    unittest.main()
