"""Copies files and folders between this machine and a host, and says what it left out."""

import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path

from paramiko import SFTPFile

from file_tools.disk import cause, shown
from mcp_stdio import Call, ToolError

from .copy_plan import Item, Plan, local_plan, remote_plan
from .paths import as_text, below_of, joined
from .remote_disk import RemoteDisk
from .sftp import Sftp, make_folders

PIECE_BYTES = 256 * 1024
# A progress report for each piece would be more words than work.
REPORT_BYTES = 1024 * 1024
MOST_NAMED = 20


class Report:
    """Counts what was copied, and tells the caller now and then."""

    def __init__(self, call: Call, plan: Plan) -> None:
        self._call = call
        self._total = sum(item.size for item in plan.items)
        self._told = -REPORT_BYTES
        self.bytes = 0
        self.files = 0

    def add(self, size: int) -> None:
        """One more piece; raises `Cancelled` if nobody waits any more."""
        self._call.check()
        self.bytes += size
        if self.bytes - self._told >= REPORT_BYTES:
            self._told = self.bytes
            self._call.progress(self.bytes, max(self._total, self.bytes))


def upload(call: Call, sftp: Sftp, disk: RemoteDisk, local: str, remote: str) -> str:
    """Copies from here to the host."""
    source = Path(local).expanduser()
    plan = local_plan(source, call)
    name = source.resolve().name
    target = _into(remote, name, _is_remote_folder(sftp, disk, remote))
    report = Report(call, plan)

    def place(item: Item) -> None:
        there = joined(target, item.below)
        if item.is_folder:
            make_folders(sftp, as_text(disk.real(there)))
            return
        make_folders(sftp, as_text(disk.real(there)).rpartition("/")[0])
        with open(below_of(source, item.below), "rb") as file:
            disk.place(there, lambda fresh: _send(file.read, fresh, report), item.mode)

    _copy(plan, report, place, "Upload")
    return _told("Uploaded", report, target, plan)


def download(call: Call, sftp: Sftp, disk: RemoteDisk, remote: str, local: str) -> str:
    """Copies from the host to here."""
    plan = remote_plan(sftp, disk, remote, call)
    name = as_text(disk.real(remote)).rstrip("/").rpartition("/")[2]
    if name in ("", ".", ".."):
        name = sftp.normalize(disk.real(remote)).rpartition("/")[2] or "root"
    expanded = os.path.expanduser(local)
    target = Path(_into(expanded, name, os.path.isdir(expanded)))
    report = Report(call, plan)

    def place(item: Item) -> None:
        here = below_of(target, item.below)
        if item.is_folder:
            here.mkdir(parents=True, exist_ok=True)
            return
        here.parent.mkdir(parents=True, exist_ok=True)
        with sftp.open(disk.real(joined(remote, item.below)), "rb") as file:
            file.prefetch(item.size, 64)
            _place_here(here, file.read, item.mode, report)

    _copy(plan, report, place, "Download")
    return _told("Downloaded", report, str(target), plan)


def _send(read: Callable[[int], bytes], fresh: SFTPFile, report: Report) -> None:
    """Writes all that can be read."""
    while piece := read(PIECE_BYTES):
        fresh.write(piece)
        report.add(len(piece))


def _place_here(here: Path, read: Callable[[int], bytes], mode: int, report: Report) -> None:
    """Puts a file in place whole; an old one keeps its mode."""
    target = Path(os.path.realpath(here))
    if target.exists():
        mode = stat.S_IMODE(target.stat().st_mode)
        if not os.access(target, os.W_OK):
            raise PermissionError(13, "permission denied")
    handle, beside = tempfile.mkstemp(dir=target.parent, prefix=".steward-")
    try:
        with os.fdopen(handle, "wb") as fresh:
            while piece := read(PIECE_BYTES):
                fresh.write(piece)
                report.add(len(piece))
        os.chmod(beside, mode)
        os.replace(beside, target)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _copy(plan: Plan, report: Report, place: Callable[[Item], None], what: str) -> None:
    """Copies item after item; the first that fails ends it, and says how far it came."""
    for item in plan.items:
        try:
            place(item)
        except OSError as reason:
            done = f"{report.files:,} of {len(plan.files()):,} files were copied"
            name = f"`{shown(item.below)}`" if item.below else "it"
            raise ToolError(f"{what} stopped at {name}: {cause(reason)}; {done}.") from None
        report.files += not item.is_folder


def _is_remote_folder(sftp: Sftp, disk: RemoteDisk, path: str) -> bool:
    try:
        return stat.S_ISDIR(sftp.stat(disk.real(path)).st_mode or 0)
    except OSError:
        return False


def _into(target: str, name: str, is_folder: bool) -> str:
    """Where something lands: a trailing `/` or a folder that is there means into it."""
    return joined(target, name) if is_folder or target.endswith("/") else target


def _told(verb: str, report: Report, target: str, plan: Plan) -> str:
    """What was done, and what was not."""
    files = f"{report.files:,} {'file' if report.files == 1 else 'files'}"
    lines = [f"{verb} {files} ({report.bytes:,} bytes) to `{shown(target)}`."]
    if plan.skipped:
        lines.append(f"Left out {len(plan.skipped):,}:")
        lines += plan.skipped[:MOST_NAMED]
        if len(plan.skipped) > MOST_NAMED:
            lines.append(f"and {len(plan.skipped) - MOST_NAMED:,} more")
    return "\n".join(lines)
