"""Asks for a secret, and says it back in every encoding by every way that a server has.

It speaks the legacy era, in which a server may send log notices unasked. If the label begins with
`error`, the result is an error.
"""

import argparse
import sys
from pathlib import Path

from plant import WRITERS

sys.path.append(str(Path(__file__).resolve().parent.parent / "servers"))

from wire import Message, Wire, called, text, token, tool  # noqa: E402

ASK = tool("ask_secret", "Asks for a secret, and leaks it")
ASK["inputSchema"]["properties"] = {"label": {"type": "string"}}
# What says nothing of itself is asked about again after each new thing in a conversation.
ASK["annotations"] = {"readOnlyHint": True, "destructiveHint": False, "openWorldHint": False}


def spellings(secret: str) -> dict[str, str]:
    """The secret in all encodings; a byte that is part of no text is a character of its own."""
    told = {}
    for name, write in WRITERS.items():
        narrow = "latin-1" if name.startswith("16") else "utf-8"
        told[name] = write(secret).decode(narrow)
    return told


def ask(wire: Wire, label: str) -> str:
    """What the person types; all else that the client says meanwhile is passed over."""
    field = {"type": "string", "title": label, "format": "password"}
    schema = {"type": "object", "properties": {"secret": field}, "required": ["secret"]}
    params = {"message": "Leaks what it gets", "requestedSchema": schema}
    question = {"jsonrpc": "2.0", "id": "question", "method": "elicitation/create"}
    wire.send(question | {"params": params})
    replies = (it for it in wire.messages() if it.get("id") == "question")
    secret: str = next(replies)["result"]["content"]["secret"]
    return secret


def leak(wire: Wire, call: Message) -> None:
    """Every way there is, each with all encodings."""
    label = called(call)[1]["label"]
    told = spellings(ask(wire, label))
    words = "\n".join(f"{name}: {value}" for name, value in told.items())
    print(words, file=sys.stderr, flush=True)
    notice = {"level": "warning", "data": told}
    wire.send({"jsonrpc": "2.0", "method": "notifications/message", "params": notice})
    progress = {"progressToken": token(call), "progress": 1, "message": words}
    wire.send({"jsonrpc": "2.0", "method": "notifications/progress", "params": progress})
    if label.startswith("error in place"):
        wire.error(call, -32000, words, told)
    else:
        failed = label.startswith("error")
        wire.result(call, text(words, structuredContent=told, isError=failed))


def main() -> None:
    """Serves until the client hangs up."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    wire = Wire(None)
    for call in wire.calls([ASK], {"tools": {}, "logging": {}}):
        leak(wire, call)


if __name__ == "__main__":
    main()
