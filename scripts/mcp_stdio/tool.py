"""The nouns of a tool server: what a tool is, what runs it, what it gives back; no protocol."""

import base64
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Frame = dict[str, Any]
Id = int | str


class ToolError(Exception):
    """What a tool could not do, in words for the person and the model."""


class Cancelled(Exception):
    """The caller no longer wants the answer, or the process is ending."""


@dataclass(frozen=True)
class Outcome:
    """What a tool gives back: content blocks, and a JSON value where it has an output schema."""

    content: list[Frame]
    structured: Any = None


def text(words: str) -> Outcome:
    """Plain words."""
    return Outcome([{"type": "text", "text": words}])


def data(value: Any) -> Outcome:
    """A JSON value, also written out as text for callers that read content alone."""
    written = json.dumps(value, ensure_ascii=False, indent=2)
    return Outcome([{"type": "text", "text": written}], value)


def image(png: bytes) -> Outcome:
    """One PNG picture."""
    encoded = base64.b64encode(png).decode("ascii")
    return Outcome([{"type": "image", "data": encoded, "mimeType": "image/png"}])


class Call:
    """What a running tool may use: its progress, and the news that nobody waits any more."""

    def __init__(self, report: Callable[[float, float | None, str], None]) -> None:
        self._report = report
        self._gone = threading.Event()

    def progress(self, done: float, total: float | None = None, message: str = "") -> None:
        """Tells the caller how far the work is; `done` must grow from call to call."""
        self.check()
        self._report(done, total, message)

    def wait(self, seconds: float) -> None:
        """Waits that long; raises `Cancelled` the moment the answer is no longer wanted."""
        if self._gone.wait(seconds):
            raise Cancelled

    def check(self) -> None:
        """Raises `Cancelled` if the answer is no longer wanted; for long loops."""
        self.wait(0)

    def cancel(self) -> None:
        """Called by whoever learns that the answer is no longer wanted."""
        self._gone.set()


@dataclass(frozen=True)
class Tool:
    """One entry of the tool list, and the function that runs it."""

    name: str
    title: str
    description: str
    run: Callable[[Call, dict[str, Any]], Outcome]
    properties: Mapping[str, Frame] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    output: Frame | None = None
    annotations: Mapping[str, bool] = field(default_factory=dict)

    def input_schema(self) -> Frame:
        """The JSON Schema of the arguments; unknown names are refused."""
        schema: Frame = {"type": "object", "properties": dict(self.properties)}
        if self.required:
            schema["required"] = list(self.required)
        return schema | {"additionalProperties": False}


@dataclass(frozen=True)
class Server:
    """Who we are and what we offer."""

    name: str
    title: str
    version: str
    instructions: str
    tools: tuple[Tool, ...]

    def tool(self, name: Any) -> Tool | None:
        """The tool of that name."""
        return next((tool for tool in self.tools if tool.name == name), None)
