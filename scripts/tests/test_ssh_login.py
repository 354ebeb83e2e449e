"""Shows how the SSH server logs in, what it asks of the person, and what it will not trust."""

import os
import shutil
import subprocess
import unittest
from pathlib import Path

from ssh_case import SshTest
from ssh_desk import words

NOTHING_HELD = {"SSH_MCP_LOGIN_PW_TTL": "0", "SSH_MCP_SUDO_PW_TTL": "0", "SSH_MCP_POOL_TTL": "0"}


class ByPassword(SshTest):
    """The person is asked when it is needed, and not oftener."""

    def test_the_password_is_asked_for_once_and_the_form_names_the_account(self) -> None:
        desk = self.desk({"SSH_MCP_POOL_TTL": "0"})
        desk.add(auth="password")
        desk.answers(password=self.bench.password)
        for _ in range(2):
            self.assertEqual(desk.run("id -un")["stdout"], f"{self.bench.user}\n")
        (form,) = desk.asked
        self.assertIn("`id -un`", form["message"])
        (field,) = form["requestedSchema"]["properties"].values()
        self.assertEqual(field["format"], "password")
        self.assertIn(f"{self.bench.user}@127.0.0.1:{self.bench.port}", field["title"])

    def test_a_password_that_may_not_be_held_is_asked_for_each_time(self) -> None:
        desk = self.desk(NOTHING_HELD)
        desk.add(auth="password")
        desk.answers(password=self.bench.password)
        desk.run("true")
        desk.run("true")
        self.assertEqual(len(desk.asked), 2)

    def test_a_wrong_password_is_said_and_not_kept(self) -> None:
        desk = self.desk()
        desk.add(auth="password")
        desk.answers(password="wrong")
        result = desk.call("exec", alias="box", command="true")
        self.assertTrue(result["isError"])
        self.assertIn("refused the password. It was not kept", words(result))
        desk.answers(password=self.bench.password)
        self.assertEqual(desk.run("echo in")["stdout"], "in\n")
        self.assertEqual(len(desk.asked), 2)

    def test_a_held_password_that_the_host_no_longer_takes_is_dropped(self) -> None:
        desk = self.desk({"SSH_MCP_POOL_TTL": "0"})
        desk.add(auth="password")
        desk.answers(password=self.bench.password)
        desk.run("true")
        self.bench.set_password("another-one")
        self.addCleanup(self.bench.set_password, self.bench.password)
        self.assertTrue(desk.call("exec", alias="box", command="true")["isError"])
        desk.answers(password="another-one")
        desk.run("true")
        self.assertEqual(len(desk.asked), 2)

    def test_a_person_who_declines_is_heard_and_asked_again_by_the_next_call(self) -> None:
        desk = self.desk()
        desk.add(auth="password")
        desk.declines()
        result = desk.call("exec", alias="box", command="true")
        self.assertTrue(result["isError"])
        self.assertIn("The person gave no password of", words(result))
        desk.call("exec", alias="box", command="true")
        self.assertEqual(len(desk.asked), 2)

    def test_with_a_password_no_key_and_no_agent_is_tried(self) -> None:
        desk = self.desk(self.agent("key"))
        shutil.copy(self.bench.key("key"), desk.home / ".ssh/id_ed25519")
        desk.add(auth="password", identity_file=self.bench.key("key"))
        desk.answers(password=self.bench.password)
        before = self.bench.log().count("publickey")
        desk.run("true")
        self.assertEqual(self.bench.log().count("publickey"), before)

    def agent(self, key: str) -> dict[str, str]:
        """An agent that holds a key, by its place in the environment."""
        return start_agent(self, Path(self.bench.key(key)))

    def test_a_client_that_cannot_ask_is_told_so(self) -> None:
        desk = self.desk()
        desk.add(auth="password")
        desk.initialize()
        result = desk.call("exec", alias="box", command="true")
        self.assertTrue(result["isError"])
        self.assertIn("capability `elicitation`", words(result))

    def test_no_password_is_in_any_file_or_log(self) -> None:
        desk = self.desk()
        desk.add(auth="password")
        desk.answers(password=self.bench.password, sudo_password=self.bench.password)
        self.assertEqual(desk.run("id -u", sudo=True)["stdout"], "0\n")
        files = [path for path in desk.home.rglob("*") if path.is_file()]
        self.assertIn(desk.aliases, files)
        for path in files:
            self.assertNotIn(self.bench.password, path.read_text(), path)
        _, logged = desk.close()
        self.assertIn("tool=exec", logged)
        self.assertNotIn(self.bench.password, logged)


class ByKey(SshTest):
    """Keys that are named, usual, held by an agent, or closed by a passphrase."""

    def setUp(self) -> None:
        self.locked = self.bench.key("locked_key")

    def test_the_key_that_the_alias_names_opens_without_a_question(self) -> None:
        for name in ("key", "rsa_key"):
            desk = self.desk()
            desk.add(identity_file=self.bench.key(name))
            self.assertEqual(desk.run("echo in")["stdout"], "in\n")

    def test_without_a_name_the_usual_keys_are_tried(self) -> None:
        desk = self.desk()
        shutil.copy(self.bench.key("stranger"), desk.home / ".ssh/id_ed25519")
        shutil.copy(self.bench.key("rsa_key"), desk.home / ".ssh/id_rsa")
        desk.add(identity_file="")
        self.assertEqual(desk.run("echo in")["stdout"], "in\n")

    def test_a_key_of_the_agent_is_tried(self) -> None:
        desk = self.desk(start_agent(self, Path(self.bench.key("key"))))
        desk.add(identity_file="")
        self.assertEqual(desk.run("echo in")["stdout"], "in\n")

    def test_a_key_that_the_host_does_not_know_is_said(self) -> None:
        desk = self.desk()
        desk.add(identity_file=self.bench.key("stranger"))
        self.assertIn("refused the key", words(desk.call("exec", alias="box", command="true")))

    def test_without_any_key_it_says_what_to_do(self) -> None:
        desk = self.desk()
        desk.add(identity_file="")
        self.assertIn("Set `identity_file`", words(desk.call("exec", alias="box", command="true")))

    def test_a_passphrase_is_asked_for_once(self) -> None:
        desk = self.desk({"SSH_MCP_POOL_TTL": "0"})
        desk.add(identity_file=self.locked)
        desk.answers(passphrase=self.bench.passphrase)
        for _ in range(2):
            self.assertEqual(desk.run("echo in")["stdout"], "in\n")
        (form,) = desk.asked
        (field,) = form["requestedSchema"]["properties"].values()
        self.assertEqual((field["format"], self.locked in field["title"]), ("password", True))

    def test_a_wrong_passphrase_is_said_and_not_kept(self) -> None:
        desk = self.desk()
        desk.add(identity_file=self.locked)
        desk.answers(passphrase="wrong")
        result = words(desk.call("exec", alias="box", command="true"))
        self.assertIn("does not open the key", result)
        desk.answers(passphrase=self.bench.passphrase)
        desk.run("true")
        self.assertEqual(len(desk.asked), 2)

    def test_the_passphrase_of_the_environment_is_used_and_nobody_asked(self) -> None:
        desk = self.desk({"SSH_MCP_KEY_PASSPHRASE": self.bench.passphrase})
        desk.add(identity_file=self.locked)
        self.assertEqual(desk.run("echo in")["stdout"], "in\n")
        wrong = self.desk({"SSH_MCP_KEY_PASSPHRASE": "wrong"})
        wrong.add(identity_file=self.locked)
        result = words(wrong.call("exec", alias="box", command="true"))
        self.assertIn("does not open the key", result)

    def test_a_locked_key_that_the_agent_holds_needs_no_passphrase(self) -> None:
        desk = self.desk()
        opened = desk.home / "opened"
        shutil.copy(self.locked, opened)
        change = [
            "ssh-keygen",
            "-q",
            "-p",
            "-P",
            self.bench.passphrase,
            "-N",
            "",
            "-f",
            str(opened),
        ]
        subprocess.run(change, check=True, stdout=subprocess.DEVNULL)
        helped = self.desk(start_agent(self, opened))
        helped.add(identity_file=self.locked)
        self.assertEqual(helped.run("echo in")["stdout"], "in\n")

    def test_a_file_that_is_no_key_is_named(self) -> None:
        desk = self.desk()
        desk.add(identity_file=self.bench.key("key.pub"))
        result = words(desk.call("exec", alias="box", command="true"))
        self.assertIn("key.pub holds no private key", result)
        desk.add(identity_file="~/missing")
        result = words(desk.call("exec", alias="box", command="true"))
        self.assertEqual(result, f"There is no key file {desk.home}/missing.")


def start_agent(test: unittest.TestCase, key: Path) -> dict[str, str]:
    """An agent of its own for a test that holds one key."""
    socket = key.parent / f"agent-{os.urandom(4).hex()}"
    agent = subprocess.Popen(["ssh-agent", "-D", "-a", socket], stdout=subprocess.DEVNULL)
    test.addCleanup(agent.wait)
    test.addCleanup(agent.terminate)
    env = {"SSH_AUTH_SOCK": str(socket)}
    while not socket.exists():
        assert agent.poll() is None, "the agent ended"
    subprocess.run(
        ["ssh-add", "-q", key], env=os.environ | env, check=True, stdin=subprocess.DEVNULL
    )
    return env


if __name__ == "__main__":
    unittest.main()
