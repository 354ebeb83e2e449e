"""What the scripted servers share: lines in and out, the witness file, the dull half of both eras."""

import argparse
import json
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Message = dict[str, Any]

LEGACY = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"


def arguments(about: str) -> argparse.ArgumentParser:
    """The options that every scripted server has."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--log", help="witness file: what this server saw, one object a line")
    return parser


class Wire:
    """The server's end of the pipes. Writes are whole, whoever writes."""

    def __init__(self, log: str | None) -> None:
        self._log = Path(log) if log else None
        self._lock = threading.Lock()
        self.note("start")

    def note(self, event: str, **what: Any) -> None:
        """Writes down what this server saw, for the test that looks on."""
        if self._log:
            row = {"t": round(time.time(), 3), "event": event, **what}
            with self._lock, self._log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")

    def say(self, event: str, **what: Any) -> None:
        """Writes it down, and tells those who wait for it."""
        self.note(event, **what)
        print(f"[{event}]", file=sys.stderr, flush=True)

    def raw(self, data: bytes) -> None:
        """Writes bytes as they are."""
        with self._lock:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()

    def send(self, message: Any) -> None:
        """Writes one message on one line."""
        self.raw(json.dumps(message, ensure_ascii=False).encode() + b"\n")

    def result(self, request: Message, result: Any) -> None:
        """Answers a request."""
        self.send({"jsonrpc": "2.0", "id": request["id"], "result": result})

    def error(self, request: Message, code: int, message: str, data: Any = None) -> None:
        """Refuses a request."""
        error = {"code": code, "message": message} | ({} if data is None else {"data": data})
        self.send({"jsonrpc": "2.0", "id": request["id"], "error": error})

    def messages(self) -> Iterator[Message]:
        """What the client says, until it hangs up."""
        for line in sys.stdin.buffer:
            message = json.loads(line)
            self.note("received", message=message)
            yield message
        self.note("eof")

    def calls(
        self, tools: list[Any], capabilities: Message | None = None, era: str = "legacy"
    ) -> Iterator[Message]:
        """The tool calls among what the client says; all else is answered in the dull way."""
        answer = dull_modern if era == "modern" else dull_legacy
        for message in self.messages():
            if message.get("method") == "tools/call":
                yield message
            elif reply := answer(message, tools, capabilities):
                self.send(reply)


def dull_legacy(
    message: Message, tools: list[Any], capabilities: Message | None = None
) -> Message | None:
    """How an ordinary server of the legacy era answers; None where it does not."""
    match message.get("method"):
        case "initialize":
            asked = message.get("params", {}).get("protocolVersion")
            result: Any = {
                "protocolVersion": asked if asked in LEGACY else LEGACY[-1],
                "capabilities": capabilities or {"tools": {"listChanged": True}},
                "serverInfo": {"name": "scripted", "version": "1.0.0"},
            }
        case "ping":
            result = {}
        case "tools/list":
            result = {"tools": tools}
        case _:
            return unknown(message)
    return {"jsonrpc": "2.0", "id": message["id"], "result": result}


def dull_modern(
    message: Message, tools: list[Any], capabilities: Message | None = None
) -> Message | None:
    """How an ordinary server of the modern era answers; None where it does not."""
    match message.get("method"):
        case "server/discover":
            result = discovery([MODERN]) | ({"capabilities": capabilities} if capabilities else {})
        case "tools/list":
            result = {"resultType": "complete", "tools": tools, "ttlMs": 0, "cacheScope": "private"}
        case "initialize":
            asked = message.get("params", {}).get("protocolVersion")
            return unsupported(message, [MODERN], asked)
        case _:
            return unknown(message)
    return {"jsonrpc": "2.0", "id": message["id"], "result": result}


def discovery(versions: list[Any]) -> Message:
    """The result of `server/discover`."""
    return {
        "resultType": "complete",
        "supportedVersions": versions,
        "capabilities": {"tools": {}},
        "ttlMs": 0,
        "cacheScope": "private",
        "_meta": {META + "serverInfo": {"name": "scripted", "version": "1.0.0"}},
    }


def unsupported(message: Message, versions: list[str], asked: Any) -> Message:
    """The refusal of a version."""
    data = {"supported": versions, "requested": asked}
    error = {"code": -32022, "message": "Unsupported protocol version", "data": data}
    return {"jsonrpc": "2.0", "id": message["id"], "error": error}


def unknown(message: Message) -> Message | None:
    """The refusal of a method; None for what is no request."""
    if "id" not in message or "method" not in message:
        return None
    error = {"code": -32601, "message": "Method not found"}
    return {"jsonrpc": "2.0", "id": message["id"], "error": error}


def tool(name: str, about: str = "") -> Message:
    """A tool that takes anything."""
    return {"name": name, "description": about, "inputSchema": {"type": "object"}}


def text(words: str, **more: Any) -> Message:
    """A result that is a text."""
    return {"content": [{"type": "text", "text": words}], **more}


def called(call: Message) -> tuple[str, Message]:
    """The name and the arguments of a call."""
    return call["params"]["name"], call["params"].get("arguments") or {}


def token(call: Message) -> Any:
    """The token by which progress of a call is told."""
    return (call["params"].get("_meta") or {}).get("progressToken")
