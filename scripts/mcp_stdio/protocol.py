"""Decides what one message of either era asks for; it reads and writes nothing."""

import json
from dataclasses import dataclass
from typing import Any

from .arguments import Misfit, fit, type_name
from .tool import Frame, Id, Outcome, Server, Tool

MODERN = "2026-07-28"
LEGACY = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
META = "io.modelcontextprotocol/"

PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602
UNSUPPORTED_VERSION = -32022

# The tool list never changes while the process lives, so a client may keep it for an hour.
CACHE: Frame = {"ttlMs": 3_600_000, "cacheScope": "public"}


@dataclass(frozen=True)
class Answer:
    """Write this frame now."""

    frame: Frame
    opens_legacy: bool = False


@dataclass(frozen=True)
class Run:
    """Run a tool beside whatever else runs, and answer when it is done."""

    id: Id
    tool: Tool
    arguments: dict[str, Any]
    token: Id | None
    modern: bool


@dataclass(frozen=True)
class Cancel:
    """Forget a call: nothing more is written for it."""

    id: Any


Step = Answer | Run | Cancel | None


def is_id(value: Any) -> bool:
    """Whether a value may name a request or its progress; `true` is no number here."""
    return type_name(value) in ("integer", "string")


def read(line: bytes) -> Any:
    """One line as JSON; raises `ValueError` for everything that is not."""
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _no_constant(name: str) -> Any:
    """Refuses `NaN` and the infinities, which Python would take."""
    raise ValueError(f"{name} is not JSON")


def decide(server: Server, message: Any, legacy: bool) -> Step:
    """What one message asks for; `legacy` says whether `initialize` was answered before."""
    if not isinstance(message, dict):
        return Answer(
            error(None, INVALID_REQUEST, f"a message is one object, not {type_name(message)}")
        )
    method, params = message.get("method"), message.get("params", {})
    if "id" not in message:
        return _notification(method, params)
    request = message["id"]
    if not is_id(request):
        return Answer(error(None, INVALID_REQUEST, "`id` must be a string or an integer"))
    if method is None and ("result" in message or "error" in message):
        return None  # An answer, and this base asks nothing.
    if not isinstance(method, str):
        return Answer(error(request, INVALID_REQUEST, "`method` must be a string"))
    if not isinstance(params, dict):
        return Answer(error(request, INVALID_PARAMS, "`params` must be an object"))
    meta = params.get("_meta")
    return _request(server, request, method, params, meta if isinstance(meta, dict) else {}, legacy)


def _notification(method: Any, params: Any) -> Step:
    """Only a cancellation does anything; no notification is ever answered."""
    if method == "notifications/cancelled" and isinstance(params, dict):
        return Cancel(params.get("requestId"))
    return None


def _request(
    server: Server, request: Id, method: str, params: Frame, meta: Frame, legacy: bool
) -> Step:
    """Chooses the era of one request, then its method."""
    if method == "ping":
        return Answer(result(server, request, {}, modern=f"{META}protocolVersion" in meta))
    if method == "initialize":
        return Answer(
            result(server, request, _initialize(server, params), modern=False), opens_legacy=True
        )
    modern = f"{META}protocolVersion" in meta
    if modern or not legacy:
        refusal = _refuse_meta(request, meta)
        if refusal:
            return Answer(refusal)
    if method == "server/discover" and modern:
        return Answer(result(server, request, _discover(server), modern))
    if method == "tools/list":
        return Answer(_list(server, request, params, modern))
    if method == "tools/call":
        return _call(server, request, params, meta, modern)
    return Answer(error(request, NO_METHOD, f"there is no method `{method}` here"))


def _refuse_meta(request: Id, meta: Frame) -> Frame | None:
    """The error for a request that says no version, one we do not speak, or no capabilities."""
    version = meta.get(f"{META}protocolVersion")
    if version is None:
        hint = f"`_meta` lacks `{META}protocolVersion`; older clients send `initialize` first"
        return error(request, INVALID_PARAMS, hint)
    if version != MODERN:
        refused = error(request, UNSUPPORTED_VERSION, "Unsupported protocol version")
        refused["error"]["data"] = {"supported": [MODERN, *LEGACY], "requested": str(version)}
        return refused
    if not isinstance(meta.get(f"{META}clientCapabilities"), dict):
        return error(request, INVALID_PARAMS, f"`_meta` lacks `{META}clientCapabilities`")
    return None


def _initialize(server: Server, params: Frame) -> Frame:
    """The handshake of the legacy era: the client's version if we know it, else our newest."""
    asked = params.get("protocolVersion")
    return {
        "protocolVersion": asked if asked in LEGACY else LEGACY[0],
        "capabilities": {"tools": {}},
        "serverInfo": info(server),
        "instructions": server.instructions,
    }


def _discover(server: Server) -> Frame:
    """The self-description of the modern era."""
    versions = {"supportedVersions": [MODERN], "capabilities": {"tools": {}}}
    return versions | {"instructions": server.instructions} | CACHE


def _list(server: Server, request: Id, params: Frame, modern: bool) -> Frame:
    """All tools on one page, in a fixed order."""
    if params.get("cursor") is not None:
        return error(request, INVALID_PARAMS, "`cursor` is not one of ours: the list has one page")
    listed: Frame = {"tools": [entry(tool, modern) for tool in server.tools]}
    return result(server, request, listed | CACHE if modern else listed, modern)


def _call(server: Server, request: Id, params: Frame, meta: Frame, modern: bool) -> Step:
    """A call that can start, or the reason why it cannot."""
    tool = server.tool(params.get("name"))
    if tool is None:
        return Answer(error(request, INVALID_PARAMS, f"Unknown tool: {params.get('name')}"))
    given = params.get("arguments") or {}
    if not isinstance(given, dict):
        return Answer(error(request, INVALID_PARAMS, "`arguments` must be an object"))
    try:
        arguments = fit(tool.input_schema(), given)
    except Misfit as misfit:
        return Answer(result(server, request, failed(str(misfit)), modern))
    token = meta.get("progressToken")
    return Run(request, tool, arguments, token if is_id(token) else None, modern)


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


def failed(words: str) -> Frame:
    """The result of a tool that could not do its work, which a model can read and mend."""
    return {"content": [{"type": "text", "text": words}], "isError": True}


def succeeded(outcome: Outcome, modern: bool) -> Frame:
    """The result of a tool; the legacy era allows only objects as structured content."""
    value: Frame = {"content": outcome.content, "isError": False}
    if isinstance(outcome.structured, dict) or (modern and outcome.structured is not None):
        value["structuredContent"] = outcome.structured
    return value
