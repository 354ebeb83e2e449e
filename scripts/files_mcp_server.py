#!/usr/bin/env python3
"""Reads, lists, searches and edits text files of this machine, with the rights of its user."""

from file_tools import LocalDisk, file_tools
from mcp_stdio import Server, main


def files() -> Server:
    """The server; all its calls share one disk, so that no edit is lost to another."""
    disk = LocalDisk()
    return Server(
        name="steward-files",
        title="Local files",
        version="1.0.0",
        instructions="Text files of this machine: read, list, search, and edit in place.",
        tools=file_tools(lambda _call, _arguments: disk),
    )


if __name__ == "__main__":
    main(files())
