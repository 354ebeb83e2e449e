"""Asks the person with every kind of form, old and new, allowed and not, and for pages."""

import json
import os
import queue
import threading
from typing import Any

from wire import Message, Wire, arguments, called, dull_legacy, text, tool

TEXT: Message = {"type": "string"}


def options(*pairs: tuple[str, str]) -> list[Message]:
    """Choices with titles."""
    return [{"const": value, "title": title} for value, title in pairs]


# The properties of each form, and which of them are required.
FORMS: dict[str, tuple[Message, list[str]]] = {
    "text": ({"name": TEXT | {"title": "Your name", "minLength": 2, "maxLength": 20}}, ["name"]),
    "integer": ({"age": {"type": "integer", "minimum": 18, "maximum": 99}}, ["age"]),
    "number": ({"ratio": {"type": "number", "minimum": 0, "maximum": 1, "default": 0.5}}, []),
    "yesno_field": ({"ok": {"type": "boolean", "default": True}}, ["ok"]),
    "confirm": ({}, []),
    "enum": ({"color": TEXT | {"enum": ["Red", "Green", "Blue"], "default": "Green"}}, ["color"]),
    "enum_names": (
        {"color": TEXT | {"enum": ["#f00", "#0f0"], "enumNames": ["Red", "Green"]}},
        ["color"],
    ),
    "titled": (
        {"color": TEXT | {"oneOf": options(("#f00", "Red"), ("#0f0", "Green"))}},
        ["color"],
    ),
    "multi": (
        {
            "days": {
                "type": "array",
                "minItems": 1,
                "maxItems": 2,
                "items": TEXT | {"enum": ["Mo", "Tu", "We"]},
                "default": ["Mo"],
            }
        },
        ["days"],
    ),
    "multi_titled": (
        {
            "days": {
                "type": "array",
                "items": {"anyOf": options(("mo", "Monday"), ("tu", "Tuesday"))},
            }
        },
        [],
    ),
    "formats": (
        {
            "mail": TEXT | {"format": "email"},
            "site": TEXT | {"format": "uri"},
            "day": TEXT | {"format": "date"},
            "at": TEXT | {"format": "date-time"},
        },
        ["mail"],
    ),
    "password": (
        {"user": TEXT, "password": TEXT | {"format": "password", "writeOnly": True}},
        ["password"],
    ),
    "seven": (
        {f"f{n}": TEXT | {"title": f"Field {n}"} for n in range(7)},
        ["f0", "f6"],
    ),
    "forty": ({f"f{n}": dict(TEXT) for n in range(40)}, []),
    "nested": ({"who": {"type": "object", "properties": {"a": TEXT}}}, ["who"]),
    "free_array": ({"xs": {"type": "array", "items": {"type": "object"}}}, ["xs"]),
    "no_type": ({"x": {"title": "No type given"}}, ["x"]),
    "ghost_required": ({"a": TEXT}, ["a", "ghost"]),
    "bad_default": ({"n": {"type": "integer", "default": "many"}}, []),
    "proto": ({"__proto__": TEXT, "constructor": TEXT}, []),
    "html": (
        {
            "x": TEXT
            | {
                "title": "<b>bold</b><img src=x onerror=alert(1)>",
                "description": "[click](https://evil.example/)",
            }
        },
        ["x"],
    ),
}
EMPTY: Message = {"type": "object", "properties": {}}
# The params of each odd question, whole.
ODD: dict[str, Any] = {
    "no_schema": {"message": "There is no schema"},
    "null_schema": {"message": "x", "requestedSchema": None},
    "array_schema": {"message": "x", "requestedSchema": {"type": "array"}},
    "no_message": {"requestedSchema": {"type": "object", "properties": {"a": TEXT}}},
    "long_message": {"message": "Please read. " * 5000, "requestedSchema": EMPTY},
    "odd_mode": {"mode": "hologram", "message": "x", "requestedSchema": EMPTY},
    "null_params": None,
    "page": {
        "mode": "url",
        "message": "Sign in",
        "url": "https://login.example/start?x=1",
        "elicitationId": "page-1",
    },
    "no_url": {"mode": "url", "message": "Sign in", "elicitationId": "page-2"},
}
OTHERS = ["echo", "takes_back", "ends", "leaves", "required", "plain"]
TOOLS: list[Any] = [tool(name) for name in [*FORMS, *ODD, *OTHERS]]


def params_of(name: str) -> Any:
    """What the tool of that name asks."""
    if name not in FORMS:
        return ODD.get(name, {"message": name, "requestedSchema": EMPTY})
    properties, required = FORMS[name]
    schema = {"type": "object", "properties": properties, "required": required}
    return {"message": f"Form {name}", "requestedSchema": schema}


def question(call: Message, name: str) -> Message:
    """A request for the person."""
    asked = {"jsonrpc": "2.0", "id": f"ask-{call['id']}", "method": "elicitation/create"}
    return asked | {"params": params_of(name)}


class Server:
    """The calls that wait for the person, and what came of them."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.replies: dict[str, queue.Queue[Message]] = {}
        self.refused = False
        # What does not wait for the person waits for the next `echo`.
        self.echoed = threading.Event()

    def heard(self, message: Message) -> None:
        """Takes one message of the client."""
        if "method" not in message:
            self.replies[message["id"]].put(message)
        elif message["method"] != "tools/call":
            if reply := dull_legacy(message, TOOLS):
                self.wire.send(reply)
        else:
            self.called(message)

    def called(self, call: Message) -> None:
        """Does what one call is for."""
        name, _ = called(call)
        if name == "echo":
            self.wire.result(call, text("ok"))
            self.echoed.set()
        elif name == "required":
            self.require(call)
        else:
            asked = question(call, name)
            self.replies[asked["id"]] = queue.Queue()
            self.echoed.clear()
            self.wire.send(asked)
            threading.Thread(target=self.wait, args=(call, asked, name), daemon=True).start()

    def wait(self, call: Message, asked: Message, name: str) -> None:
        """Answers the call with what comes back, unless it is one of those that do not wait."""
        if name in ("takes_back", "ends", "leaves"):
            self.echoed.wait()
        match name:
            case "takes_back":
                told = {"requestId": asked["id"], "reason": "not needed any more"}
                method = "notifications/cancelled"
                self.wire.send({"jsonrpc": "2.0", "method": method, "params": told})
                self.wire.result(call, text("taken back"))
            case "ends":
                self.wire.result(call, text("over"))
                self.reply_to(asked)
            case "leaves":
                os._exit(3)
            case _:
                reply = self.reply_to(asked)
                outcome = reply.get("result", {"error": reply.get("error")})
                self.wire.result(call, text(json.dumps(outcome), structuredContent=outcome))

    def reply_to(self, asked: Message) -> Message:
        """What came back for a question."""
        reply = self.replies[asked["id"]].get()
        self.wire.say("reply", reply=reply)
        return reply

    def require(self, call: Message) -> None:
        """Refuses the first time, and says soon that the page is dealt with."""
        if self.refused:
            self.wire.result(call, text("signed in"))
            return
        self.refused = True
        self.wire.error(call, -32042, "Sign in first", {"elicitations": [ODD["page"]]})
        method, told = "notifications/elicitation/complete", {"elicitationId": "page-1"}
        self.wire.send({"jsonrpc": "2.0", "method": method, "params": told})


def main() -> None:
    """Serves until the client hangs up."""
    server = Server(Wire(arguments(__doc__).parse_args().log))
    for message in server.wire.messages():
        server.heard(message)


if __name__ == "__main__":
    main()
