"""Matches paths against globs such as `*.py`, `src/**/*.ts` or `*.{js,ts}`."""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from mcp_stdio import ToolError

# Braces multiply: `{a,b}{a,b}…` must not become a million patterns.
MOST_ALTERNATIVES = 64


def glob_fits(glob: str, path: str) -> bool:
    """Whether a path fits; a glob without a slash is matched against the last name alone."""
    names = path.split("/")
    for one in alternatives(glob):
        parts = one.removeprefix("/").split("/")
        if _fits(parts, names if len(parts) > 1 else names[-1:]):
            return True
    return False


def alternatives(glob: str) -> list[str]:
    """The globs without braces that a glob with braces stands for."""
    done, open_ones = [], [glob]
    while open_ones:
        one = open_ones.pop(0)
        close = one.find("}")
        start = one.rfind("{", 0, close) if close >= 0 else -1
        if start < 0:
            done.append(one)
        else:
            choices = one[start + 1 : close].split(",")
            open_ones += [f"{one[:start]}{choice}{one[close + 1 :]}" for choice in choices]
        if len(done) + len(open_ones) > MOST_ALTERNATIVES:
            raise ToolError(f"`include_glob` stands for more than {MOST_ALTERNATIVES} globs.")
    return done


def _fits(parts: Sequence[str], names: Sequence[str]) -> bool:
    """Matches name by name; `**` stands for any number of folders, none included."""
    # Which beginnings of `names` the parts so far can stand for: no backtracking, so no blow-up.
    reached = {0}
    for part in parts:
        if part == "**":
            reached = set(range(min(reached, default=0), len(names) + 1)) if reached else reached
        else:
            reached = {at + 1 for at in reached if at < len(names) and fnmatchcase(names[at], part)}
    return len(names) in reached
