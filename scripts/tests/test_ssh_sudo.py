"""Shows that sudo covers the whole command, and that its password goes nowhere else."""

import subprocess
import time
import unittest

from ssh_case import SshTest
from ssh_desk import cancel, ran, running, wait_for, words

# A hang would take until the time limit of the command, which is longer than this.
HANG_SECONDS = 30.0


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
        self.assertTrue(form["message"].endswith(": run as root: `whoami; whoami`"), form)

    def test_a_field_is_of_one_alias_so_that_no_answer_is_offered_for_another(self) -> None:
        names = []
        for alias in ("box", "other"):
            desk = self.desk()
            desk.add(alias)
            desk.declines()
            desk.call("exec", alias=alias, command="id", sudo=True)
            names += desk.asked[0]["requestedSchema"]["properties"]
        account = f"{self.bench.user}@127.0.0.1:{self.bench.port}"
        self.assertEqual(names, [f"sudo_password_{it}_{account}" for it in ("box", "other")])

    def test_what_the_person_reads_is_one_line_whatever_the_command_holds(self) -> None:
        self.box.declines()
        self.box.call("exec", alias="box", command="id\n\u202eall is well", sudo=True)
        self.assertTrue(self.box.asked[0]["message"].endswith("`id\\n\\u202eall is well`"))

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

    def test_two_modern_calls_at_once_each_get_their_own_answer(self) -> None:
        good = {"sudo_password": self.bench.password}
        calls = {
            word: {"alias": "box", "command": f"echo {word}; id -u", "sudo": True}
            for word in ("one", "two")
        }
        opened = {word: self.box.modern_round("exec", it) for word, it in calls.items()}
        self.box.answers(sudo_password="not this one")
        wrong = {"one": self.box.answered(opened["one"])}
        self.box.answers(**good)
        right = {"two": self.box.answered(opened["two"])}
        asked = {
            word: self.box.start_modern("exec", calls[word], more)
            for word, more in (right | wrong).items()
        }
        came = {message["id"]: message["result"] for message in (self.box.read(), self.box.read())}
        self.assertEqual(ran(came[asked["two"]])["stdout"], "two\n0\n")
        refused = came[asked["one"]]
        self.assertNotIn("one\n0\n", str(refused), "another's answer does not do for it")
        self.assertTrue(refused.get("isError"), refused)

    def test_a_no_in_the_modern_era_counts_whatever_another_call_was_given(self) -> None:
        marked = self.bench.home / "marked"
        call = {"alias": "box", "command": f"touch {marked}", "sudo": True}
        opened = self.box.modern_round("exec", call)
        result = self.box.modern_call("exec", alias="box", command="id -u", sudo=True)
        self.assertEqual(ran(result)["stdout"], "0\n")
        self.box.declines()
        request = self.box.start_modern("exec", call, self.box.answered(opened))
        result = self.box.answer_to(request)["result"]
        self.assertIn("Nothing was done", words(result))
        self.assertFalse(marked.exists())


if __name__ == "__main__":
    unittest.main()
