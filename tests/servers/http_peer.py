"""Servers of somebody else's making over HTTP: FastMCP or PyPI's mcp, in either era."""

import argparse
from typing import Annotated, Any

from mcp.server import streamable_http_manager
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import BaseModel

HERE = "127.0.0.1"


class Name(BaseModel):
    """What is asked."""

    name: str


class Password(BaseModel):
    """What is asked, and hidden by its name: these libraries refuse `format: password`."""

    password: str


class All:
    """Holds everything."""

    def __contains__(self, _one: object) -> bool:
        return True


def grow_old() -> None:
    """Serves every connection as servers did before the modern era: in sessions, by handshake."""
    streamable_http_manager.HANDSHAKE_PROTOCOL_VERSIONS = All()


def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


def by_fastmcp(port: int) -> None:
    """FastMCP, which asks by a request of its own; the modern era has no way for that."""
    from fastmcp import Context, FastMCP

    peer = FastMCP("http-peer")
    peer.tool(add)

    @peer.tool
    async def greet(context: Context) -> str:
        """Asks for a name."""
        answer: Any = await context.elicit("Who are you?", Name)
        return f"Hello, {answer.data.name}." if answer.action == "accept" else "Hello, nobody."

    @peer.tool
    async def unlock(context: Context) -> str:
        """Asks for a password, and says how long it is."""
        answer: Any = await context.elicit("Which password?", Password)
        return str(len(answer.data.password)) if answer.action == "accept" else "locked"

    peer.run(transport="http", host=HERE, port=port, show_banner=False)


def by_mcp(port: int) -> None:
    """PyPI's mcp, which asks in the way of either era."""
    from mcp.server.mcpserver import MCPServer

    peer = MCPServer("http-peer")
    peer.tool()(add)

    def ask_name() -> Elicit[Name]:
        return Elicit("Who are you?", Name)

    def ask_password() -> Elicit[Password]:
        return Elicit("Which password?", Password)

    @peer.tool()
    def greet(answer: Annotated[Name, Resolve(ask_name)]) -> str:
        """Asks for a name."""
        return f"Hello, {answer.name}."

    @peer.tool()
    def unlock(answer: Annotated[Password, Resolve(ask_password)]) -> str:
        """Asks for a password, and says how long it is."""
        return str(len(answer.password))

    peer.run(transport="streamable-http", host=HERE, port=port)


MAKERS = {"fastmcp": by_fastmcp, "mcp": by_mcp}


def main() -> None:
    """Serves until it is ended."""
    parser = argparse.ArgumentParser()
    parser.add_argument("maker", choices=MAKERS)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--legacy", action="store_true")
    asked = parser.parse_args()
    if asked.legacy:
        grow_old()
    MAKERS[asked.maker](asked.port)


if __name__ == "__main__":
    main()
