"""Offers prompts and resources in odd ways; `--era` says how it speaks, `--dumb` that it knows none."""

import os
from typing import Any

from wire import Message, Wire, arguments, dull_legacy, dull_modern, token

PROMPTS: list[Any] = [
    {"name": "first", "arguments": [{"name": "a", "required": True}]},
    "no object",
    {"description": "no name"},
    {"name": "twice", "arguments": "odd"},
    {"name": "twice"},
    *({"name": name} for name in ("hangs", "asks", "tells", "odd", "last")),
]
RESOURCES: list[Any] = [
    {"uri": "odd://first", "name": "first", "size": 5},
    {"name": "no address"},
    {"uri": "odd://unnamed"},
    {"uri": "odd://last", "name": "last"},
]
QUESTION = {"message": "Which one?", "requestedSchema": {"properties": {"which": {"type": "string"}}}}


def page(key: str, entries: list[Any], cursor: str | None) -> Message:
    """One page of a list: two entries, and where the next one begins."""
    start = int(cursor or 0)
    more = {"nextCursor": str(start + 2)} if start + 2 < len(entries) else {}
    return {key: entries[start : start + 2], **more}


def said(words: str) -> Message:
    """What a prompt gives."""
    return {"messages": [{"role": "user", "content": {"type": "text", "text": words}}]}


def prompt(wire: Wire, message: Message, era: str) -> None:
    """Answers `prompts/get`, or does not."""
    params = message["params"]
    match params["name"]:
        case "hangs":
            wire.say("hangs")
        case "asks" if era == "legacy":
            wire.note("asking", id=message["id"])
            method = "elicitation/create"
            wire.send({"jsonrpc": "2.0", "id": "q", "method": method, "params": QUESTION})
        case "asks" if "inputResponses" not in params:
            requests = {"q": {"method": "elicitation/create", "params": QUESTION}}
            wire.result(message, {"resultType": "input_required", "inputRequests": requests})
        case "asks":
            wire.result(message, said(params["inputResponses"]["q"]["content"]["which"]))
        case "tells":
            for step in (1, 2):
                told = {"progressToken": token(message), "progress": step, "total": 2}
                params = told | {"message": f"step {step}"}
                wire.send({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})
            wire.result(message, said(os.environ.get("API_TOKEN", "no token")))
        case "odd":
            wire.result(message, {"messages": ["bare", {"role": "user", "content": {"type": "x"}}]})
        case name:
            wire.result(message, said(f"{name} {params.get('arguments', {})}"))


def offer(wire: Wire, message: Message, era: str) -> bool:
    """Answers what is asked of prompts and resources; False for anything else."""
    params = message.get("params") or {}
    match message.get("method"):
        case "prompts/list":
            wire.result(message, page("prompts", PROMPTS, params.get("cursor")))
        case "resources/list":
            wire.result(message, page("resources", RESOURCES, params.get("cursor")))
        case "prompts/get":
            prompt(wire, message, era)
        case "resources/read" if params["uri"] == "odd://missing":
            wire.error(message, -32002, "Resource not found", {"uri": params["uri"]})
        case "resources/read":
            parts = ["bare", {"uri": params["uri"], "blob": "AAE="}, {"text": "no address"}, 7]
            wire.result(message, {"contents": parts})
        case _:
            return False
    return True


def main() -> None:
    """Serves until the client hangs up."""
    options = arguments(__doc__)
    options.add_argument("--era", default="legacy")
    options.add_argument("--dumb", action="store_true")
    given = options.parse_args()
    wire = Wire(given.log)
    dull = dull_modern if given.era == "modern" else dull_legacy
    capabilities = {"tools": {}, "prompts": {}, "resources": {}, "completions": {}}
    asking: list[Message] = []
    for message in wire.messages():
        if message.get("method") == "prompts/get" and message["params"]["name"] == "asks":
            asking.append(message)
        if message.get("id") == "q" and "result" in message:
            wire.result(asking[-1], said(message["result"]["content"]["which"]))
        elif given.dumb or not offer(wire, message, given.era):
            if reply := dull(message, [], capabilities):
                wire.send(reply)


if __name__ == "__main__":
    main()
