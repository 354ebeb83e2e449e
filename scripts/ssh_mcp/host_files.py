"""The tools for files of a host: the five that all disks have, and copying there and back."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from file_tools import Disk, file_tools
from mcp_stdio import Call, Outcome, Tool, text

from .aliases import NAME
from .copying import download, upload
from .hosts import Hosts

WRITING = (
    "Works as the login user: write a file that needs more rights by exec with sudo=true, "
    "with `tee` or `install`."
)


def host_file_tools(hosts: Hosts) -> tuple[Tool, ...]:
    """The five file tools over SFTP."""
    disks: dict[Call, Disk] = {}

    @contextmanager
    def opened(call: Call, given: dict[str, Any]) -> Iterator[None]:
        with hosts.files(call, hosts.aliases.get(given["alias"])) as (_, disk):
            disks[call] = disk
            try:
                yield
            finally:
                del disks[call]

    def connected(tool: Tool) -> Tool:
        def run(call: Call, given: dict[str, Any]) -> Outcome:
            with opened(call, given):
                return tool.run(call, given)

        return replace(tool, run=run)

    tools = file_tools(
        lambda call, _given: disks[call],
        extra={"alias": NAME},
        base="the home folder",
        writing=WRITING,
        open_world=True,
    )
    return tuple(connected(tool) for tool in tools)


def copy_tools(hosts: Hosts) -> tuple[Tool, ...]:
    """The two that copy."""

    def up(call: Call, given: dict[str, Any]) -> Outcome:
        with hosts.files(call, hosts.aliases.get(given["alias"])) as (sftp, disk):
            return text(upload(call, sftp, disk, given["local_path"], given["remote_path"]))

    def down(call: Call, given: dict[str, Any]) -> Outcome:
        with hosts.files(call, hosts.aliases.get(given["alias"])) as (sftp, disk):
            return text(download(call, sftp, disk, given["remote_path"], given["local_path"]))

    into = "A trailing `/`, or a folder that is there, means into it. Missing parents are made."
    here, there = "A path on this machine.", "A path on the host; a relative one starts at home."
    return (
        Tool(
            name="upload",
            title="Upload",
            description="Copies a file, or a folder with all that is in it, from this machine to "
            f"a host. {into} Links to files are followed, links to folders are left out. {WRITING}",
            run=up,
            properties={"alias": NAME, "local_path": _path(here), "remote_path": _path(there)},
            required=("alias", "local_path", "remote_path"),
            annotations={"readOnlyHint": False, "destructiveHint": True, "openWorldHint": True},
        ),
        Tool(
            name="download",
            title="Download",
            description="Copies a file, or a folder with all that is in it, from a host to this "
            f"machine. {into} Links to files are followed, links to folders are left out.",
            run=down,
            properties={"alias": NAME, "remote_path": _path(there), "local_path": _path(here)},
            required=("alias", "remote_path", "local_path"),
            annotations={"readOnlyHint": False, "destructiveHint": True, "openWorldHint": True},
        ),
    )


def _path(about: str) -> dict[str, Any]:
    return {"type": "string", "description": about, "minLength": 1, "pattern": "^[^\\x00]*$"}
