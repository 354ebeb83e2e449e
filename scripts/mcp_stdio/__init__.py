"""The base of our example servers: a server lists its tools and calls `main`; the rest is here."""

from .tool import Call, Cancelled, Outcome, Server, Tool, ToolError, data, image, text
from .wire import main

__all__ = [
    "Call",
    "Cancelled",
    "Outcome",
    "Server",
    "Tool",
    "ToolError",
    "data",
    "image",
    "main",
    "text",
]
