"""Shows that commands run whole, as whom they should, within their time, and without a secret."""

import json
import os
import subprocess
import time
import unittest
from typing import Any

from ssh_case import SshTest
from ssh_desk import Desk, ran, wait_for, words

MIB = 1024 * 1024
# A hang would take until the time limit of the command, which is longer than this.
HANG_SECONDS = 30.0


class Commands(SshTest):
    """As the login user."""

    def setUp(self) -> None:
        self.box = self.desk()
        self.box.add()

    def test_output_errors_and_the_exit_code_are_told_apart(self) -> None:
        given = self.box.run("echo out; echo err >&2; exit 3")
        self.assertEqual(given, {"stdout": "out\n", "stderr": "err\n", "exit_code": 3})

    def test_quotes_and_line_breaks_reach_the_shell_as_they_are(self) -> None:
        command = "x='a  \"b\" $HOME \\ ü'\nprintf '%s\\n' \"$x\" | cat; echo `echo '!'`"
        self.assertEqual(self.box.run(command)["stdout"], 'a  "b" $HOME \\ ü\n!\n')

    def test_a_command_has_no_input(self) -> None:
        self.assertEqual(self.box.run("cat; echo end")["stdout"], "end\n")

    def test_output_beyond_a_mebibyte_is_cut_and_counted(self) -> None:
        given = self.box.run(
            "head -c 3000000 /dev/zero | tr '\\0' o; head -c 1048577 /dev/zero >&2"
        )
        self.assertEqual((len(given["stdout"]), len(given["stderr"])), (MIB, MIB))
        self.assertEqual(given["exit_code"], 0)
        self.assertIn("stdout was cut after 1,048,576 bytes; 1,951,424 more", given["note"])
        self.assertIn("stderr was cut after 1,048,576 bytes; 1 more", given["note"])

    def test_a_full_mebibyte_is_not_cut(self) -> None:
        given = self.box.run("head -c 1048576 /dev/zero | tr '\\0' o")
        self.assertEqual((len(given["stdout"]), given.get("note")), (MIB, None))

    def test_bytes_that_are_no_text_are_replaced(self) -> None:
        self.assertEqual(self.box.run("printf 'a\\377b'")["stdout"], "a�b")

    def test_a_command_that_is_killed_has_the_shells_code_for_it(self) -> None:
        self.assertEqual(self.box.run("kill -9 $$")["exit_code"], 137)

    def test_what_runs_on_in_the_background_holds_nobody_up(self) -> None:
        given = self.box.run("sleep 4001 & echo started")
        self.assertEqual(given["stdout"], "started\n")
        self.assertIn("background", given["note"])
        self.assertTrue(running(4001), "it was left to run")

    def test_a_lost_connection_is_not_called_an_end(self) -> None:
        call = self.box.start("exec", alias="box", command="sleep 4002")
        wait_for(lambda: running(4002))
        self.bench.cut()
        result = self.box.result_of(call)
        self.assertTrue(result["isError"])
        self.assertIn("Whether it came to its end is not known", words(result))

    def test_commands_run_at_the_same_time(self) -> None:
        calls = {self.box.start("exec", alias="box", command=f"sleep 0.2; echo {n}") for n in "abc"}
        said = set()
        while calls:
            answer = self.box.read()
            calls.remove(answer["id"])
            said.add(ran(answer["result"])["stdout"])
        self.assertEqual(said, {"a\n", "b\n", "c\n"})

    def test_wrong_arguments_are_named(self) -> None:
        table: list[tuple[str, dict[str, Any]]] = [
            ("`timeout_sec` must be a number, not a string.", {"timeout_sec": "5"}),
            ("`sudo_user` needs `sudo`.", {"sudo_user": "root"}),
            ("`sudo_user` must match", {"sudo": True, "sudo_user": "-u root"}),
            ("There is no alias `nope`. Known: `box`.", {"alias": "nope"}),
        ]
        for said, given in table:
            result = self.box.call("exec", **{"alias": "box", "command": "true", **given})
            self.assertTrue(result["isError"])
            self.assertIn(said, words(result))


class BySudo(SshTest):
    """As another user; the password goes to sudo and nowhere else."""

    def setUp(self) -> None:
        self.box = self.desk()
        self.box.add()
        self.box.answers(sudo_password=self.bench.password)
        self.addCleanup(self.bench.sudoers)

    def test_the_whole_command_runs_as_root_and_one_question_does_for_several_calls(self) -> None:
        self.assertEqual(self.box.run("whoami; whoami", sudo=True)["stdout"], "root\nroot\n")
        given = self.box.run("echo it\\'s | tr i I && id -u; exit 4", sudo=True)
        self.assertEqual(given, {"stdout": "It's\n0\n", "stderr": "", "exit_code": 4})
        (form,) = self.box.asked
        self.assertIn("run as root: `whoami; whoami`", form["message"])

    def test_without_a_terminal_of_its_own_it_is_the_same(self) -> None:
        self.bench.sudoers(f"Defaults:{self.bench.user} !use_pty")
        self.assertEqual(self.box.run("whoami; whoami", sudo=True)["stdout"], "root\nroot\n")

    def test_a_password_that_may_not_be_held_is_asked_for_each_time(self) -> None:
        desk = self.desk({"SSH_MCP_SUDO_PW_TTL": "0"})
        desk.add()
        desk.answers(sudo_password=self.bench.password)
        for _ in range(2):
            self.assertEqual(desk.run("id -u", sudo=True)["stdout"], "0\n")
        self.assertEqual(len(desk.asked), 2)

    def test_a_wrong_password_neither_hangs_nor_stays(self) -> None:
        for more in ("", f"Defaults:{self.bench.user} !use_pty"):
            self.bench.sudoers(more)
            self.box.asked.clear()
            self.box.answers(sudo_password="wrong")
            began = time.monotonic()
            never = self.bench.home / "never"
            command = f"touch {never}"
            call = {"alias": "box", "command": command, "sudo": True, "timeout_sec": 60}
            result = self.box.call("exec", **call)
            self.assertLess(time.monotonic() - began, HANG_SECONDS)
            self.assertTrue(result["isError"])
            self.assertIn("sudo did not run the command:", words(result))
            self.assertIn("The password was not kept", words(result))
            self.box.call("exec", **call)
            self.assertEqual(len(self.box.asked), 2)
            self.assertFalse(never.exists())

    def test_a_person_who_declines_is_heard(self) -> None:
        self.box.declines()
        result = self.box.call("exec", alias="box", command="id -u", sudo=True)
        self.assertTrue(result["isError"])
        self.assertIn("The person gave no password for sudo", words(result))

    def test_the_command_never_sees_a_password_that_sudo_did_not_want(self) -> None:
        # As `nobody` no password is wanted, but the alias says that one is.
        given = self.box.run("cat; id -un", sudo=True, sudo_user="nobody")
        self.assertEqual(given, {"stdout": "nobody\n", "stderr": "", "exit_code": 0})

    def test_the_password_is_in_no_command_line(self) -> None:
        self.box.run("true", sudo=True)
        call = self.box.start("exec", alias="box", command="sleep 4003", sudo=True)
        wait_for(lambda: running(4003))
        listed = subprocess.run(
            ["ps", "-A", "-o", "args="], capture_output=True, text=True, check=True
        )
        self.assertNotIn(self.bench.password, listed.stdout)
        cancel(self.box, call)
        wait_for(lambda: not running(4003))

    def test_nopasswd_asks_nobody_and_says_when_sudo_wants_one_all_the_same(self) -> None:
        self.box.add(sudo="nopasswd")
        given = self.box.run("id -un; id -un", sudo=True, sudo_user="nobody")
        self.assertEqual(given["stdout"], "nobody\nnobody\n")
        result = self.box.call("exec", alias="box", command="id", sudo=True)
        self.assertTrue(result["isError"])
        self.assertIn("a password is required", words(result))
        self.assertEqual(self.box.asked, [])

    def test_an_alias_without_sudo_refuses_it(self) -> None:
        self.box.add(sudo="none")
        result = self.box.call("exec", alias="box", command="id", sudo=True)
        self.assertIn("sudo is not used", words(result))

    def test_calls_that_come_at_once_share_one_question(self) -> None:
        calls = {self.box.start("exec", alias="box", command="id -u", sudo=True) for _ in "abc"}
        while calls:
            message = self.box.read()
            if "method" in message:
                self.box.reply(message)
            else:
                calls.remove(message["id"])
                self.assertEqual(ran(message["result"])["stdout"], "0\n")
        self.assertEqual(len(self.box.asked), 1)

    def test_a_declined_question_lets_the_next_call_ask(self) -> None:
        self.box.declines()
        calls = {self.box.start("exec", alias="box", command="id -u", sudo=True) for _ in "ab"}
        while calls:
            message = self.box.read()
            if "method" in message:
                self.box.reply(message)
            else:
                calls.remove(message["id"])
        self.assertEqual(len(self.box.asked), 2)

    def test_the_modern_era_runs_the_command_once(self) -> None:
        counter = self.bench.home / "counted"
        command = f"echo x >>{counter}; whoami"
        result = self.box.modern_call("exec", alias="box", command=command, sudo=True)
        self.assertEqual(ran(result)["stdout"], "root\n")
        self.assertEqual(counter.read_text(), "x\n")
        self.assertEqual(len(self.box.asked), 1)


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
            wait_for(lambda one=one: not running(one))

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


class TheSystem(SshTest):
    """What is read of a host, and its services."""

    def setUp(self) -> None:
        self.box = self.desk()
        self.box.add()

    def test_the_facts_are_those_of_the_host(self) -> None:
        result = self.box.call("sysinfo", alias="box")
        facts = result["structuredContent"]
        self.assertEqual(facts, json.loads(words(result)))
        self.assertEqual(facts["hostname"], os.uname().nodename)
        self.assertEqual(facts["kernel"], f"Linux {os.uname().release}")
        self.assertEqual(len(facts["load"]), 3)
        self.assertGreater(facts["memory_mib"]["total"], 0)
        self.assertIn("/", [disk["mounted_on"] for disk in facts["disks"]])

    def test_looking_at_a_service_needs_no_sudo_and_changing_it_does(self) -> None:
        user = self.bench.user
        self.box.answers(sudo_password=self.bench.password)
        table = {
            "status": f"systemctl as {user}: --no-pager status -- web.service\n",
            "is-active": f"systemctl as {user}: is-active -- web.service\n",
            "logs": f"journalctl as {user}: --no-pager -n 200 -u web.service\n",
            "restart": "systemctl as root: restart -- web.service\n",
            "enable": "systemctl as root: enable -- web.service\n",
        }
        for action, said in table.items():
            given = ran(self.box.call("systemd", alias="box", service="web.service", action=action))
            self.assertEqual(given, {"stdout": said, "stderr": "", "exit_code": 0})
        self.assertEqual(len(self.box.asked), 1)

    def test_a_name_that_could_be_an_option_is_refused(self) -> None:
        for name in ("--root=/", "a b", "a;b", ""):
            result = self.box.call("systemd", alias="box", service=name)
            self.assertIn("`service` must match", words(result))


def running(seconds: int) -> bool:
    """Whether a `sleep` of that length is there."""
    listed = subprocess.run(["ps", "-A", "-o", "args="], capture_output=True, text=True, check=True)
    return f"sleep {seconds}" in listed.stdout.splitlines()


def cancel(desk: Desk, request: int) -> None:
    """Takes a call back."""
    params = {"requestId": request}
    desk.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})


if __name__ == "__main__":
    unittest.main()
