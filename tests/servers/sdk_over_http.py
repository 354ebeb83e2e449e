"""A small server made with the official Python SDK, over HTTP on a free port that it names itself."""

import uvicorn
from mcp.server.mcpserver import Context, MCPServer

peer = MCPServer("peer")


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
def broken() -> str:
    """Fails."""
    raise ValueError("it broke")


if __name__ == "__main__":
    uvicorn.run(peer.streamable_http_app(), host="127.0.0.1", port=0)
