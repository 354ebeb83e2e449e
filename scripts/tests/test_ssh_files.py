"""Shows that files of a host read and edit like local ones, and that copies arrive whole."""

import os
import shutil
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

from file_case import plant
from file_cases import CASES
from ssh_case import SshTest
from ssh_desk import wait_for, words


class FilesTest(SshTest):
    """A desk with an alias, a folder on the host that its user owns, and one here."""

    def setUp(self) -> None:
        self.box = self.desk()
        self.box.add()
        self.there = Path(tempfile.mkdtemp(dir=self.bench.home))
        self.addCleanup(shutil.rmtree, self.there)
        self.here = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.here)
        self.own()

    def own(self) -> None:
        """Gives all that was made on the host to its user."""
        user = f"{self.bench.user}:{self.bench.user}"
        subprocess.run(["chown", "-hR", user, str(self.there)], check=True)

    def call(self, tool: str, **arguments: Any) -> str:
        """The text of a call that must work."""
        result = self.box.call(tool, alias="box", **arguments)
        self.assertFalse(result["isError"], words(result))
        return words(result)

    def refused(self, tool: str, **arguments: Any) -> str:
        """The text of a call that must fail."""
        result = self.box.call(tool, alias="box", **arguments)
        self.assertTrue(result["isError"], words(result))
        return words(result)


class TheTable(FilesTest):
    """The same rows as for the local files server."""

    def test_every_case_answers_as_the_table_says(self) -> None:
        for number, case in enumerate(CASES):
            with self.subTest(case.name):
                root = self.there / str(number)
                root.mkdir()
                plant(case.tree, root)
                self.own()
                result = self.box.call(case.tool, alias="box", **case.given(str(root)))
                self.assertEqual(words(result), case.answer(str(root)))
                self.assertEqual(result["isError"], case.fails)
                self.assertEqual(case.wrong_files(root), {})


class Disk(FilesTest):
    """What is particular to a disk behind SFTP."""

    def test_a_tilde_is_the_home_folder_and_other_paths_start_there(self) -> None:
        (self.bench.home / "note").write_text("at home\n")
        for path in ("~/note", "note", f"{self.bench.home}/note"):
            self.assertIn("at home", self.call("read_file", path=path))
        self.assertIn("note (8 bytes)", self.call("list_files", path="~"))

    def test_an_edit_keeps_mode_and_link_and_leaves_nothing_behind(self) -> None:
        path = self.there / "run.sh"
        path.write_text("echo one\n")
        path.chmod(0o750)
        (self.there / "link").symlink_to("run.sh")
        self.own()
        self.call("edit_file", path=f"{self.there}/link", old="one", new="two")
        self.assertEqual(path.read_text(), "echo two\n")
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o750)
        self.assertEqual(sorted(os.listdir(self.there)), ["link", "run.sh"])

    def test_what_the_login_user_may_not_do_is_said_and_nothing_changes(self) -> None:
        path = self.there / "read-only"
        path.write_text("one\n")
        self.own()
        path.chmod(0o444)
        said = self.refused("edit_file", path=str(path), old="one", new="two")
        self.assertIn("permission denied", said)
        self.assertEqual(path.read_text(), "one\n")
        self.assertEqual(os.listdir(self.there), ["read-only"])
        self.assertIn("permission denied", self.refused("read_file", path="/etc/shadow"))

    def test_the_tools_that_write_say_how_to_write_what_needs_more_rights(self) -> None:
        listed = {tool["name"]: tool for tool in self.box.legacy("tools/list")["result"]["tools"]}
        for name in ("edit_file", "replace_lines", "upload"):
            self.assertIn("sudo=true", listed[name]["description"])
            self.assertIn("`tee`", listed[name]["description"])

    def test_one_name_that_is_no_text_does_not_cost_the_others(self) -> None:
        (self.there / "good").write_text("x\n")
        (self.there / os.fsdecode(b"bad\xff")).write_text("x\n")
        self.own()
        listed = self.call("list_files", path=str(self.there)).splitlines()[1:]
        self.assertEqual(listed, ["bad\\udcff (2 bytes)", "good (2 bytes)"])
        found = self.call("grep_files", path=str(self.there), pattern="x")
        self.assertIn("2 matching lines in 2 files", found)

    def test_a_file_whose_size_is_not_known_is_read(self) -> None:
        self.assertIn("Linux version", self.call("read_file", path="/proc/version"))

    def test_a_large_file_is_read_in_order(self) -> None:
        lines = [f"{n:07}" for n in range(100_000)]
        (self.there / "large").write_text("\n".join(lines) + "\n")
        self.own()
        shown = self.call("read_file", path=f"{self.there}/large", start_line=99_999)
        self.assertTrue(shown.endswith(" 99999\t0099998\n100000\t0099999"), shown)

    def test_edits_at_the_same_time_are_all_kept(self) -> None:
        path = self.there / "a"
        path.write_text("".join(f"<{n}>\n" for n in range(8)))
        self.own()
        calls = set()
        for n in range(8):
            given = {"alias": "box", "path": str(path), "old": f"<{n}>", "new": f"[{n}]"}
            calls.add(self.box.start("edit_file", **given))
        while calls:
            answer = self.box.read()
            calls.remove(answer["id"])
            self.assertFalse(answer["result"]["isError"], answer)
        self.assertEqual(path.read_text(), "".join(f"[{n}]\n" for n in range(8)))


class Copies(FilesTest):
    """Upload and download, of files and of folders."""

    def setUp(self) -> None:
        super().setUp()
        tree = {"a.bin": bytes(range(256)) * 5000, "deep/er/b": b"b", "empty": None}
        plant(tree, self.here / "tree")
        (self.here / "tree/deep/run").write_text("#!/bin/sh\n")
        (self.here / "tree/deep/run").chmod(0o755)

    def same(self, one: Path, other: Path) -> None:
        """Two folders hold the same."""
        compared = subprocess.run(
            ["diff", "-r", one, other], capture_output=True, text=True, check=False
        )
        self.assertEqual(compared.stdout + compared.stderr, "")

    def test_a_folder_goes_there_and_comes_back_the_same(self) -> None:
        said = self.call(
            "upload", local_path=f"{self.here}/tree", remote_path=f"{self.there}/new/one"
        )
        self.assertEqual(said, f"Uploaded 3 files (1,280,011 bytes) to `{self.there}/new/one`.")
        self.same(self.here / "tree", self.there / "new/one")
        self.assertEqual(stat.S_IMODE((self.there / "new/one/deep/run").stat().st_mode), 0o755)
        said = self.call(
            "download", remote_path=f"{self.there}/new/one", local_path=f"{self.here}/back/two"
        )
        self.assertEqual(said, f"Downloaded 3 files (1,280,011 bytes) to `{self.here}/back/two`.")
        self.same(self.here / "tree", self.here / "back/two")
        self.assertEqual(stat.S_IMODE((self.here / "back/two/deep/run").stat().st_mode), 0o755)

    def test_where_a_copy_lands(self) -> None:
        (self.here / "f").write_text("f")
        (self.there / "folder").mkdir()
        (self.there / "old").write_text("old")
        self.own()
        table = [
            ("f", "folder", "folder/f"),
            ("f", "made/", "made/f"),
            ("f", "some/where/g", "some/where/g"),
            ("f", "old", "old"),
            ("tree", "folder", "folder/tree/deep/er/b"),
            ("tree/", "folder/in/", "folder/in/tree/deep/er/b"),
            ("tree", "fresh", "fresh/deep/er/b"),
        ]
        for source, target, landed in table:
            with self.subTest(f"{source} to {target}"):
                self.call(
                    "upload",
                    local_path=f"{self.here}/{source}",
                    remote_path=f"{self.there}/{target}",
                )
                content = (self.there / landed).read_text()
                self.assertEqual(content, "b" if landed.endswith("b") else "f")
        for source, target, landed in table:
            with self.subTest(f"{source} from {target}"):
                back = self.here / "back"
                (back / "folder").mkdir(parents=True, exist_ok=True)
                plant({"f": b"f", "tree/deep/er/b": b"b"}, self.there / "source")
                self.own()
                self.call(
                    "download",
                    remote_path=f"{self.there}/source/{source}",
                    local_path=f"{back}/{target}",
                )
                content = (back / landed).read_text()
                self.assertEqual(content, "b" if landed.endswith("b") else "f")

    def test_a_relative_path_on_the_host_starts_at_home(self) -> None:
        (self.here / "f").write_text("f")
        self.call("upload", local_path=f"{self.here}/f", remote_path="~/from-home/")
        self.assertEqual((self.bench.home / "from-home/f").read_text(), "f")
        self.call("download", remote_path="from-home", local_path=f"{self.here}/")
        self.assertEqual((self.here / "from-home/f").read_text(), "f")

    def test_links_to_files_are_followed_and_the_rest_is_named(self) -> None:
        tree = self.here / "links"
        plant({"a": b"a"}, tree)
        for name, target in (("file", "a"), ("folder", "."), ("nowhere", "missing")):
            (tree / name).symlink_to(target)
        os.mkfifo(tree / "pipe")
        left_out = [
            "Left out 3:",
            "folder (a link that leads to no file)",
            "nowhere (a link that leads to no file)",
            "pipe (neither file nor folder)",
        ]
        said = self.call("upload", local_path=str(tree), remote_path=f"{self.there}/links")
        self.assertEqual(said.splitlines()[1:], left_out)
        self.assertEqual((self.there / "links/file").read_text(), "a")
        shutil.rmtree(self.there / "links")
        shutil.copytree(tree, self.there / "links", symlinks=True, ignore=lambda *_: ["pipe"])
        os.mkfifo(self.there / "links/pipe")
        self.own()
        said = self.call(
            "download", remote_path=f"{self.there}/links", local_path=f"{self.here}/back"
        )
        self.assertEqual(said.splitlines()[1:], left_out)
        self.assertEqual((self.here / "back/file").read_text(), "a")

    def test_a_copy_that_is_refused_says_so_and_leaves_the_old_file(self) -> None:
        (self.here / "f").write_text("new")
        (self.there / "old").write_text("old")
        self.own()
        (self.there / "old").chmod(0o444)
        said = self.refused("upload", local_path=f"{self.here}/f", remote_path=f"{self.there}/old")
        self.assertEqual(said, "Upload stopped at it: permission denied; 0 of 1 files were copied.")
        self.assertEqual((self.there / "old").read_text(), "old")
        self.assertEqual(os.listdir(self.there), ["old"])
        said = self.refused("download", remote_path="/etc/shadow", local_path=f"{self.here}/x")
        self.assertIn("permission denied", said)
        self.assertFalse((self.here / "x").exists())
        for tool in ("upload", "download"):
            said = self.refused(tool, local_path="/nowhere/x", remote_path="/nowhere/x")
            self.assertIn("`/nowhere/x`: there is no such file or folder", said)

    def test_an_existing_file_keeps_its_mode(self) -> None:
        (self.here / "f").write_text("new")
        (self.there / "old").write_text("old")
        (self.there / "old").chmod(0o640)
        self.own()
        self.call("upload", local_path=f"{self.here}/f", remote_path=f"{self.there}/old")
        self.assertEqual(stat.S_IMODE((self.there / "old").stat().st_mode), 0o640)
        self.assertEqual((self.there / "old").read_text(), "new")

    def test_progress_is_told_and_grows(self) -> None:
        with open(self.here / "large", "wb") as large:
            large.truncate(8 * 1024 * 1024)
        arguments = {"alias": "box", "local_path": f"{self.here}/large", "remote_path": "large"}
        meta = {"progressToken": "t"}
        call = self.box.ask("tools/call", {"name": "upload", "arguments": arguments, "_meta": meta})
        steps = []
        while (message := self.box.read()).get("id") != call:
            steps.append(message["params"]["progress"])
            self.assertEqual(message["params"]["total"], 8 * 1024 * 1024)
        self.assertGreater(len(steps), 4)
        self.assertEqual(steps, sorted(set(steps)))
        self.assertFalse(message["result"]["isError"])

    def test_a_cancelled_copy_leaves_nothing_behind(self) -> None:
        with open(self.here / "large", "wb") as large:
            large.truncate(400 * 1024 * 1024)
        arguments = {
            "alias": "box",
            "local_path": f"{self.here}/large",
            "remote_path": f"{self.there}/large",
        }
        meta = {"progressToken": "t"}
        call = self.box.ask("tools/call", {"name": "upload", "arguments": arguments, "_meta": meta})
        self.box.read()
        cancelled = {"requestId": call}
        self.box.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled})
        # Edits and copies of one host do not wait for each other, so the disk is watched itself.
        wait_for(lambda: os.listdir(self.there) == [])
        _, logged = self.box.close()
        self.assertIn("tool=upload cancelled", logged)


if __name__ == "__main__":
    unittest.main()
