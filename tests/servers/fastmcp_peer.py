"""A small server of somebody else's making, FastMCP, in either era.

`--legacy` makes it an old one, `--http` has it listen on a free port, which it names itself.
"""

import sys
from typing import Any

from fastmcp import Context, FastMCP
from fastmcp.utilities.types import Image
from mcp.server import runner

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360f8cf500f0003860180d5b3a2cf0000000049454e44ae426082"
)


def grow_old() -> None:
    """Serves every connection as servers did before the modern era: by handshake."""
    runner._has_modern_envelope = lambda _params: False


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
    if "--legacy" in sys.argv:
        grow_old()
    if "--http" in sys.argv:
        peer.run("http", show_banner=False, host="127.0.0.1", port=0)
    else:
        peer.run(show_banner=False)
