"""One row of the table of file cases: the files there are, the call, what must come of it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# Stands for the folder of the tree in arguments and in expected texts.
ROOT = "{root}"


@dataclass(frozen=True)
class LinkTo:
    """A symbolic link in a tree."""

    target: str


@dataclass(frozen=True)
class Pipe:
    """A named pipe in a tree: reading it would never end."""


# A folder is `None`.
Tree = Mapping[str, bytes | LinkTo | Pipe | None]


@dataclass(frozen=True)
class Case:
    """One call: where it happens, and what must come of it."""

    name: str
    tree: Tree
    tool: str
    arguments: Mapping[str, Any]
    expected: str
    fails: bool = False
    after: Mapping[str, bytes] = field(default_factory=dict)

    def given(self, root: str) -> dict[str, Any]:
        """The arguments for a tree that stands in a folder."""
        return {name: _placed(value, root) for name, value in self.arguments.items()}

    def answer(self, root: str) -> str:
        """The expected text for it."""
        return self.expected.replace(ROOT, root)

    def wrong_files(self, root: Path) -> dict[str, bytes]:
        """The files that do not hold afterwards what they should."""
        found = {name: (root / name).read_bytes() for name in self.after}
        return {name: content for name, content in found.items() if content != self.after[name]}


def _placed(value: Any, root: str) -> Any:
    """A value with the folder of the tree put in."""
    return value.replace(ROOT, root) if isinstance(value, str) else value


def plant(tree: Tree, root: Path) -> None:
    """Makes the tree in an empty folder."""
    for name, what in tree.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        match what:
            case None:
                path.mkdir(exist_ok=True)
            case LinkTo(target):
                path.symlink_to(target)
            case Pipe():
                os.mkfifo(path)
            case content:
                path.write_bytes(content)


COUNTED = {"n.txt": "".join(f"{n}\n" for n in range(1, 2502)).encode()}
POEM = {"poem.txt": b"roses\nviolets\nsugar\n"}
PROJECT: Tree = {
    "src/main.py": b"import os\n\ndef main():\n    pass\n\nmain()\n",
    "src/lib/util.py": b"def util():\n    return 'main'\n",
    "src/lib/data.bin": b"main\0main",
    "README.md": b"Main thing\n",
    "empty": None,
    ".git/config": b"main\n",
    "latest": LinkTo("src"),
    "src/lib/up": LinkTo(".."),
}
