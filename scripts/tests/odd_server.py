"""A server whose tools misbehave the way a tool's author can slip, for the tests of the base."""

import sys
import threading
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mcp_stdio import (  # noqa: E402
    Call,
    Outcome,
    Server,
    Tool,
    ToolError,
    confirm,
    data,
    main,
    text,
)


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


def changes_its_question(call: Call, _arguments: dict[str, Any]) -> Outcome:
    """A question with the time in it, which is another one in the next round."""
    return text(call.ask(confirm(f"It is {time.monotonic_ns()}. Go on?")).action)


def catches_exceptions(call: Call, _arguments: dict[str, Any]) -> Outcome:
    """An `except` that is too wide, but not for what ends a round."""
    try:
        return text(call.ask(confirm("Go on?")).action)
    except Exception:
        return text("caught")


def swallows_everything(call: Call, _arguments: dict[str, Any]) -> Outcome:
    """An `except` that is too wide for everything."""
    try:
        return text(call.ask(confirm("Go on?")).action)
    except BaseException:
        return text("swallowed")


def asks_elsewhere(call: Call, _arguments: dict[str, Any]) -> Outcome:
    """A question from a thread of the tool's own."""
    said: list[str] = []

    def ask() -> None:
        try:
            call.ask(confirm("Go on?"))
        except ToolError as reason:
            said.append(str(reason))

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    return text(*said)


NAMES = {"type": "array", "items": {"type": "string", "minLength": 2, "pattern": "^[a-z]+$"}}
TOOLS = (
    *(
        Tool(name=run.__name__, title=run.__name__, description=run.__doc__ or "", run=run)
        for run in (
            raises,
            leaves,
            unwritable,
            prints,
            changes_its_question,
            catches_exceptions,
            swallows_everything,
            asks_elsewhere,
        )
    ),
    Tool("lists", "lists", "Joins.", lists, properties={"names": NAMES}, required=("names",)),
)

if __name__ == "__main__":
    main(Server("odd", "Odd", "0", "", TOOLS))
