"""Shows that a command runs as it was written, and what is told of how it ended."""

import json
import os
import unittest
from typing import Any

from ssh_case import SshTest
from ssh_desk import ran, running, wait_for, words

MIB = 1024 * 1024


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


if __name__ == "__main__":
    unittest.main()
