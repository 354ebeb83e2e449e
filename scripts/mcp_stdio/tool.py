"""The nouns of a tool server: what a tool is, what runs it, what it gives back; no protocol."""

import base64
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, Literal, Protocol

from .asking import Frame, Question, Reply

Id = int | str
Level = Literal["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]


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


class Line(Protocol):
    """What a call says to its client; who listens, and in which era, is known at the other end."""

    def report(self, done: float, total: float | None, message: str) -> None:
        """Progress."""

    def note(self, level: Level, data: Any) -> None:
        """A log message."""

    def ask(self, call: "Call", question: Question) -> Reply:
        """A question to the person."""

    def brought(self) -> Question | None:
        """The next question that has its reply already."""


class Call:
    """What a running tool may use: its client, and the news that nobody waits any more."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._gone = threading.Event()
        self._inbox: SimpleQueue[Frame | None] = SimpleQueue()
        self._thread: int | None = None

    def begin(self) -> None:
        """Called in the thread that runs the tool."""
        self._thread = threading.get_ident()

    def ask(self, question: Question) -> Reply:
        """Asks the person and waits for the answer.

        In the modern era the tool's function is run again from its start for each question, and
        the questions that were answered before return at once, in their order. So ask before you
        change anything, and ask the same when you are run again.
        """
        if threading.get_ident() != self._thread:
            raise ToolError("A tool may ask only in the thread that runs it.")
        self.check()
        return self._line.ask(self, question)

    def brought(self) -> Question | None:
        """The question whose reply is here before it is asked again: this is a run after a round.

        Whoever would not ask any more by now still has to hear that reply: it may be a no.
        """
        return self._line.brought()

    def log(self, level: Level, data: Any) -> None:
        """Sends a log message to the client, if it wants any; see `Server.logs`."""
        self.check()
        self._line.note(level, data)

    def progress(self, done: float, total: float | None = None, message: str = "") -> None:
        """Tells the caller how far the work is; `done` must grow from call to call."""
        self.check()
        self._line.report(done, total, message)

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
        self._inbox.put(None)

    def deliver(self, message: Frame) -> None:
        """Called by whoever reads the client's reply to a question of this call."""
        self._inbox.put(message)

    def receive(self) -> Frame:
        """Waits for that reply; raises `Cancelled` if the answer is no longer wanted."""
        message = self._inbox.get()
        if message is None:
            raise Cancelled
        return message


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
    # Whether tools send log messages; a server that does not needs no such capability.
    logs: bool = False

    def tool(self, name: Any) -> Tool | None:
        """The tool of that name."""
        return next((tool for tool in self.tools if tool.name == name), None)
