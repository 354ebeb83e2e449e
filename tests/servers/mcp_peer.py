"""A server of somebody else's making, PyPI's mcp, that offers all there is, in either era.

`--http PORT` has it listen there.
"""

import sys
from typing import Annotated, Any

import anyio
from mcp.server import runner, streamable_http_manager
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.prompts import Prompt
from mcp.server.mcpserver.resolve import Elicit, ListRoots, Resolve, Sample
from mcp.server.mcpserver.resources import TextResource
from mcp_types import (
    Completion,
    CreateMessageResult,
    EmptyResult,
    ListRootsResult,
    SamplingMessage,
    SetLevelRequestParams,
    SubscribeRequestParams,
    TextContent,
    UnsubscribeRequestParams,
)
from pydantic import BaseModel

LEGACY = "--legacy" in sys.argv
GREETING = "demo://greeting"
LANGUAGES = ("python", "pytorch", "rust")
LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")

peer = MCPServer("mcp-peer", website_url="https://example.com/mcp-peer")
watched: set[str] = set()
least = ["debug"]
waits = {"begun": 0, "stopped": 0}


class Name(BaseModel):
    """What is asked."""

    name: str


class Password(BaseModel):
    """What is asked, and hidden by its name: this library refuses `format: password`."""

    password: str


class All:
    """Holds everything."""

    def __contains__(self, _one: object) -> bool:
        return True


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


@peer.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@peer.tool()
async def steps(count: int, context: Context) -> str:
    """Tells of each step."""
    for step in range(1, count + 1):
        await context.report_progress(step, count, f"step {step}")
    return "done"


@peer.tool()
async def wait() -> str:
    """Takes ten minutes, and remembers that it was stopped."""
    waits["begun"] += 1
    try:
        await anyio.sleep(600)
    except BaseException:
        waits["stopped"] += 1
        raise
    return "waited"


@peer.tool()
def waited() -> str:
    """How many waits were begun, and how many of them were stopped."""
    return f"{waits['begun']} begun, {waits['stopped']} stopped"


@peer.tool()
def greet(answer: Annotated[Name, Resolve(lambda: Elicit("Who are you?", Name))]) -> str:
    """Asks for a name."""
    return f"Hello, {answer.name}."


@peer.tool()
def unlock(
    answer: Annotated[Password, Resolve(lambda: Elicit("Which password?", Password))],
) -> str:
    """Asks for a password, and says how long it is."""
    return str(len(answer.password))


def ask_a_model() -> Sample:
    """What the next tool cannot do without."""
    words = SamplingMessage(role="user", content=TextContent(type="text", text="Say hello."))
    return Sample([words], max_tokens=9)


@peer.tool()
def write(said: Annotated[CreateMessageResult, Resolve(ask_a_model)]) -> str:
    """Has a language model write something."""
    return str(said.content)


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
    streamable_http_manager.HANDSHAKE_PROTOCOL_VERSIONS = All()

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
    if "--http" in sys.argv:
        port = int(sys.argv[sys.argv.index("--http") + 1])
        peer.run(transport="streamable-http", host="127.0.0.1", port=port)
    else:
        peer.run()
