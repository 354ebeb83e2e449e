"""Shows what the SSH server sends to a shell and how it reads what comes back, without a host."""

import stat
import subprocess
import sys
import unittest

from talk import SCRIPTS

sys.path.insert(0, str(SCRIPTS))

from ssh_mcp.copy_plan import Named, Plan, plan_folder  # noqa: E402
from ssh_mcp.output import Beginning, Capped  # noqa: E402
from ssh_mcp.sysinfo import read  # noqa: E402
from ssh_mcp.wrap import as_other, plain, strays, whole  # noqa: E402


class ShellWords(unittest.TestCase):
    """What is sent to the login shell, tried in shells that are here."""

    def test_the_mark_comes_first_and_the_command_is_one_whole(self) -> None:
        line = plain(whole("echo 'a b'; cat; exit 3", "mark"))
        for shell in ("sh", "bash"):
            done = subprocess.run(
                [shell, "-c", line], input="a secret", capture_output=True, text=True, check=False
            )
            self.assertEqual((done.stdout, done.returncode), ("a b\n", 3))
            self.assertRegex(done.stderr, r"^mark \d+\n$")

    def test_the_command_leads_a_group_whether_or_not_its_shell_did(self) -> None:
        line = plain(whole("ps -o pgid= -p $PPID", "mark"))
        for own_session in (True, False):
            done = subprocess.run(
                ["sh", "-c", line],
                start_new_session=own_session,
                capture_output=True,
                text=True,
                check=True,
            )
            self.assertEqual(done.stdout.split(), done.stderr.split()[1:])

    def test_sudo_takes_no_earlier_success_for_a_password(self) -> None:
        self.assertEqual(
            as_other(["id"], "ann", with_password=True), "exec sudo -S -k -p '' -u ann -- id"
        )
        self.assertEqual(as_other(["id"], "ann", with_password=False), "exec sudo -n -u ann -- id")

    def test_what_came_from_a_process_and_left_its_group(self) -> None:
        table = " 1 0 1\n10 1 10\n11 10 10\n12 11 12\n20 1 20\nnonsense\n30 12 12\n31 11 10\n"
        self.assertEqual(strays(table, 10), [12, 30])
        self.assertEqual(strays("", 10), [])


class Streams(unittest.TestCase):
    """What is kept of what a command writes."""

    def test_a_mark_is_found_in_pieces_and_what_sudo_says_before_it_is_left_out(self) -> None:
        whole_stream = b"We trust you have received the usual lecture\nmark 4711\nerr\nmark 1\n"
        for size in (1, 7, 1000):
            beginning = Beginning("mark")
            pieces = [whole_stream[at : at + size] for at in range(0, len(whole_stream), size)]
            said = b"".join(beginning.add(piece) for piece in pieces)
            self.assertEqual((said, beginning.leader), (b"err\nmark 1\n", 4711))

    def test_a_stream_is_cut_at_its_limit(self) -> None:
        stream = Capped(limit=4)
        for piece in (b"ab", b"cd"):
            stream.add(piece)
        self.assertEqual((stream.text(), stream.note("stdout")), ("abcd", ""))
        stream.add(b"ef")
        said = "stdout was cut after 4 bytes; 2 more were left out."
        self.assertEqual((stream.text(), stream.note("stdout")), ("abcd", said))


class Facts(unittest.TestCase):
    """What a host says of itself, read."""

    def test_what_is_not_said_is_left_out(self) -> None:
        self.assertEqual(read("hostname\tbox\nos\t\nuptime\t\n"), {"hostname": "box", "disks": []})

    def test_all_of_it(self) -> None:
        said = (
            'os\t"Debian GNU/Linux 12 (bookworm)"\nuptime\t90061.52\nload\t0.10 0.20 3.00\n'
            "cpus\t4\nMemTotal\t2048000\nMemAvailable\t1024000\n"
            "disk\t/dev/sda1 10485760 5242880 5242880 50% /\n"
            "disk\ttmpfs 1024 0 1024 0% /run\n"
            "disk\t//nas/my share 2097152 0 2097152 0% /mnt/my files\n"
        )
        facts = read(said)
        self.assertEqual(facts["os"], "Debian GNU/Linux 12 (bookworm)")
        self.assertEqual((facts["uptime_seconds"], facts["load"]), (90061, [0.1, 0.2, 3.0]))
        self.assertEqual(facts["memory_mib"], {"total": 2000, "available": 1000})
        self.assertEqual(
            [(disk["mounted_on"], disk["size_mib"]) for disk in facts["disks"]],
            [("/", 10240), ("/mnt/my files", 2048)],
        )


class Plans(unittest.TestCase):
    """What of a folder is copied."""

    def test_a_host_that_lies_about_names_does_not_reach_out_of_the_folder(self) -> None:
        folder, file = stat.S_IFDIR | 0o755, stat.S_IFREG | 0o644
        names: dict[str, list[Named]] = {
            "": [("../evil", file, file, 1), ("..", folder, folder, 0), ("in", folder, folder, 0)],
            "in": [("/etc/cron.d/evil", file, file, 1), ("good", file, file, 1)],
        }
        plan = Plan()
        plan_folder(plan, "", lambda below: iter(names[below]), lambda: None)
        self.assertEqual([item.below for item in plan.items], ["in", "in/good"])
        self.assertEqual(len(plan.skipped), 3)


if __name__ == "__main__":
    unittest.main()
