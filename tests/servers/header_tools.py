"""A server of the modern era over HTTP whose tools want arguments told in headers (`x-mcp-header`).

It refuses whatever does not fit its body, and writes down what it saw.
"""

import argparse
import base64
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Schema = dict[str, Any]


def told(header: Any, kind: Any = "string") -> Schema:
    """A property that is told in a header."""
    return {"type": kind, "x-mcp-header": header}


def tool(name: str, **properties: Any) -> Schema:
    """A tool with these properties."""
    return {"name": name, "inputSchema": {"type": "object", "properties": properties}}


# One that lacks nothing but the right to be called, for each rule of the specification.
BAD = [
    tool("bad_empty", x=told("")),
    tool("bad_space", x=told("A B")),
    tool("bad_colon", x=told("A:B")),
    tool("bad_lines", x=told("A\r\nAuthorization: Bearer evil")),
    tool("bad_letter", x=told("Ä")),
    tool("bad_kind", x=told(7)),
    tool("bad_number", x=told("N", "number")),
    tool("bad_list", x=told("L", "array")),
    tool("bad_object", x=told("O", "object")),
    tool("bad_twice", x=told("Same"), y=told("sAME")),
    tool("bad_items", x={"type": "array", "items": told("I")}),
    tool("bad_any", x={"anyOf": [told("U")]}),
    tool("bad_defs", x={"$defs": {"r": told("R")}}),
    {"name": "bad_root", "inputSchema": {"type": "object", "x-mcp-header": "Root"}},
]


class Place(ThreadingHTTPServer):
    """The listener, and what changes."""

    daemon_threads = True
    log = ""
    moved = False

    def tools(self) -> list[Schema]:
        """What there is now; one tool wants another header once it was called."""
        region = {"region": told("Region"), "q": {"type": "string"}}
        return [
            tool("one", **region),
            *BAD,
            tool("kinds", s=told("S"), i=told("I", "integer"), b=told("B", "boolean")),
            tool("nested", a={"type": "object", "properties": {"b": told("Deep")}}),
            tool("named.tool/ü", **region),
            tool("no_header", q={"type": "string"}),
            tool("moving", region=told("Second" if self.moved else "First")),
        ]


def plain(value: str) -> str:
    """What a header holds, without its wrapping."""
    if value.startswith("=?base64?") and value.endswith("?="):
        return base64.b64decode(value[9:-2]).decode()
    return value


def wanted(schema: Schema, arguments: Any) -> dict[str, str]:
    """The headers of a call, by its body and the schema of its tool."""
    found = {}
    for name, member in schema.get("properties", {}).items():
        value = arguments.get(name) if isinstance(arguments, dict) else None
        if "x-mcp-header" in member and value is not None:
            text = value if isinstance(value, str) else json.dumps(value)
            found["mcp-param-" + member["x-mcp-header"].lower()] = text
        found |= wanted(member, value)
    return found


class Request(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server: Place

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers.get("Content-Length", "0"))))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.note("request", method=message.get("method"), authorization=headers.get("authorization"))
        match message.get("method"):
            case "server/discover":
                result = {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}
                self.result(message, result)
            case "tools/list":
                result = {"tools": self.server.tools(), "ttlMs": 3_600_000, "cacheScope": "private"}
                self.result(message, result)
            case "tools/call":
                self.call(message, headers)
            case _:
                self.error(message, 404, -32601, "Method not found")

    def do_GET(self) -> None:
        self.note("get")
        self.tell(405, b"")

    def call(self, message: dict[str, Any], headers: dict[str, str]) -> None:
        """Answers a call whose headers fit its body."""
        params = message["params"]
        if params["name"] == "moving":
            self.server.moved = True
        found = next(it for it in self.server.tools() if it["name"] == params["name"])
        expected = wanted(found["inputSchema"], params.get("arguments"))
        given = {name: plain(it) for name, it in headers.items() if name.startswith("mcp-param-")}
        if given != expected or plain(headers.get("mcp-name", "")) != params["name"]:
            self.note("mismatch", tool=params["name"])
            return self.error(message, 400, -32020, "the headers do not fit the body")
        self.note("ran", tool=params["name"], headers=given)
        return self.result(message, {"content": [{"type": "text", "text": "ok"}]})

    def note(self, event: str, **what: Any) -> None:
        """Writes down what this server saw."""
        with open(self.server.log, "a", encoding="utf-8") as file:
            file.write(json.dumps({"event": event, **what}) + "\n")

    def result(self, message: dict[str, Any], result: Any) -> None:
        """Answers a request."""
        whole = {"resultType": "complete", **result}
        self.tell(200, json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": whole}).encode())

    def error(self, message: dict[str, Any], status: int, code: int, text: str) -> None:
        """Refuses a request."""
        error = {"code": code, "message": text}
        body = {"jsonrpc": "2.0", "id": message.get("id"), "error": error}
        self.tell(status, json.dumps(body).encode())

    def tell(self, status: int, body: bytes) -> None:
        """Sends one answer."""
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing by itself."""


def main() -> None:
    """Serves until it is ended."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--log", required=True)
    asked = parser.parse_args()
    place = Place(("127.0.0.1", asked.port), Request)
    place.log = asked.log
    place.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
