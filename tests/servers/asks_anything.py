"""Asks the person whatever its caller wants asked, and gives back what came of it."""

import json
import queue
import threading
from typing import Any

from wire import Message, Wire, arguments, called, dull_legacy, text

QUESTION = {"type": "string", "description": "The params of elicitation/create, as JSON."}
TOOLS: list[Any] = [
    {
        "name": "ask",
        "description": "Asks what it is told to ask",
        "inputSchema": {
            "type": "object",
            "properties": {"question": QUESTION},
            "required": ["question"],
        },
    }
]


class Waiting:
    """The questions that wait for the person, by their id."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.replies: dict[str, queue.Queue[Message]] = {}

    def ask(self, call: Message) -> None:
        """Puts the question of one call, and answers the call with the reply."""
        name = f"ask-{call['id']}"
        self.replies[name] = queue.Queue()
        params = json.loads(called(call)[1]["question"])
        method = "elicitation/create"
        self.wire.send({"jsonrpc": "2.0", "id": name, "method": method, "params": params})
        reply = self.replies[name].get()
        told = reply.get("result", {"error": reply.get("error")})
        self.wire.note("reply", reply=told)
        self.wire.result(call, text(json.dumps(told, ensure_ascii=False)))


def main() -> None:
    """Serves until the client hangs up."""
    wire = Wire(arguments(__doc__).parse_args().log)
    waiting = Waiting(wire)
    for message in wire.messages():
        if "method" not in message:
            waiting.replies[message["id"]].put(message)
        elif message["method"] == "tools/call":
            threading.Thread(target=waiting.ask, args=(message,), daemon=True).start()
        elif reply := dull_legacy(message, TOOLS):
            wire.send(reply)


if __name__ == "__main__":
    main()
