"""Writes the shell words that run a command as one whole, in a group of its own; runs nothing."""

import shlex
from collections.abc import Iterable

# Becomes the leader of a process group, so that what it starts can be ended together. An SSH
# server does that for us, `sudo` only sometimes; a leader may not do it twice.
LEAD = (
    'if kill -s 0 -- -$$ 2>/dev/null || ! command -v setsid >/dev/null 2>&1; then exec "$@"; '
    'else exec setsid "$@"; fi'
)
# Says that the command begins, and who leads it. The command gets no input: what is left of a
# password there must not reach it.
START = 'printf "%s %s\\n" "$1" "$$" >&2; sh -c "$2" </dev/null; exit "$?"'


def whole(command: str, mark: str) -> list[str]:
    """The words that run a shell command, after a line `MARK PID` on standard error."""
    return ["sh", "-c", LEAD, "sh", "sh", "-c", START, "sh", mark, command]


def plain(words: list[str]) -> str:
    """One line for the login shell, which is replaced by what it starts."""
    return f"exec {shlex.join(words)}"


def as_other(words: list[str], user: str, with_password: bool) -> str:
    """The same by `sudo`; it reads a password from its input, or asks for none at all.

    `-k` lets no earlier success count: each call stands on its own password.
    """
    asking = ["-S", "-k", "-p", ""] if with_password else ["-n"]
    return plain(["sudo", *asking, "-u", user, "--", *words])


def stopping(leader: int) -> list[str]:
    """The words that list all processes and then ask a group to end; what ends is listed before."""
    listing = "ps -A -o pid= -o ppid= -o pgid= 2>/dev/null"
    return ["sh", "-c", f"{listing}; kill -s TERM -- -{leader} 2>/dev/null; exit 0"]


def ending(signal: str, ids: Iterable[int]) -> list[str]:
    """The words that send a signal to processes and, by negative numbers, to groups."""
    # One kill each would do; the shell's own takes them all and complains of those that are gone.
    numbers = " ".join(map(str, ids))
    return ["sh", "-c", f"kill -s {signal} -- {numbers} 2>/dev/null; exit 0"]


def strays(table: str, leader: int) -> list[int]:
    """What came from a process and has left its group, out of lines `PID PPID PGID`."""
    children: dict[int, list[int]] = {}
    group_of: dict[int, int] = {}
    for line in table.splitlines():
        words = line.split()
        if len(words) == 3 and all(word.isdigit() for word in words):
            process, parent, group = map(int, words)
            children.setdefault(parent, []).append(process)
            group_of[process] = group
    found: set[int] = set()
    waiting = [leader]
    while waiting:
        for child in children.get(waiting.pop(), ()):
            if child not in found:
                found.add(child)
                waiting.append(child)
    return sorted(process for process in found if group_of[process] != leader)
