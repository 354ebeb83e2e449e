"""A small server of somebody else's making, FastMCP, in either era.

`--legacy` makes it an old one, `--http` has it listen on a free port, which it names itself, or on the
port that follows.
"""

import sys
from typing import Any

import anyio
from fastmcp import Context, FastMCP
from fastmcp.utilities.types import Image
from mcp.server import runner, streamable_http_manager
from mcp_types import (
    CreateMessageRequest,
    CreateMessageRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    InputRequiredResult,
    ListRootsRequest,
    PromptListChangedNotification,
    ResourceListChangedNotification,
    SamplingMessage,
    TextContent,
)
from pydantic import BaseModel

LEGACY = "--legacy" in sys.argv
LANGUAGES = ["python", "pytorch", "rust"]
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


PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360f8cf500f0003860180d5b3a2cf0000000049454e44ae426082"
)


def grow_old() -> None:
    """Serves every connection as servers did before the modern era: by handshake."""
    runner._has_modern_envelope = lambda _params: False
    streamable_http_manager.HANDSHAKE_PROTOCOL_VERSIONS = All()


peer = FastMCP("peer", website_url="https://example.com/peer")


@peer.tool
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@peer.tool
def weather(city: str) -> dict[str, Any]:
    """Structured content, and its mirror as text."""
    return {"city": city, "degrees": 21, "sunny": True}


@peer.tool
def pixel() -> Image:
    """A picture."""
    return Image(data=PIXEL, format="png")


@peer.tool
async def steps(count: int, context: Context) -> str:
    """Tells of each step."""
    for step in range(1, count + 1):
        await context.report_progress(step, count, f"step {step}")
    return "done"


@peer.tool
def broken() -> str:
    """Fails."""
    raise ValueError("it broke")


async def asked(context: Context, message: str, form: type[BaseModel]) -> Any:
    """The answer of the person, asked for in the way of either era; None where there is none yet."""
    if LEGACY:
        answer = await context.elicit(message, form)
        return answer.data.model_dump() if answer.action == "accept" else {}
    answers = context.input_responses
    return None if answers is None else answers["it"].content


def ask(message: str, form: type[BaseModel]) -> InputRequiredResult:
    """A result that asks the person."""
    params = ElicitRequestFormParams(message=message, requested_schema=form.model_json_schema())
    return InputRequiredResult(input_requests={"it": ElicitRequest(params=params)})


@peer.tool
async def greet(context: Context) -> str | InputRequiredResult:
    """Asks for a name."""
    answer = await asked(context, "Who are you?", Name)
    return ask("Who are you?", Name) if answer is None else f"Hello, {answer['name']}."


@peer.tool
async def unlock(context: Context) -> str | InputRequiredResult:
    """Asks for a password, and says how long it is."""
    answer = await asked(context, "Which password?", Password)
    return ask("Which password?", Password) if answer is None else str(len(answer["password"]))


@peer.tool
async def folders(context: Context) -> str | InputRequiredResult:
    """The folders that are shared with this server."""
    if LEGACY:
        found = await context.session.list_roots()
    elif context.input_responses is None:
        return InputRequiredResult(input_requests={"it": ListRootsRequest()})
    else:
        found = context.input_responses["it"]
    return " ".join(f"{it.name}={it.uri}" for it in found.roots)


@peer.tool
async def write(context: Context) -> str | InputRequiredResult:
    """Has a language model write something."""
    words = SamplingMessage(role="user", content=TextContent(type="text", text="Say hello."))
    if LEGACY:
        return str(await context.session.create_message([words], max_tokens=9))
    params = CreateMessageRequestParams(messages=[words], max_tokens=9)
    return InputRequiredResult(input_requests={"it": CreateMessageRequest(params=params)})


@peer.tool
async def log(level: str, words: str, context: Context) -> str:
    """Logs something."""
    await context.log(words, level, logger_name="peer")
    return "logged"


@peer.tool
async def wait() -> str:
    """Takes ten minutes, and remembers that it was stopped."""
    waits["begun"] += 1
    try:
        await anyio.sleep(600)
    except BaseException:
        waits["stopped"] += 1
        raise
    return "waited"


@peer.tool
def waited() -> str:
    """How many waits were begun, and how many of them were stopped."""
    return f"{waits['begun']} begun, {waits['stopped']} stopped"


@peer.tool
async def grow(context: Context) -> str:
    """Offers one more prompt and one more resource, and says so."""
    peer.prompt(lambda: "grown", name="grown")
    peer.resource("peer://grown")(lambda: "grown")
    await context.send_notification(PromptListChangedNotification())
    await context.send_notification(ResourceListChangedNotification())
    return "grown"


@peer.completion
def complete(_ref: Any, argument: Any, _context: Any) -> list[str]:
    """Suggests languages."""
    return [it for it in LANGUAGES if argument.name == "code" and it.startswith(argument.value)]


@peer.prompt
def review(code: str, style: str = "short") -> str:
    """Looks at code."""
    return f"Review this, {style}: {code}"


@peer.resource("peer://greeting", mime_type="text/plain")
def greeting() -> str:
    """A greeting."""
    return "Hello."


@peer.resource("peer://city/{name}")
def city(name: str) -> str:
    """A city by its name."""
    return f"This is {name}."


if __name__ == "__main__":
    if LEGACY:
        grow_old()
    if "--http" in sys.argv:
        after = sys.argv[sys.argv.index("--http") + 1 :]
        port = int(after[0]) if after and after[0].isdigit() else 0
        peer.run("http", show_banner=False, host="127.0.0.1", port=port)
    else:
        peer.run(show_banner=False)
