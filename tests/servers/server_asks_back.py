"""While a call runs, the server sends its own requests under the very same id."""

import json
import queue
import threading
from typing import Any

from wire import Message, Wire, arguments, called, dull_legacy, text, tool

TOOLS = [tool("ask_back", "Asks five things with the call's own id"), tool("echo")]
QUESTIONS: list[tuple[str, Any]] = [
    ("ping", None),
    ("roots/list", None),
    ("sampling/createMessage", {"messages": [], "maxTokens": 1}),
    ("vendor/unknown", {"x": 1}),
    ("tools/list", {}),
    ("elicitation/create", {"message": "Go on?"}),
]


def ask_back(wire: Wire, call: Message, replies: "queue.Queue[Message]") -> None:
    """Asks all questions one after another and answers with what came back."""
    told: Message = {}
    for method, params in QUESTIONS:
        question = {"jsonrpc": "2.0", "id": call["id"], "method": method}
        wire.send(question | ({} if params is None else {"params": params}))
        try:
            reply = replies.get(timeout=3)
            told[method] = "result" if "result" in reply else reply["error"]["code"]
        except queue.Empty:
            told[method] = "no answer"
    wire.result(call, text(json.dumps(told), structuredContent=told))


def main() -> None:
    """Serves until the client hangs up."""
    wire = Wire(arguments(__doc__).parse_args().log)
    replies: queue.Queue[Message] = queue.Queue()
    for message in wire.messages():
        if "method" not in message:
            replies.put(message)
        elif message["method"] != "tools/call":
            if reply := dull_legacy(message, TOOLS):
                wire.send(reply)
        elif called(message)[0] == "echo":
            wire.result(message, text("ok"))
        else:
            work = (wire, message, replies)
            threading.Thread(target=ask_back, args=work, daemon=True).start()


if __name__ == "__main__":
    main()
