"""Does what a test asks of it: grows tools, speaks on stderr, tells digests of what it was given."""

import hashlib
import os
import sys
from typing import Any

from wire import Message, Wire, arguments, called, text, tool


def typed(name: str, about: str, /, **kinds: str) -> Message:
    """A tool whose arguments are all required, each of a kind."""
    properties = {key: {"type": kind} for key, kind in kinds.items()}
    schema = {"type": "object", "properties": properties, "required": list(kinds)}
    return {"name": name, "description": about, "inputSchema": schema}


TOOLS: list[Any] = [
    tool("echo", "Says that it is there"),
    typed("variable", "The SHA-256 of a variable, in hex", name="string"),
    tool("words", "The SHA-256 of each argument, in hex"),
    typed("say", "Writes a line to stderr", line="string"),
    typed("notice", "Sends a log notice", level="string", data="string"),
    typed("grow", "Lists one more tool, and says so", name="string"),
    typed("redefine", "Describes a tool otherwise, and says so", name="string", about="string"),
    typed("order", "Wants fitting arguments", item="string", count="integer"),
]


def digest(value: str | None) -> str:
    """What may be told of a value that must not be repeated."""
    return "unset" if value is None else hashlib.sha256(value.encode()).hexdigest()


def oblige(wire: Wire, call: Message, words: list[str]) -> str:
    """Does what one call asks for; what it gives is the answer."""
    name, given = called(call)
    match name:
        case "variable":
            return digest(os.environ.get(given["name"]))
        case "words":
            return " ".join(digest(word) for word in words)
        case "say":
            print(given["line"], file=sys.stderr, flush=True)
        case "notice":
            wire.send({"jsonrpc": "2.0", "method": "notifications/message", "params": given})
        case "grow":
            TOOLS.append(tool(given["name"]))
            wire.send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
        case "redefine":
            for one in TOOLS:
                if one["name"] == given["name"]:
                    one["description"] = given["about"]
            wire.send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
    return "ok"


def main() -> None:
    """Serves until the client hangs up."""
    options = arguments(__doc__)
    options.add_argument("words", nargs="*")
    given = options.parse_args()
    wire = Wire(given.log)
    wire.note("pid", pid=os.getpid())
    for call in wire.calls(TOOLS, {"tools": {"listChanged": True}, "logging": {}}):
        wire.result(call, text(oblige(wire, call, given.words)))


if __name__ == "__main__":
    main()
