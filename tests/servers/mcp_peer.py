"""A server of somebody else's making, PyPI's mcp, that offers all there is beside tools, in either era."""

import sys
from typing import Annotated, Any

from mcp.server import runner
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.prompts import Prompt
from mcp.server.mcpserver.resolve import ListRoots, Resolve
from mcp.server.mcpserver.resources import TextResource
from mcp_types import (
    Completion,
    EmptyResult,
    ListRootsResult,
    SetLevelRequestParams,
    SubscribeRequestParams,
    UnsubscribeRequestParams,
)

LEGACY = "--legacy" in sys.argv
GREETING = "demo://greeting"
LANGUAGES = ("python", "pytorch", "rust")
LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")

peer = MCPServer("mcp-peer", website_url="https://example.com/mcp-peer")
watched: set[str] = set()
least = ["debug"]


@peer.prompt(title="Code review")
def review(code: str, language: str = "any") -> str:
    """Looks at code."""
    return f"Review this {language}: {code}"


@peer.resource(GREETING, mime_type="text/plain")
def greeting() -> str:
    """A greeting."""
    return "Hello."


@peer.resource("demo://bytes", mime_type="application/octet-stream")
def some_bytes() -> bytes:
    """Four bytes."""
    return bytes([0, 255, 10, 128])


@peer.resource("demo://city/{name}", mime_type="text/plain")
def city(name: str) -> str:
    """A city by its name."""
    return f"This is {name}."


@peer.completion()
async def complete(_ref: Any, argument: Any, context: Any) -> Completion | None:
    """Suggests languages; a prompt that has its code already is for Rust alone."""
    if argument.name != "language":
        return None
    known = ("rust",) if context and context.arguments else LANGUAGES
    values = [it for it in known if it.startswith(argument.value)]
    return Completion(values=values, total=len(values), has_more=False)


@peer.tool()
async def grow(context: Context) -> str:
    """Offers one more prompt and one more resource, and says so."""
    peer.add_prompt(Prompt.from_function(lambda: "grown", name="grown", description="New."))
    peer.add_resource(TextResource(uri="demo://grown", name="grown", text="grown"))
    if LEGACY:
        await context.session.send_prompt_list_changed()
        await context.session.send_resource_list_changed()
    else:
        await context.notify_prompts_changed()
        await context.notify_resources_changed()
    return "grown"


@peer.tool()
async def touch(uri: str, context: Context) -> str:
    """Says that a resource changed, to whoever asked for that."""
    if not LEGACY:
        await context.notify_resource_updated(uri)
    elif uri in watched:
        await context.session.send_resource_updated(uri)
    return "touched"


@peer.tool()
async def log(level: str, words: str, context: Context) -> str:
    """Logs something."""
    if not LEGACY or LEVELS.index(level) >= LEVELS.index(least[0]):
        await context.log(level, words, logger_name="peer")
    return "logged"


def ask_for_folders() -> ListRoots:
    """What the tool below cannot do without."""
    return ListRoots()


@peer.tool()
def folders(found: Annotated[ListRootsResult, Resolve(ask_for_folders)]) -> str:
    """The folders that are shared with this server."""
    return " ".join(f"{it.name}={it.uri}" for it in found.roots)


def grow_old() -> None:
    """Serves every connection as servers did before the modern era, with what that era had."""
    runner._has_modern_envelope = lambda _params: False

    async def subscribe(_ctx: Any, params: SubscribeRequestParams) -> EmptyResult:
        watched.add(str(params.uri))
        return EmptyResult()

    async def unsubscribe(_ctx: Any, params: UnsubscribeRequestParams) -> EmptyResult:
        watched.discard(str(params.uri))
        return EmptyResult()

    async def set_level(_ctx: Any, params: SetLevelRequestParams) -> EmptyResult:
        least[0] = params.level
        return EmptyResult()

    server = peer._lowlevel_server
    server.add_request_handler("resources/subscribe", SubscribeRequestParams, subscribe)
    server.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, unsubscribe)
    server.add_request_handler("logging/setLevel", SetLevelRequestParams, set_level)


if __name__ == "__main__":
    if LEGACY:
        grow_old()
    peer.run()
