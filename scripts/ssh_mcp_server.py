#!/usr/bin/env python3
"""Works on hosts behind SSH: commands, files, copies, services; needs `paramiko` (LGPL)."""

import logging
import os
import sys
from pathlib import Path

from mcp_stdio import Server, main

try:
    import paramiko  # noqa: F401
except ImportError:
    sys.exit(
        "ssh_mcp_server.py needs the Python package `paramiko`: "
        "install it where this Python finds it (`pip install paramiko`)."
    )

from ssh_mcp.alias_tools import alias_tools
from ssh_mcp.command_tools import command_tools
from ssh_mcp.host_files import copy_tools, host_file_tools
from ssh_mcp.hosts import Hosts
from ssh_mcp.settings import read_settings


def ssh() -> Server:
    """The server with its thirteen tools."""
    try:
        hosts = Hosts(read_settings(os.environ, Path.home()))
    except ValueError as reason:
        sys.exit(f"ssh_mcp_server.py: {reason}")
    return Server(
        name="steward-ssh",
        title="SSH hosts",
        version="1.0.0",
        instructions="Hosts behind SSH, each under an alias: run commands, read, search and edit "
        "files, copy both ways, look after services. Passwords are asked of the person; never "
        "ask for one and never put one into a call.",
        tools=(
            *alias_tools(hosts),
            *host_file_tools(hosts),
            *command_tools(hosts),
            *copy_tools(hosts),
        ),
    )


if __name__ == "__main__":
    # Its lines tell of each packet and channel; ours say what matters.
    logging.getLogger("paramiko").setLevel(logging.ERROR)
    main(ssh())
