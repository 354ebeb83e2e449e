"""Decides what one message of either era asks for; it reads and writes nothing."""

import json
from dataclasses import dataclass, replace
from typing import Any, get_args

from .arguments import Misfit, fit, type_name
from .asking import Frame
from .elicitation import modes
from .frames import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    LEGACY,
    META,
    MODERN,
    NO_METHOD,
    UNSUPPORTED_VERSION,
    entry,
    error,
    failed,
    info,
    result,
)
from .tool import Id, Level, Server, Tool

LEVELS: tuple[Level, ...] = get_args(Level)

# The tool list never changes while the process lives, so a client may keep it for an hour.
CACHE: Frame = {"ttlMs": 3_600_000, "cacheScope": "public"}


@dataclass(frozen=True)
class Client:
    """What can be asked and what is wanted: said once in the legacy era, else in each request."""

    modes: frozenset[str]
    level: Level | None


@dataclass(frozen=True)
class Answer:
    """Write this frame now; a client is given if it said something for all its later requests."""

    frame: Frame
    client: Client | None = None


@dataclass(frozen=True)
class Run:
    """Run a tool beside whatever else runs, and answer when it is done."""

    id: Id
    tool: Tool
    arguments: dict[str, Any]
    token: Id | None
    modern: bool
    client: Client
    # The retry of an input round.
    state: str | None = None
    responses: Frame | None = None


@dataclass(frozen=True)
class Cancel:
    """Forget a call: nothing more is written for it."""

    id: Any


@dataclass(frozen=True)
class Deliver:
    """Give a client's reply to the call that asked."""

    id: Id
    message: Frame


Step = Answer | Run | Cancel | Deliver | None


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


def decide(server: Server, message: Any, legacy: Client | None) -> Step:
    """What one message asks for; `legacy` is there if `initialize` was answered before."""
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
        return Deliver(request, message)
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
    server: Server, request: Id, method: str, params: Frame, meta: Frame, legacy: Client | None
) -> Step:
    """Chooses the era of one request, then its method."""
    if method == "ping":
        return Answer(result(server, request, {}, modern=f"{META}protocolVersion" in meta))
    if method == "initialize":
        opened = Client(modes(params.get("capabilities")), "info")
        return Answer(result(server, request, _initialize(server, params), modern=False), opened)
    modern = f"{META}protocolVersion" in meta
    if modern or legacy is None:
        refusal = _refuse_meta(request, meta)
        if refusal:
            return Answer(refusal)
    if method == "server/discover" and modern:
        return Answer(result(server, request, _discover(server), modern))
    if method == "tools/list":
        return Answer(_list(server, request, params, modern))
    if method == "tools/call":
        client = _client(meta) if modern or legacy is None else legacy
        return _call(server, request, params, meta, modern, client)
    if method == "logging/setLevel" and server.logs and legacy and not modern:
        return _set_level(server, request, params, legacy)
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
    if meta.get(f"{META}logLevel", "info") not in LEVELS:
        return error(request, INVALID_PARAMS, f"`{META}logLevel` is none of {', '.join(LEVELS)}")
    return None


def _client(meta: Frame) -> Client:
    """What a client says of itself in one request."""
    return Client(modes(meta[f"{META}clientCapabilities"]), meta.get(f"{META}logLevel"))


def _set_level(server: Server, request: Id, params: Frame, legacy: Client) -> Answer:
    """From now on, only log messages of this weight."""
    level = params.get("level")
    if level not in LEVELS:
        return Answer(error(request, INVALID_PARAMS, f"`level` is none of {', '.join(LEVELS)}"))
    return Answer(result(server, request, {}, modern=False), replace(legacy, level=level))


def _initialize(server: Server, params: Frame) -> Frame:
    """The handshake of the legacy era: the client's version if we know it, else our newest."""
    asked = params.get("protocolVersion")
    return {
        "protocolVersion": asked if asked in LEGACY else LEGACY[0],
        "capabilities": _capabilities(server),
        "serverInfo": info(server),
        "instructions": server.instructions,
    }


def _discover(server: Server) -> Frame:
    """The self-description of the modern era."""
    versions = {"supportedVersions": [MODERN], "capabilities": _capabilities(server)}
    return versions | {"instructions": server.instructions} | CACHE


def _capabilities(server: Server) -> Frame:
    """What we offer; asking is the client's capability, not ours."""
    return {"tools": {}} | ({"logging": {}} if server.logs else {})


def _list(server: Server, request: Id, params: Frame, modern: bool) -> Frame:
    """All tools on one page, in a fixed order."""
    if params.get("cursor") is not None:
        return error(request, INVALID_PARAMS, "`cursor` is not one of ours: the list has one page")
    listed: Frame = {"tools": [entry(tool, modern) for tool in server.tools]}
    return result(server, request, listed | CACHE if modern else listed, modern)


def _call(
    server: Server, request: Id, params: Frame, meta: Frame, modern: bool, client: Client
) -> Step:
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
    run = Run(request, tool, arguments, token if is_id(token) else None, modern, client)
    return _retried(run, params) if modern else run


def _retried(run: Run, params: Frame) -> Step:
    """The same with what a retry brings; replies without a state answer nothing of ours."""
    state, responses = params.get("requestState"), params.get("inputResponses")
    if state is None:
        return run
    if not isinstance(state, str):
        return Answer(error(run.id, INVALID_PARAMS, "`requestState` must be a string"))
    if responses is not None and not isinstance(responses, dict):
        return Answer(error(run.id, INVALID_PARAMS, "`inputResponses` must be an object"))
    return replace(run, state=state, responses=responses or {})
