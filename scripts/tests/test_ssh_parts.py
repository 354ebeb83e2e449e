"""Shows the rules of the SSH server that need no host: its files, its words and its clocks."""

import json
import os
import stat
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any

from talk import SCRIPTS

sys.path.insert(0, str(SCRIPTS))

from mcp_stdio import ToolError  # noqa: E402
from ssh_mcp.aliases import AliasFile, parse  # noqa: E402
from ssh_mcp.held import Held  # noqa: E402
from ssh_mcp.host_keys import HostKey, judge, known_in  # noqa: E402
from ssh_mcp.settings import read_settings  # noqa: E402

HOME = Path("/home/ann")
ENTRY = {"hostname": "example.org", "username": "ann"}
KEY, OTHER = HostKey("ssh-ed25519", "QUFB"), HostKey("ssh-rsa", "QkJC")


class TheSettings(unittest.TestCase):
    """What the environment may say."""

    def test_without_a_word_the_files_lie_beside_the_data_and_live_five_minutes(self) -> None:
        settings = read_settings({}, HOME)
        folder = HOME / ".local/share/steward/secrets"
        self.assertEqual(settings.aliases, folder / "ssh_aliases.json")
        self.assertEqual(settings.known_hosts, folder / "ssh_known_hosts")
        times = (settings.login_ttl, settings.sudo_ttl, settings.pool_ttl)
        self.assertEqual(times, (300, 300, 300))

    def test_the_data_folder_is_found_as_steward_finds_it(self) -> None:
        table = {
            "/data/steward": {"XDG_DATA_HOME": "/data"},
            "/home/ann/.local/share/steward": {"XDG_DATA_HOME": "not/absolute"},
            "/elsewhere": {"XDG_DATA_HOME": "/data", "STEWARD_DATA_DIR": "/elsewhere"},
        }
        for folder, env in table.items():
            path = read_settings(env, HOME).aliases
            self.assertEqual(str(path), f"{folder}/secrets/ssh_aliases.json")
        chosen = read_settings({"SSH_MCP_ALIASES": "/my/hosts.json"}, HOME)
        self.assertEqual(str(chosen.aliases), "/my/hosts.json")
        self.assertEqual(str(chosen.known_hosts), "/my/ssh_known_hosts")

    def test_a_time_that_is_none_is_named(self) -> None:
        for bad in ("soon", "-1", "nan", "inf"):
            with self.assertRaisesRegex(ValueError, "SSH_MCP_SUDO_PW_TTL must be a number"):
                read_settings({"SSH_MCP_SUDO_PW_TTL": bad}, HOME)

    def test_the_passphrase_is_not_printed(self) -> None:
        settings = read_settings({"SSH_MCP_KEY_PASSPHRASE": "canary"}, HOME)
        self.assertEqual(settings.passphrase, "canary")
        self.assertNotIn("canary", repr(settings))


class TheAliasFile(unittest.TestCase):
    """Kept whole, private, and without a secret."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "secrets/ssh_aliases.json"
        self.file = AliasFile(self.path)

    def test_it_is_made_for_its_owner_alone_and_replaced_whole(self) -> None:
        old = os.umask(0)
        self.addCleanup(os.umask, old)
        self.assertFalse(self.file.put(parse("a", ENTRY)))
        first = self.path.stat()
        self.assertEqual(stat.S_IMODE(first.st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(self.path.parent.stat().st_mode), 0o700)
        reader = self.path.open()
        self.addCleanup(reader.close)
        self.assertTrue(self.file.put(parse("a", ENTRY | {"port": 2222})))
        self.assertEqual(json.load(reader)["a"]["port"], 22, "who has the old one reads it on")
        self.assertEqual(stat.S_IMODE(self.path.stat().st_mode), 0o600)
        self.assertEqual(os.listdir(self.path.parent), [self.path.name])
        self.assertEqual(self.file.get("a").port, 2222)

    def test_it_can_hold_no_secret(self) -> None:
        self.file.put(parse("a", ENTRY))
        fields = set(json.loads(self.path.read_text())["a"])
        self.assertFalse([name for name in fields if "pass" in name or "secret" in name])
        with self.assertRaisesRegex(ToolError, "`a` .* There is no argument `password`"):
            parse("a", ENTRY | {"password": "canary"})

    def test_a_broken_file_is_named_and_not_written_over(self) -> None:
        self.path.parent.mkdir()
        for broken in ("{", "[]", '{"a": '):
            self.path.write_text(broken)
            with self.assertRaisesRegex(ToolError, "ssh_aliases.json"):
                self.file.put(parse("a", ENTRY))
            self.assertEqual(self.path.read_text(), broken)

    def test_one_wrong_entry_does_not_cost_the_others(self) -> None:
        self.file.put(parse("good", ENTRY))
        entries = json.loads(self.path.read_text()) | {"bad": {"hostname": "x"}, "worse": 7}
        self.path.write_text(json.dumps(entries))
        self.assertEqual(self.file.get("good").hostname, "example.org")
        for name, said in (("bad", "`username` is missing"), ("worse", "is no object")):
            with self.assertRaisesRegex(ToolError, said):
                self.file.get(name)
        self.file.remove("good")
        self.assertEqual(set(self.file.entries()), {"bad", "worse"})

    def test_an_alias_that_is_not_there_is_named_with_those_that_are(self) -> None:
        for known in ("none yet", "`a`"):
            for act in (self.file.get, self.file.remove):
                with self.assertRaisesRegex(ToolError, f"no alias `x`. Known: {known}."):
                    act("x")
            self.file.put(parse("a", ENTRY))

    def test_changes_at_the_same_time_are_all_kept(self) -> None:
        def put(n: int) -> None:
            self.file.put(parse(f"a{n}", ENTRY))

        threads = [threading.Thread(target=put, args=(n,)) for n in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(self.file.entries()), 20)

    def test_a_host_name_cannot_write_a_line_of_its_own(self) -> None:
        for name in ("a b", "a\nb", "a,b", "*", "@revoked", "#x", ""):
            with self.assertRaises(ToolError):
                parse("a", ENTRY | {"hostname": name})


class HeldSecrets(unittest.TestCase):
    """Passwords in memory, under a clock that stands still."""

    def setUp(self) -> None:
        self.now = 0.0
        self.held = Held(300, lambda: self.now)

    def test_a_secret_is_held_for_its_time_from_when_it_was_given(self) -> None:
        self.held.put("a", "s")
        self.now = 299.9
        self.assertEqual(self.held.get("a"), "s")
        self.now = 300.0
        self.assertIsNone(self.held.get("a"))

    def test_what_is_too_old_leaves_the_memory_unasked(self) -> None:
        self.held.put("a", "s")
        self.now = 301.0
        self.held.sweep()
        self.assertNotIn("s", [it.secret for it in self.held._holdings.values()])

    def test_a_refused_one_is_forgotten(self) -> None:
        self.held.put("a", "s")
        self.held.drop("a")
        self.assertIsNone(self.held.get("a"))

    def test_without_a_time_nothing_is_held(self) -> None:
        none = Held(0, lambda: self.now)
        none.put("a", "s")
        self.assertIsNone(none.get("a"))

    def test_it_is_not_printed(self) -> None:
        self.held.put("a", "canary")
        self.assertNotIn("canary", repr(vars(self.held)))


class KnownHosts(unittest.TestCase):
    """What lines of known hosts say, and what follows from them."""

    def alias(self, **more: Any) -> Any:
        """An alias for the host of these tests."""
        return parse("a", ENTRY | more)

    def test_the_names_of_a_line(self) -> None:
        table = [
            ("example.org ssh-rsa QkJC", True),
            ("EXAMPLE.ORG,10.0.0.1 ssh-rsa QkJC comment", True),
            ("*.org ssh-rsa QkJC", True),
            ("*.org,!example.org ssh-rsa QkJC", False),
            ("example.or? ssh-rsa QkJC", True),
            ("example.org.evil ssh-rsa QkJC", False),
            ("exampleXorg ssh-rsa QkJC", False),
            ("[example.org]:2222 ssh-rsa QkJC", False),
            ("# example.org ssh-rsa QkJC", False),
            ("@cert-authority example.org ssh-rsa QkJC", False),
            ("example.org ssh-rsa", False),
            ("|1|no|base64 ssh-rsa QkJC", False),
            ("", False),
        ]
        for line, names in table:
            self.assertEqual(bool(known_in([line], "example.org")), names, line)

    def test_a_known_key_is_trusted_and_an_accepted_one_is_to_be_remembered(self) -> None:
        known = known_in(["example.org ssh-ed25519 QUFB"], "example.org")
        self.assertFalse(judge(self.alias(), KEY, known))
        self.assertTrue(judge(self.alias(accept_new_host_key=True), KEY, []))

    def test_everything_else_is_refused_in_words(self) -> None:
        known = known_in(["example.org ssh-ed25519 QUFB"], "example.org")
        revoked = known_in(["@revoked * ssh-rsa QkJC", "* ssh-rsa QkJC"], "example.org")
        table = [
            ("is unknown", [], False),
            ("another key", known, True),
            ("revoked", revoked, True),
        ]
        for said, lines, accepting in table:
            alias = self.alias(accept_new_host_key=accepting, port=2222)
            with self.assertRaisesRegex(ToolError, rf"`\[example.org\]:2222` .*{said}"):
                judge(alias, OTHER, lines)


if __name__ == "__main__":
    unittest.main()
