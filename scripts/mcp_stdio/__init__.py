"""The base of our example servers: a server lists its tools and calls `main`; the rest is here."""

from .asking import Form, Link, Question, Reply, confirm, field_of
from .elicitation import CannotAsk
from .serve import main
from .tool import Call, Cancelled, Outcome, Server, Tool, ToolError, data, image, text

__all__ = [
    "Call",
    "Cancelled",
    "CannotAsk",
    "Form",
    "Link",
    "Outcome",
    "Question",
    "Reply",
    "Server",
    "Tool",
    "ToolError",
    "confirm",
    "data",
    "field_of",
    "image",
    "main",
    "text",
]
