"""Shows that the file tools answer as their table says, keep to their limits and harm no file."""

import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from file_case import plant
from file_cases import CASES
from talk import SCRIPTS, Talk

sys.path.insert(0, str(SCRIPTS))

from file_tools import Entry, LocalDisk  # noqa: E402
from file_tools.editing import edit_file  # noqa: E402
from file_tools.globs import glob_fits  # noqa: E402
from file_tools.listing import list_files  # noqa: E402
from file_tools.matching import OTHER_SIDE, Matcher  # noqa: E402
from file_tools.reading import excerpt  # noqa: E402
from file_tools.searching import Query, grep_files  # noqa: E402
from mcp_stdio import Cancelled, ToolError  # noqa: E402


def nobody_minds() -> None:
    """A caller that waits."""


class FilesTest(unittest.TestCase):
    """A folder of its own for each test."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def start(self) -> Talk:
        """A server that has shaken hands."""
        server = Talk("files_mcp_server.py")
        self.addCleanup(server.close)
        server.initialize()
        return server


class TheTable(FilesTest):
    """Every row of the table, at one server."""

    def test_every_case_answers_as_the_table_says(self) -> None:
        server = self.start()
        self.assertEqual(len({case.name for case in CASES}), len(CASES), "names are told apart")
        for number, case in enumerate(CASES):
            with self.subTest(case.name):
                root = self.root / str(number)
                root.mkdir()
                plant(case.tree, root)
                params = {"name": case.tool, "arguments": case.given(str(root))}
                result = server.legacy("tools/call", **params)["result"]
                self.assertEqual(result["content"][0]["text"], case.answer(str(root)))
                self.assertEqual(result["isError"], case.fails)
                self.assertEqual(case.wrong_files(root), {})

    def test_every_tool_is_listed_and_in_the_table(self) -> None:
        listed = self.start().legacy("tools/list")["result"]["tools"]
        names = ["read_file", "list_files", "grep_files", "edit_file", "replace_lines"]
        self.assertEqual([tool["name"] for tool in listed], names)
        self.assertEqual({case.tool for case in CASES}, set(names))


class Paths(FilesTest):
    """Where a path may start."""

    def read(self, server: Talk, path: str) -> str:
        """The answer to reading a path."""
        params: dict[str, Any] = {"name": "read_file", "arguments": {"path": path}}
        return str(server.legacy("tools/call", **params)["result"]["content"][0]["text"])

    def test_a_tilde_is_the_home_folder_and_other_paths_start_at_the_working_folder(self) -> None:
        (self.root / "a.txt").write_text("at home\n")
        at_home = {**os.environ, "HOME": str(self.root)}
        server = Talk("files_mcp_server.py", env=at_home, folder=self.root)
        self.addCleanup(server.close)
        server.initialize()
        self.assertIn("at home", self.read(server, "~/a.txt"))
        self.assertIn("at home", self.read(server, "a.txt"))


class Writing(FilesTest):
    """A file is replaced whole or not at all."""

    def test_the_mode_stays_and_no_temporary_file_is_left(self) -> None:
        path = self.root / "run.sh"
        path.write_text("echo one\n")
        path.chmod(0o750)
        before = path.stat().st_ino
        edit_file(LocalDisk(), str(path), "one", "two", replace_all=False)
        after = path.stat()
        self.assertEqual(stat.S_IMODE(after.st_mode), 0o750)
        self.assertNotEqual(after.st_ino, before, "a new file took the place of the old one")
        self.assertEqual(os.listdir(self.root), ["run.sh"])

    def test_a_link_stays_a_link(self) -> None:
        (self.root / "a").write_text("one\n")
        (self.root / "l").symlink_to("a")
        edit_file(LocalDisk(), str(self.root / "l"), "one", "two", replace_all=False)
        self.assertTrue((self.root / "l").is_symlink())

    def test_edits_at_the_same_time_are_all_kept(self) -> None:
        path = self.root / "a"
        path.write_text("".join(f"<{n}>\n" for n in range(40)))
        server = self.start()
        asked = set()
        for n in range(40):
            arguments = {"path": str(path), "old": f"<{n}>", "new": f"[{n}]"}
            asked.add(server.ask("tools/call", {"name": "edit_file", "arguments": arguments}))
        for _ in range(40):
            answer = server.read()
            asked.remove(answer["id"])
            self.assertFalse(answer["result"]["isError"], answer)
        self.assertEqual(path.read_text(), "".join(f"[{n}]\n" for n in range(40)))

    def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(self) -> None:
        path = self.root / "a"
        path.write_text("one\n")
        disk = FullDisk()
        with self.assertRaisesRegex(ToolError, "^Cannot write `.*/a`: the disk is full.$"):
            edit_file(disk, str(path), "one", "two", replace_all=False)
        self.assertEqual(path.read_text(), "one\n")
        self.assertEqual(os.listdir(self.root), ["a"])


class FullDisk(LocalDisk):
    """A disk on which nothing more can be written."""

    def replace(self, file: str, content: bytes) -> None:
        """Fails on the way."""
        raise OSError(28, "No space left on device")


class ClosedDisk(LocalDisk):
    """A disk with a folder that its user may not list and a file that they may not read."""

    def entries(self, folder: str) -> list[Entry]:
        """Refuses one folder."""
        if folder.endswith("/closed"):
            raise PermissionError(13, "Permission denied")
        return super().entries(folder)

    def chunks(self, file: str) -> Any:
        """Refuses one file."""
        if file.endswith("/secret"):
            raise PermissionError(13, "Permission denied")
        return super().chunks(file)


class Walking(FilesTest):
    """What a walk does about what it may not see, and how it ends."""

    def setUp(self) -> None:
        super().setUp()
        plant({"a": b"x\n", "closed/b": b"x\n", "secret": b"x\n"}, self.root)

    def test_a_folder_that_may_not_be_listed_is_named_and_the_rest_is_shown(self) -> None:
        told = list_files(ClosedDisk(), str(self.root), 2, False, nobody_minds)
        lines = ["a (2 bytes)", "closed/", "closed/ could not be listed: permission denied"]
        self.assertEqual(told.splitlines()[1:], [*lines, "secret (2 bytes)"])

    def test_a_search_names_what_it_could_not_read(self) -> None:
        with Matcher("x", True, nobody_minds) as matcher:
            told = grep_files(ClosedDisk(), str(self.root), Query("x"), matcher, nobody_minds)
        self.assertIn("1 matching line in 1 file.\na:1:x", told)
        unread = "closed/ (permission denied), secret (permission denied)."
        self.assertIn(f"Could not be read: {unread}", told)

    def test_a_search_opens_no_file_of_no_size(self) -> None:
        # The kernel's own files say they are empty, and some are never read to an end.
        (self.root / "secret").write_bytes(b"")
        with Matcher("x", True, nobody_minds) as matcher:
            told = grep_files(ClosedDisk(), str(self.root), Query("x"), matcher, nobody_minds)
        self.assertNotIn("secret", told)

    def test_a_cancelled_walk_ends(self) -> None:
        def gone() -> None:
            raise Cancelled

        with self.assertRaises(Cancelled):
            list_files(LocalDisk(), str(self.root), 2, False, gone)


class Patterns(FilesTest):
    """Some patterns take for ever, and must not take the server with them."""

    ENDLESS = "(a+)+$"

    def setUp(self) -> None:
        super().setUp()
        (self.root / "a").write_text("a" * 60 + "b\n")

    def test_a_pattern_without_end_is_stopped_and_named(self) -> None:
        with (
            Matcher(self.ENDLESS, True, nobody_minds, most_seconds=0.2) as matcher,
            self.assertRaisesRegex(ToolError, "`pattern` needs more than 0.2 s for a;"),
        ):
            matcher.hits("a", ["a" * 60 + "b"])

    def test_the_server_answers_and_ends_while_a_pattern_runs(self) -> None:
        server = self.start()
        arguments = {"path": str(self.root), "pattern": self.ENDLESS}
        server.ask("tools/call", {"name": "grep_files", "arguments": arguments})
        self.assertEqual(server.legacy("ping")["result"], {})
        status, logged = server.close()
        self.assertEqual(status, 0)
        self.assertNotIn("Traceback", logged)

    def test_the_system_ends_matching_that_nobody_can_stop_any_more(self) -> None:
        rule = {"pattern": self.ENDLESS, "case_sensitive": True, "seconds": 1}
        lines = ["a" * 60 + "b"]
        ran = subprocess.run(
            [sys.executable, OTHER_SIDE],
            input=f"{json.dumps(rule)}\n{json.dumps(lines)}\n".encode(),
            capture_output=True,
            timeout=60,
            check=False,
        )
        self.assertEqual((ran.returncode, ran.stdout), (-signal.SIGXCPU, b""))

    def test_a_cancelled_search_ends_its_process(self) -> None:
        looks = iter((False, False, True))

        def gone_at_the_third_look() -> None:
            if next(looks):
                raise Cancelled

        with (
            self.assertRaises(Cancelled),
            Matcher(self.ENDLESS, True, gone_at_the_third_look) as it,
        ):
            it.hits("a", ["a" * 60 + "b"])
        self.assertFalse(it.runs)

    def test_one_process_serves_many_files_and_ends_with_the_search(self) -> None:
        with Matcher("^b", False, nobody_minds) as matcher:
            self.assertEqual(matcher.hits("1", ["a", "B", "ab"]), [1])
            self.assertEqual(matcher.hits("2", []), [])
            self.assertEqual(matcher.hits("3", ["b\ud800", "b"]), [0, 1])
            self.assertTrue(matcher.runs)
        self.assertFalse(matcher.runs)


class Globs(unittest.TestCase):
    """Which paths fit a glob."""

    def test_globs_fit_as_people_expect(self) -> None:
        table = [
            ("*.py", "a/b.py", True),
            ("*.py", "b.pyc", False),
            ("a/*.py", "a/b.py", True),
            ("a/*.py", "a/c/b.py", False),
            ("a/**/b.py", "a/b.py", True),
            ("a/**/b.py", "a/c/d/b.py", True),
            ("**/b.py", "b.py", True),
            ("/a/*", "a/b", True),
            ("a/**", "a/b/c", True),
            ("*.{ts,tsx}", "x/y.tsx", True),
            ("{a,b}/*.{c,d}", "b/x.d", True),
            ("{a,b}/*.{c,d}", "e/x.d", False),
            ("{a", "{a", True),
            ("[ab].txt", "b.txt", True),
        ]
        for glob, path, fits in table:
            self.assertIs(glob_fits(glob, path), fits, f"{glob} on {path}")

    def test_braces_that_multiply_are_refused(self) -> None:
        with self.assertRaisesRegex(ToolError, "more than 64 globs"):
            glob_fits("{a,b}" * 20, "x")


class LargeFiles(unittest.TestCase):
    """A file is read no further than it must be."""

    def test_what_is_behind_the_counted_part_is_not_read(self) -> None:
        read = 0

        def chunks() -> Any:
            nonlocal read
            while True:
                read += 1
                yield (b"x" * 1023 + b"\n") * 1024

        taken = excerpt(chunks(), 1, 3)
        self.assertTrue(taken.unfinished)
        self.assertEqual(taken.total, 64 * 1024)
        self.assertLess(read, 70)


if __name__ == "__main__":
    unittest.main()
