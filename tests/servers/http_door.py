"""A small server over HTTP that lets in who has the key, and is busy for a while first; no library."""

import argparse
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TOOL = {"name": "said", "inputSchema": {"type": "object"}}


def answer(message: dict[str, Any], key: str | None) -> dict[str, Any] | None:
    """The result of a request, as servers of the legacy era have it; None for an unknown method."""
    match message.get("method"):
        case "initialize":
            info = {"name": "door", "version": "1"}
            return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}
        case "ping":
            return {}
        case "tools/list":
            return {"tools": [TOOL]}
        case "tools/call":
            return {"content": [{"type": "text", "text": f"you said {key}"}]}
    return None


class Door(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    key: str | None = None
    busy = 0
    log = ""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        message = json.loads(body)
        given = self.headers.get("Authorization")
        with open(Door.log, "a", encoding="utf-8") as log:
            print(json.dumps({"event": "request", "method": message.get("method")}), file=log)
        if Door.busy > 0:
            Door.busy -= 1
            return self.tell(503, b"busy", {"Retry-After": "1"})
        if Door.key is not None and given != f"Bearer {Door.key}":
            return self.tell(401, f"no entry with {given}".encode(), {"WWW-Authenticate": "Bearer"})
        if "id" not in message:
            return self.tell(202, b"", {})
        result = answer(message, given)
        reply: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        if result is None:
            reply["error"] = {"code": -32601, "message": "unknown method"}
        else:
            reply["result"] = result
        return self.tell(200, json.dumps(reply).encode(), {"Content-Type": "application/json"})

    def do_GET(self) -> None:
        self.tell(405, b"", {})

    def tell(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        """Sends one answer."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing by itself."""


def main() -> None:
    """Serves until it is ended."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--key")
    parser.add_argument("--busy", type=int, default=0)
    parser.add_argument("--log", required=True)
    asked = parser.parse_args()
    Door.key, Door.busy, Door.log = asked.key, asked.busy, asked.log
    ThreadingHTTPServer(("127.0.0.1", asked.port), Door).serve_forever()


if __name__ == "__main__":
    sys.exit(main())
