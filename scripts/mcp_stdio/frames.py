"""Builds the frames that a server writes, in both eras; knows nothing of what came in."""

from .asking import Frame, Question
from .elicitation import METHOD, CannotAsk, asked
from .rounds import Round
from .tool import Id, Outcome, Server, Tool

MODERN = "2026-07-28"
LEGACY = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
META = "io.modelcontextprotocol/"

PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602
MISSING_CAPABILITY, UNSUPPORTED_VERSION = -32021, -32022


def info(server: Server) -> Frame:
    """The `Implementation` of both eras."""
    return {"name": server.name, "title": server.title, "version": server.version}


def entry(tool: Tool, modern: bool) -> Frame:
    """How a tool is listed; only the modern era knows output that is no object."""
    listed: Frame = {"name": tool.name, "title": tool.title, "description": tool.description}
    listed["inputSchema"] = tool.input_schema()
    if tool.output and (modern or tool.output.get("type") == "object"):
        listed["outputSchema"] = tool.output
    return listed | {"annotations": {"title": tool.title, **tool.annotations}}


def result(server: Server, request: Id, value: Frame, modern: bool) -> Frame:
    """A reply; the modern era adds the kind of result and who gave it."""
    if modern:
        value = {"resultType": "complete", **value, "_meta": {f"{META}serverInfo": info(server)}}
    return {"jsonrpc": "2.0", "id": request, "result": value}


def error(request: Id | None, code: int, message: str) -> Frame:
    """A protocol error; a request whose id could not be read is answered without one."""
    named = {} if request is None else {"id": request}
    return {"jsonrpc": "2.0", **named, "error": {"code": code, "message": message}}


def lacks_capability(request: Id, reason: CannotAsk) -> Frame:
    """The error of the modern era for a client that cannot put a question to the person."""
    refused = error(request, MISSING_CAPABILITY, str(reason))
    refused["error"]["data"] = {"requiredCapabilities": reason.capability}
    return refused


def question(name: str, one: Question) -> Frame:
    """A question of the legacy era: a request to the client."""
    params = asked(one, modern=False)
    return {"jsonrpc": "2.0", "id": name, "method": METHOD, "params": params}


def input_required(ended: Round, state: str) -> Frame:
    """A question of the modern era: a result that asks to be called again."""
    one = ended.open
    requests = {ended.key: {"method": METHOD, "params": asked(one, modern=True)}} if one else {}
    return {"resultType": "input_required", "inputRequests": requests, "requestState": state}


def notification(method: str, params: Frame) -> Frame:
    """News that nobody answers."""
    return {"jsonrpc": "2.0", "method": method, "params": params}


def failed(words: str) -> Frame:
    """The result of a tool that could not do its work, which a model can read and mend."""
    return {"content": [{"type": "text", "text": words}], "isError": True}


def succeeded(outcome: Outcome, modern: bool) -> Frame:
    """The result of a tool; the legacy era allows only objects as structured content."""
    value: Frame = {"content": outcome.content, "isError": False}
    if isinstance(outcome.structured, dict) or (modern and outcome.structured is not None):
        value["structuredContent"] = outcome.structured
    return value
