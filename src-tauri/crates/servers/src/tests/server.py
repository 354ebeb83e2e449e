"""A small MCP server for the tests of supervision; its first argument chooses what is odd about it."""

import base64
import json
import os
import sys
import urllib.parse

TOKEN = os.environ.get("API_TOKEN", "")


def reply(request: dict, result: dict) -> dict:
    """The good end of a request."""
    return {"jsonrpc": "2.0", "id": request["id"], "result": result}


def refuse(request: dict, code: int, message: str) -> dict:
    """The bad end of a request."""
    error = {"code": code, "message": message, "data": {"token": TOKEN}}
    return {"jsonrpc": "2.0", "id": request["id"], "error": error}


def notify(method: str, params: dict | None = None) -> dict:
    """Something said unasked."""
    return {"jsonrpc": "2.0", "method": method, "params": params or {}}


def hello(request: dict, odd: str) -> list[dict]:
    """The answer to `initialize`."""
    capabilities = {"tools": {"listChanged": True}}
    if odd == "offers":
        capabilities |= {"prompts": {}, "resources": {"subscribe": True}, "logging": {}}
    info = {"name": f"demo {TOKEN}", "version": "1"}
    result = {"protocolVersion": "2024-11-05", "capabilities": capabilities, "serverInfo": info}
    return [reply(request, result)]


def tools(request: dict, odd: str, lists: int) -> list[dict]:
    """The answer to `tools/list`, which is asked for the `lists`th time."""
    if odd == "lists-late" and lists == 1:
        return [refuse(request, -32000, "not yet")]
    if odd == "never-lists":
        return []
    tool = {"name": "say", "description": f"with {TOKEN}", "inputSchema": {"type": "object"}}
    if odd == "words":
        stage = {"enum": [TOKEN, "test"]}
        tool["inputSchema"] = {"type": "object", "properties": {"stage": stage}}
    if odd == "half-lists":
        second = "cursor" in request.get("params", {})
        return [] if second else [reply(request, {"tools": [tool], "nextCursor": "2"})]
    if odd == "cut-list":
        return cut_list(request, tool, lists)
    answers = [reply(request, {"tools": [tool]})]
    if odd == "keeps-changing":
        answers.append(notify("notifications/tools/list_changed"))
    return answers


def cut_list(request: dict, tool: dict, lists: int) -> list[dict]:
    """Two pages, of which the second fails at first; in the end there is no list at all."""
    if lists == 2:
        return [refuse(request, -32000, "no second page")]
    if lists == 4:
        changed = notify("notifications/tools/list_changed")
        return [reply(request, {"tools": [tool | {"name": "more"}]}), changed]
    if lists > 4:
        return [reply(request, {"tools": None})]
    return [reply(request, {"tools": [tool], "nextCursor": "2"})]


def call(request: dict) -> list[dict]:
    """The answer to `tools/call`: the token in all places there are, or an error."""
    if request["params"]["arguments"].get("fail"):
        return [refuse(request, -32000, f"bad token {TOKEN}")]
    token = request["params"].get("_meta", {}).get("progressToken")
    progress = {"progressToken": token, "progress": 1, "message": f"with {TOKEN}"}
    log = {"level": "lifecycle", "data": {"token": TOKEN}}
    content = [{"type": "text", "text": f"token {TOKEN}"}]
    result = {"content": content, "structuredContent": {"token": TOKEN}}
    return [
        notify("notifications/progress", progress),
        notify("notifications/message", log),
        reply(request, result),
    ]


def encoded() -> str:
    """The token in some of its encodings, as one text."""
    plain = TOKEN.encode()
    dresses = [base64.b64encode(b" " * lead + plain).decode() for lead in range(3)]
    dresses += [plain.hex(":"), urllib.parse.quote(plain, safe=""), TOKEN[::-1], json.dumps(TOKEN)]
    return " and ".join(dresses)


def wraps() -> None:
    """Breaks the token over two lines of standard error, and has it where a line is too long."""
    text = base64.b64encode(TOKEN.encode()).decode()
    for line in (f"is {TOKEN[:6]}", f"{TOKEN[6:]} it", text[:9], text[9:], "#" * 8185 + TOKEN):
        print(line, file=sys.stderr, flush=True)


def entry(kind: str, name: str) -> dict:
    """A prompt, a resource or a template of this name, with the token wherever it may stand."""
    texts = {"title": f"t {TOKEN}", "description": f"d {TOKEN}"}
    if kind == "prompts":
        argument = {"name": f"a {TOKEN}", "description": TOKEN, "required": True}
        return {"name": name, "arguments": [argument], **texts}
    address = "uri" if kind == "resources" else "uriTemplate"
    more = {"mimeType": TOKEN, "annotations": {"audience": [TOKEN]}}
    return {address: f"demo://{name}", "name": f"n {TOKEN}", **texts, **more}


def offers(request: dict) -> list[dict]:
    """What the server offers beside tools; it goes on without what it is not asked for."""
    params = request.get("params", {})
    match request["method"]:
        case "prompts/list":
            names = ("good", TOKEN)
            return [reply(request, {"prompts": [entry("prompts", it) for it in names]})]
        case "resources/list":
            names = ("good", TOKEN)
            return [reply(request, {"resources": [entry("resources", it) for it in names]})]
        case "resources/templates/list":
            return [reply(request, {"resourceTemplates": [entry("templates", "{x}")]})]
        case "prompts/get":
            content = {"type": "text", "text": f"with {TOKEN}"}
            message = {"role": f"r {TOKEN}", "content": content}
            return [reply(request, {"description": TOKEN, "messages": [message]})]
        case "resources/read":
            data = base64.b64encode(TOKEN.encode()).decode()
            text = {"uri": f"demo://{TOKEN}", "mimeType": TOKEN, "text": TOKEN}
            parts = [text, {"uri": "demo://b", "blob": data}, {"odd": TOKEN}]
            return [reply(request, {"contents": parts})]
        case "resources/subscribe":
            print(f"watches {params['uri']}", file=sys.stderr, flush=True)
            updated = [notify("notifications/resources/updated", {"uri": params["uri"]})] * 2
            other = notify("notifications/resources/updated", {"uri": f"demo://{TOKEN}"})
            return [reply(request, {}), *updated, other]
        case "resources/unsubscribe":
            return [reply(request, {})]
        case "logging/setLevel":
            print(f"level {params['level']}", file=sys.stderr, flush=True)
            return [reply(request, {})]
    return []


def answers(request: dict, odd: str, lists: int) -> list[dict]:
    """Everything that is said to a request; nothing to a notification."""
    if "id" not in request or odd == "hangs":
        return []
    if odd == "refuses":
        return [refuse(request, -32000, f"bad token {TOKEN}")]
    if request["method"] == "initialize":
        return hello(request, odd)
    if request["method"] == "tools/list":
        return tools(request, odd, lists)
    if request["method"] == "tools/call" and odd == "encodes":
        wraps()
        return [reply(request, {"content": [{"type": "text", "text": encoded()}]})]
    if request["method"] == "tools/call" and odd == "words":
        same = request["params"]["arguments"].get("stage") == TOKEN
        return [reply(request, {"content": [{"type": "text", "text": f"same: {same}"}]})]
    if request["method"] == "tools/call":
        return call(request)
    if odd == "offers" and (offered := offers(request)):
        return offered
    return [refuse(request, -32601, "no such method")]


def main(odd: str) -> None:
    """Reads, answers, and says on standard error what it does."""
    lists = 0
    print(f"pid {os.getpid()} token {TOKEN}", file=sys.stderr, flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        if request.get("method") == "tools/list":
            lists += 1
            print(f"listed {lists}", file=sys.stderr, flush=True)
        for answer in answers(request, odd, lists):
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
