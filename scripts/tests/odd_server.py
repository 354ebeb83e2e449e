"""A server whose tools misbehave the way a tool's author can slip, for the tests of the base."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mcp_stdio import Call, Outcome, Server, Tool, data, main, text  # noqa: E402


def raises(_call: Call, _arguments: dict[str, Any]) -> Outcome:
    """A fault nobody thought of."""
    raise RuntimeError("canary-in-the-log")


def leaves(_call: Call, _arguments: dict[str, Any]) -> Outcome:
    """A library that ends the program."""
    sys.exit(3)


def unwritable(_call: Call, _arguments: dict[str, Any]) -> Outcome:
    """A value that JSON does not have."""
    return data({"value": float("nan")})


def prints(_call: Call, _arguments: dict[str, Any]) -> Outcome:
    """A forgotten `print`."""
    print("a stray line")
    return text("printed")


def lists(_call: Call, arguments: dict[str, Any]) -> Outcome:
    """An argument that is a list."""
    return text(",".join(arguments["names"]))


NAMES = {"type": "array", "items": {"type": "string", "minLength": 2, "pattern": "^[a-z]+$"}}
TOOLS = (
    *(
        Tool(name=run.__name__, title=run.__name__, description=run.__doc__ or "", run=run)
        for run in (raises, leaves, unwritable, prints)
    ),
    Tool("lists", "lists", "Joins.", lists, properties={"names": NAMES}, required=("names",)),
)

if __name__ == "__main__":
    main(Server("odd", "Odd", "0", "", TOOLS))
