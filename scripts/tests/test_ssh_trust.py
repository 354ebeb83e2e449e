"""Shows which hosts the SSH server trusts, and how calls share a connection and a question."""

import subprocess
import unittest

from ssh_case import SshTest
from ssh_desk import Desk, wait_for, words

NOTHING_HELD = {"SSH_MCP_LOGIN_PW_TTL": "0", "SSH_MCP_SUDO_PW_TTL": "0", "SSH_MCP_POOL_TTL": "0"}


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

    def test_a_connection_that_nobody_uses_is_closed_after_its_time(self) -> None:
        desk = self.desk({"SSH_MCP_POOL_TTL": "0.2"})
        desk.add()
        self.assertEqual(desk.run("sleep 0.5; echo in")["stdout"], "in\n", "in use it stays")
        wait_for(lambda: not self.bench.processes())

    def test_a_connection_of_an_alias_that_is_removed_is_closed(self) -> None:
        desk = self.desk()
        desk.add()
        desk.run("true")
        self.assertTrue(self.bench.processes())
        self.assertEqual(words(desk.call("remove_alias", alias="box")), "Removed `box`.")
        wait_for(lambda: not self.bench.processes())

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
        account = f"{self.bench.user}@127.0.0.1:{self.bench.port}"
        asked = list(form["requestedSchema"]["properties"])
        self.assertEqual(asked, [f"password_box_{account}"], "for the login and sudo, once")


if __name__ == "__main__":
    unittest.main()
