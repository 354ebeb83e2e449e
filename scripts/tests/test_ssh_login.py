"""Shows how the SSH server logs in, what it asks of the person, and what it will not trust."""

import os
import shutil
import subprocess
import unittest
from pathlib import Path

from ssh_case import SshTest
from ssh_desk import Desk, words

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
        change = ["ssh-keygen", "-q", "-p", "-P", self.bench.passphrase, "-N", "", "-f", opened]
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


class HostKeys(SshTest):
    """A host is trusted by its key alone."""

    def refused(self, desk: Desk) -> str:
        """What a call says that must not reach the host; nobody may be asked for it."""
        result = desk.call("exec", alias="box", command="true")
        self.assertTrue(result["isError"])
        self.assertEqual(desk.asked, [])
        return words(result)

    def test_an_unknown_host_is_refused_before_anybody_is_asked(self) -> None:
        desk = self.desk()
        desk.known_hosts.unlink()
        desk.add(auth="password")
        said = self.refused(desk)
        self.assertIn("is unknown; it shows the key ssh-ed25519 SHA256:", said)
        self.assertIn("accept_new_host_key", said)

    def test_a_key_that_is_accepted_is_kept_in_a_file_of_its_own(self) -> None:
        desk = self.desk()
        desk.known_hosts.unlink()
        desk.add(accept_new_host_key=True)
        desk.run("true")
        kept = desk.aliases.parent / "ssh_known_hosts"
        self.assertEqual(kept.read_text(), self.bench.known_line("host"))
        self.assertEqual(kept.stat().st_mode & 0o777, 0o600)
        self.assertFalse(desk.known_hosts.exists(), "the person's own file is only read")
        # From now on the host is known, whether or not the alias would accept a new key.
        desk.add()
        desk.run("true")

    def test_a_changed_key_is_refused_even_where_a_new_one_would_be_accepted(self) -> None:
        desk = self.desk({"SSH_MCP_POOL_TTL": "0"})
        desk.known_hosts.unlink()
        desk.add(accept_new_host_key=True)
        desk.run("true")
        self.bench.stop()
        self.bench.start("other_host")
        self.addCleanup(self.bench.start, "host", "host_rsa")
        self.addCleanup(self.bench.stop)
        said = self.refused(desk)
        self.assertIn("shows another key than before", said)
        kept = desk.aliases.parent / "ssh_known_hosts"
        self.assertEqual(kept.read_text(), self.bench.known_line("host"))
        # Whoever learns the new key, as `ssh` does, says that it is right.
        desk.knows_the_host("other_host")
        desk.run("true")

    def test_a_host_known_by_another_of_its_keys_is_asked_for_that_one(self) -> None:
        desk = self.desk()
        desk.knows_the_host("host_rsa")
        desk.add()
        self.assertEqual(desk.run("echo in")["stdout"], "in\n")

    def test_a_hashed_name_is_known(self) -> None:
        desk = self.desk()
        desk.add()
        subprocess.run(
            ["ssh-keygen", "-q", "-H", "-f", desk.known_hosts],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.assertTrue(desk.known_hosts.read_text().startswith("|1|"))
        self.assertEqual(desk.run("echo in")["stdout"], "in\n")

    def test_a_revoked_key_is_refused(self) -> None:
        desk = self.desk()
        desk.known_hosts.write_text(f"@revoked {self.bench.known_line('host')}")
        desk.add(accept_new_host_key=True)
        self.assertIn("marked as revoked", self.refused(desk))

    def test_a_host_that_is_not_there_is_said_before_anybody_is_asked(self) -> None:
        desk = self.desk()
        desk.add(auth="password", port=1)
        self.assertIn("Cannot connect to `127.0.0.1` port 1", self.refused(desk))


class Pooled(SshTest):
    """Connections are shared, and made anew when they are gone."""

    def test_calls_share_a_connection_until_its_time_is_over(self) -> None:
        desk = self.desk()
        desk.add()
        before = self.bench.logins("publickey")
        desk.run("true")
        desk.call("list_files", alias="box", path="~")
        self.assertEqual(self.bench.logins("publickey"), before + 1)

    def test_a_lost_connection_is_made_anew(self) -> None:
        desk = self.desk()
        desk.add()
        desk.run("true")
        self.bench.cut()
        self.assertEqual(desk.run("echo again")["stdout"], "again\n")

    def test_an_alias_that_changes_leads_to_the_new_account_at_once(self) -> None:
        desk = self.desk()
        desk.add()
        desk.run("true")
        desk.add(auth="password")
        desk.answers(password=self.bench.password)
        desk.run("true")
        self.assertEqual(len(desk.asked), 1)

    def test_calls_that_come_at_once_share_one_question(self) -> None:
        desk = self.desk()
        desk.add(auth="password")
        desk.answers(password=self.bench.password)
        calls = {desk.start("exec", alias="box", command=f"echo {n}") for n in range(4)}
        while calls:
            message = desk.read()
            if "method" in message:
                desk.reply(message)
            else:
                calls.remove(message["id"])
                self.assertFalse(message["result"]["isError"], message)
        self.assertEqual(len(desk.asked), 1)


class WhileAQuestionIsOpen(SshTest):
    """The server goes on listening, in both eras."""

    def test_messages_that_arrive_meanwhile_are_answered(self) -> None:
        desk = self.desk()
        desk.add(auth="password")
        desk.answers(password=self.bench.password)
        waiting = desk.start("exec", alias="box", command="echo done")
        question = desk.read()
        self.assertEqual(question["method"], "elicitation/create")
        self.assertEqual(desk.legacy("ping")["result"], {})
        self.assertIn("box", words(desk.call("list_aliases")))
        desk.reply(question)
        self.assertIn("done", words(desk.result_of(waiting)))

    def test_a_cancelled_question_is_withdrawn_and_the_next_call_asks_anew(self) -> None:
        desk = self.desk()
        desk.add(auth="password")
        desk.answers(password=self.bench.password)
        waiting = desk.start("exec", alias="box", command="true")
        question = desk.read()
        cancel = {"requestId": waiting}
        desk.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel})
        withdrawn = desk.read()
        self.assertEqual(withdrawn["params"], {"requestId": question["id"]})
        self.assertEqual(desk.run("echo next")["stdout"], "next\n")

    def test_the_modern_era_asks_for_everything_in_one_round(self) -> None:
        desk = self.desk(NOTHING_HELD)
        desk.add(auth="password")
        desk.answers(password=self.bench.password, sudo_password=self.bench.password)
        result = desk.modern_call("exec", alias="box", command="whoami; whoami", sudo=True)
        self.assertEqual(result["structuredContent"]["stdout"], "root\nroot\n")
        (form,) = desk.asked
        self.assertEqual(list(form["requestedSchema"]["properties"]), ["password", "sudo_password"])


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
