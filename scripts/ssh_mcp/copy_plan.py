"""Finds out what a copy of a file or folder would copy, here or on a host; copies nothing."""

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from file_tools.disk import cause, shown
from mcp_stdio import Call, ToolError

from .paths import as_bytes, below_of, joined

if TYPE_CHECKING:
    from .remote_disk import RemoteDisk
    from .sftp import Sftp


@dataclass
class Item:
    """One file or folder, by its path below what is copied; the top one has none."""

    below: str
    is_folder: bool
    size: int = 0
    mode: int = 0o644


@dataclass
class Plan:
    """What is to be copied, each folder before its content, and what is not."""

    items: list[Item] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)

    def files(self) -> list[Item]:
        """The files alone."""
        return [item for item in self.items if not item.is_folder]


def local_plan(source: Path, call: Call) -> Plan:
    """What lies under a path of this machine."""
    plan = Plan()
    try:
        there = source.stat()
        if stat.S_ISREG(there.st_mode):
            plan.items.append(Item("", False, there.st_size, stat.S_IMODE(there.st_mode) & 0o777))
        elif stat.S_ISDIR(there.st_mode):
            plan.items.append(Item("", True))
            plan_folder(plan, "", _LocalFolder(source).entries, call.check)
        else:
            raise ToolError(f"`{shown(str(source))}` is neither a file nor a folder.")
    except OSError as reason:
        raise ToolError(f"cannot read `{shown(str(source))}`: {cause(reason)}") from None
    return plan


def remote_plan(sftp: "Sftp", disk: "RemoteDisk", remote: str, call: Call) -> Plan:
    """What lies under a path of the host."""
    plan = Plan()
    try:
        there = sftp.stat(disk.real(remote))
        mode = there.st_mode or 0
        if stat.S_ISREG(mode):
            plan.items.append(Item("", False, there.st_size or 0, stat.S_IMODE(mode) & 0o777))
        elif stat.S_ISDIR(mode):
            plan.items.append(Item("", True))
            plan_folder(plan, "", _RemoteFolder(sftp, disk, remote).entries, call.check)
        else:
            raise ToolError(f"`{shown(remote)}` is neither a file nor a folder.")
    except OSError as reason:
        raise ToolError(f"cannot read `{shown(remote)}`: {cause(reason)}") from None
    return plan


# A name, its mode, the mode of what it leads to (0 if nowhere), and its size.
Named = tuple[str, int, int, int]


def plan_folder(
    plan: Plan, below: str, entries: Callable[[str], Iterator[Named]], check: Callable[[], None]
) -> None:
    """Adds what is in a folder; links to files are followed, links to folders are not.

    `check` is called before each folder, and may raise to end the walk.
    """
    check()
    for name, mode, leads_to, size in sorted(entries(below)):
        path = joined(below, name) if below else name
        # A host that lies about names must not reach out of the folder that was chosen here.
        if "/" in name or name in ("", ".", ".."):
            plan.skipped.append(f"{shown(path)} (no name for a file)")
        elif stat.S_ISDIR(mode):
            plan.items.append(Item(path, True))
            plan_folder(plan, path, entries, check)
        elif stat.S_ISREG(leads_to):
            plan.items.append(Item(path, False, size, stat.S_IMODE(leads_to) & 0o777))
        elif stat.S_ISLNK(mode):
            plan.skipped.append(f"{shown(path)} (a link that leads to no file)")
        else:
            plan.skipped.append(f"{shown(path)} (neither file nor folder)")


@dataclass
class _LocalFolder:
    """Reads folders of this machine."""

    root: Path

    def entries(self, below: str) -> Iterator[Named]:
        """What is in a folder under the root."""
        with os.scandir(below_of(self.root, below)) as names:
            for one in names:
                mode = one.stat(follow_symlinks=False).st_mode
                try:
                    followed = one.stat()
                    yield one.name, mode, followed.st_mode, followed.st_size
                except OSError:
                    yield one.name, mode, 0, 0


@dataclass
class _RemoteFolder:
    """Reads folders of a host."""

    sftp: "Sftp"
    disk: "RemoteDisk"
    root: str

    def entries(self, below: str) -> Iterator[Named]:
        """What is in a folder under the root."""
        folder = self.disk.real(joined(self.root, below) if below else self.root)
        for one in self.sftp.listdir_attr(folder):
            mode = one.st_mode or 0
            if not stat.S_ISLNK(mode):
                yield one.filename, mode, mode, one.st_size or 0
                continue
            try:
                followed = self.sftp.stat(folder + b"/" + as_bytes(one.filename))
                yield one.filename, mode, followed.st_mode or 0, followed.st_size or 0
            except OSError:
                yield one.filename, mode, 0, 0
