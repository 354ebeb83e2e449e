"""A server over HTTP that is bad at one thing: by its options, or by the tool that is called.

It speaks the legacy era, and writes down what it sees.
"""

import argparse
import json
import socket
import struct
import sys
import threading
import time
from collections import Counter
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PAGE = b"<html><head><title>502 Bad Gateway</title></head><body>a proxy</body></html>"
EVENTS = "text/event-stream"
TOOLS = (
    "count ran slow fine ran_502 ran_504 ran_cut busy_503 limit_429 locked_500 slow_head drip_head "
    "eof comment half_event reset cut_json short_json silent resumed resume_gone"
).split()
# These do not run what they refuse.
REFUSED = {"busy_503", "limit_429", "locked_500"}


class Place:
    """What all requests share."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked
        self.began = time.time()
        self.lock = threading.Lock()
        self.ran: Counter[str] = Counter()
        self.session = 0
        self.known = False

    def note(self, event: str, **what: Any) -> None:
        """Writes down what this server saw."""
        row = {"t": round(time.time(), 3), "event": event, **what}
        with self.lock, open(self.asked.log, "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def is_down(self) -> bool:
        """Whether it is out of service yet."""
        return time.time() - self.began < self.asked.down

    def retry_after(self) -> dict[str, str]:
        """When to come back, as the options say."""
        how = self.asked.retry_after
        values = {"date": formatdate(time.time() + 2, usegmt=True), "mad": "31536000"}
        return {} if how == "none" else {"Retry-After": values.get(how, how)}

    def run(self, tool: str) -> int:
        """Runs a tool. Every third one makes it forget its session, where it has one to forget."""
        with self.lock:
            self.ran[tool] += 1
            if self.asked.forget and sum(self.ran.values()) % 3 == 0:
                self.known = False
            return sum(self.ran.values())


class Server(ThreadingHTTPServer):
    """The listener, with what all requests share."""

    daemon_threads = True
    request_queue_size = 64
    place: Place


class Request(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server: Server

    @property
    def place(self) -> Place:
        """What all requests share."""
        return self.server.place

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        message = json.loads(body)
        method = message.get("method")
        self.place.note("request", method=method, tool=message.get("params", {}).get("name"))
        if self.place.is_down():
            self.place.note("down")
            return self.tell(503, b"starting", self.place.retry_after())
        if method == "initialize":
            return self.greet(message)
        if method == "server/discover":
            return self.tell(400, b"Bad Request: Server not initialized")
        if self.place.asked.forget and not self.is_known():
            return self.lose()
        if "id" not in message:
            return self.tell(202)
        if method == "tools/list":
            tools = [{"name": it, "inputSchema": {"type": "object"}} for it in TOOLS]
            return self.result(message, {"tools": tools})
        if method == "tools/call":
            return self.call(message)
        return self.result(message, {})

    def greet(self, message: dict[str, Any]) -> None:
        """Opens a session."""
        with self.place.lock:
            self.place.session += 1
            self.place.known = not self.place.asked.stubborn
            session = f"session-{self.place.session}"
        self.place.note("session", old=self.headers.get("Mcp-Session-Id"))
        info = {"name": "faults", "version": "1"}
        hello = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}
        self.result(message, hello, {"Mcp-Session-Id": session})

    def is_known(self) -> bool:
        """Whether the session of this request is open."""
        with self.place.lock:
            own = self.headers.get("Mcp-Session-Id")
            return self.place.known and own == f"session-{self.place.session}"

    def lose(self) -> None:
        """Says that the session is not known."""
        self.place.note("lost")
        error = {"code": -32001, "message": "Session not found"}
        body = json.dumps({"jsonrpc": "2.0", "id": None, "error": error}).encode()
        self.tell(self.place.asked.forget, body, self.place.retry_after())

    def call(self, message: dict[str, Any]) -> None:
        """Runs a tool, and is bad at it."""
        tool = message["params"]["name"]
        if tool == "count":
            with self.place.lock:
                return self.text(message, json.dumps(self.place.ran, sort_keys=True))
        number = 0 if tool in REFUSED else self.place.run(tool)
        if number:
            self.place.note("ran", tool=tool, number=number)
        match tool:
            case "slow":
                time.sleep(0.3)
                self.text(message, str(number))
            case "ran":
                self.text(message, str(number))
            case "ran_502":
                self.tell(502, PAGE, {"Content-Type": "text/html"})
            case "ran_504":
                self.tell(504)
            case "busy_503":
                self.tell(503, b"busy", {"Retry-After": "7"})
            case "limit_429":
                self.tell(429, b'{"error":"too many"}', {"Retry-After": "7"})
            case "locked_500":
                error = {"code": -32603, "message": "database is locked"}
                reply = {"jsonrpc": "2.0", "id": message["id"], "error": error}
                self.tell(500, json.dumps(reply).encode(), {"Content-Type": "application/json"})
            case "slow_head":
                time.sleep(3)
                self.text(message, tool)
            case "drip_head":
                for byte in b"HTTP/1.1 200 OK\r\n":
                    self.raw(bytes([byte]))
                    time.sleep(0.1)
                body = json.dumps(self.said(message, tool)).encode()
                head = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
                self.raw(head.encode() + body)
            case "fine":
                self.text(message, tool)
            case _:
                self.break_off(message, tool)

    def break_off(self, message: dict[str, Any], tool: str) -> None:
        """Ends before the answer does."""
        self.close_connection = True
        whole = json.dumps(self.said(message, tool)).encode()
        if tool == "ran_cut":
            return
        if tool in ("cut_json", "short_json"):
            length = len(whole) + (100 if tool == "short_json" else -9)
            head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
            return self.raw(head.encode() + whole[: len(whole) - 9])
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {EVENTS}\r\nConnection: close\r\n\r\n"
        self.raw(head.encode())
        match tool:
            case "comment" | "reset":
                self.raw(b": working\n\n")
            case "half_event":
                self.raw(b"data: " + whole[:20])
            case "resumed" | "resume_gone":
                self.raw(f"id: {tool}/{message['id']}\nretry: 500\ndata:\n\n".encode())
            case "silent":
                self.raw(b": still here\n\n")
                self.connection.settimeout(60)
                # Nothing more comes on this connection, so an end is the client's.
                self.rfile.read(1)
                self.place.note("client-closed", tool=tool)
        if tool == "reset":
            linger = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)

    def do_GET(self) -> None:
        last = self.headers.get("Last-Event-ID")
        self.place.note("get", last=last)
        if last is not None:
            tool, _, id_ = last.partition("/")
            if tool == "resume_gone":
                return self.tell(404)
            said = json.dumps(self.said({"id": int(id_)}, tool))
            return self.tell(200, f"data: {said}\n\n".encode(), {"Content-Type": EVENTS})
        match self.place.asked.get:
            case "200json":
                self.tell(200, b'{"status":"ok"}', {"Content-Type": "application/json"})
            case "200empty":
                self.tell(200, b"", {"Content-Type": EVENTS})
            case "hang":
                self.connection.settimeout(60)
                self.rfile.read(1)
                self.close_connection = True
                self.place.note("client-closed", tool="get")
            case "drop":
                self.close_connection = True
            case "sse":
                self.raw(f"HTTP/1.1 200 OK\r\nContent-Type: {EVENTS}\r\n\r\n: hello\n\n".encode())
                self.rfile.read(1)
                self.close_connection = True
            case status:
                self.tell(int(status))

    def do_DELETE(self) -> None:
        self.tell(405)

    def said(self, message: dict[str, Any], text: str) -> dict[str, Any]:
        """A reply with a text."""
        result = {"content": [{"type": "text", "text": text}]}
        return {"jsonrpc": "2.0", "id": message["id"], "result": result}

    def text(self, message: dict[str, Any], text: str) -> None:
        """Answers a call with a text."""
        self.result(message, self.said(message, text)["result"])

    def result(self, message: dict[str, Any], result: Any, headers: dict[str, str] | None = None) -> None:
        """Answers a request."""
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
        self.tell(200, body, {"Content-Type": "application/json", **(headers or {})})

    def tell(self, status: int, body: bytes = b"", headers: dict[str, str] | None = None) -> None:
        """Sends one answer."""
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def raw(self, data: bytes) -> None:
        """Sends bytes as they are."""
        self.wfile.write(data)
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing by itself."""


def main() -> None:
    """Serves until it is ended."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--log", required=True)
    parser.add_argument("--down", type=float, default=0, help="seconds out of service at first")
    parser.add_argument("--retry-after", default="none")
    parser.add_argument("--forget", type=int, default=0, help="status of a session that is lost")
    parser.add_argument("--stubborn", action="store_true", help="knows no session at all")
    parser.add_argument("--get", default="405", help="what comes of a GET")
    asked = parser.parse_args()
    server = Server(("127.0.0.1", asked.port), Request)
    server.place = Place(asked)
    server.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
