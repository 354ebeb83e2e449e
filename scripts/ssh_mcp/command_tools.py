"""The tools that run something on a host: commands, facts about the system, its units."""

import shlex
from typing import Any

from mcp_stdio import Call, Outcome, Tool, ToolError, data

from . import sysinfo as facts
from .aliases import NAME
from .hosts import Hosts
from .run import Ran

DEFAULT_SECONDS = 60
MOST_SECONDS = 3600
FACTS_SECONDS = 30.0
UNIT_SECONDS = 120.0
LOG_LINES = 200
RAN = {
    "type": "object",
    "properties": {
        "stdout": {"type": "string"},
        "stderr": {"type": "string"},
        "exit_code": {"type": ["integer", "null"]},
        "note": {"type": "string"},
    },
    "required": ["stdout", "stderr", "exit_code"],
}
LOOKS = ("status", "is-active", "is-enabled", "logs")
CHANGES = ("start", "stop", "restart", "reload", "enable", "disable")


def command_tools(hosts: Hosts) -> tuple[Tool, ...]:
    """The three of them."""
    return _exec(hosts), _sysinfo(hosts), _systemd(hosts)


def result(ran: Ran) -> Outcome:
    """A command's end as JSON; what is odd about it is said in a note."""
    value: dict[str, Any] = {
        "stdout": ran.stdout,
        "stderr": ran.stderr,
        "exit_code": ran.exit_code,
    }
    return data(value | ({"note": " ".join(ran.notes)} if ran.notes else {}))


def _exec(hosts: Hosts) -> Tool:
    def run(call: Call, given: dict[str, Any]) -> Outcome:
        user = given.get("sudo_user", "root") if given["sudo"] else None
        if user is None and "sudo_user" in given:
            raise ToolError("`sudo_user` needs `sudo`.")
        alias = hosts.aliases.get(given["alias"])
        return result(hosts.run(call, alias, given["command"], user, given["timeout_sec"]))

    return Tool(
        name="exec",
        title="Run a command",
        description="Runs a shell command (by `sh -c`) on a host and returns JSON: stdout, stderr, "
        "exit_code, and a note if the output was cut after 1 MiB or the time was over. With sudo "
        "the whole command runs as root or as sudo_user. It gets no input and no terminal. When "
        "the time is over, the command and what it started are ended.",
        run=run,
        properties={
            "alias": NAME,
            "command": {"type": "string", "description": "The command.", "minLength": 1},
            "sudo": {
                "type": "boolean",
                "description": "Whether to run it by sudo. If that needs a password, the person is "
                "asked; never put one into the command.",
                "default": False,
            },
            "sudo_user": {
                "type": "string",
                "description": "Whom to run it as, instead of root.",
                "pattern": r"^[A-Za-z_][A-Za-z0-9_.-]*\$?$",
            },
            "timeout_sec": {
                "type": "number",
                "description": "After how many seconds to end it.",
                "minimum": 1,
                "maximum": MOST_SECONDS,
                "default": DEFAULT_SECONDS,
            },
        },
        required=("alias", "command"),
        output=RAN,
        annotations={"readOnlyHint": False, "destructiveHint": True, "openWorldHint": True},
    )


def _sysinfo(hosts: Hosts) -> Tool:
    def run(call: Call, given: dict[str, Any]) -> Outcome:
        alias = hosts.aliases.get(given["alias"])
        ran = hosts.run(call, alias, facts.COMMAND, None, FACTS_SECONDS)
        if ran.exit_code != 0:
            raise ToolError(" ".join(["The host did not answer.", *ran.notes, ran.stderr]).strip())
        return data(facts.read(ran.stdout))

    return Tool(
        name="sysinfo",
        title="Look at a system",
        description="Says what a host is and how it does: system, kernel, processors, load, "
        "memory, disks, uptime. What a host does not tell is left out.",
        run=run,
        properties={"alias": NAME},
        required=("alias",),
        annotations={"readOnlyHint": True, "openWorldHint": True},
    )


def _systemd(hosts: Hosts) -> Tool:
    def run(call: Call, given: dict[str, Any]) -> Outcome:
        alias = hosts.aliases.get(given["alias"])
        action: str = given["action"]
        changes = action in CHANGES and alias.username != "root" and alias.sudo != "none"
        command = unit_command(action, given["service"])
        return result(hosts.run(call, alias, command, "root" if changes else None, UNIT_SECONDS))

    return Tool(
        name="systemd",
        title="Look after a service",
        description="Looks at or changes a systemd unit. status, is-active, is-enabled and logs "
        f"(its last {LOG_LINES} lines) run as the login user; start, stop, restart, reload, enable "
        "and disable run by sudo. Returns JSON: stdout, stderr, exit_code.",
        run=run,
        properties={
            "alias": NAME,
            "service": {
                "type": "string",
                "description": "The unit, such as `nginx` or `backup.timer`.",
                "pattern": r"^[A-Za-z0-9_@][A-Za-z0-9:_.@\\-]*$",
                "maxLength": 255,
            },
            "action": {
                "type": "string",
                "description": "What to do.",
                "enum": [*LOOKS, *CHANGES],
                "default": "status",
            },
        },
        required=("alias", "service"),
        output=RAN,
        annotations={"readOnlyHint": False, "destructiveHint": True, "openWorldHint": True},
    )


def unit_command(action: str, unit: str) -> str:
    """The command for an action on a unit."""
    if action == "logs":
        return shlex.join(["journalctl", "--no-pager", "-n", str(LOG_LINES), "-u", unit])
    pager = ["--no-pager"] if action == "status" else []
    return shlex.join(["systemctl", *pager, action, "--", unit])
