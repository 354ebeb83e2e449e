"""A proxy for HTTP that answers for every server itself, lets HTTPS through to one port, or refuses.

It writes down what it was asked for, and with which credentials.
"""

import argparse
import json
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def answer(message: dict[str, Any]) -> dict[str, Any]:
    """The result of a request, as a server of the legacy era has it."""
    match message.get("method"):
        case "initialize":
            info = {"name": "behind-a-proxy", "version": "1"}
            return {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": info}
        case "tools/list":
            return {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}
        case "tools/call":
            return {"content": [{"type": "text", "text": "by proxy"}]}
    return {}


def pump(source: socket.socket, sink: socket.socket) -> None:
    """Carries bytes until there are no more."""
    try:
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass


class Proxy(ThreadingHTTPServer):
    """The listener."""

    daemon_threads = True
    log = ""
    through = 0
    refuse = 0


class Request(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server: Proxy

    def note(self) -> None:
        """Writes down what it was asked for."""
        credentials = self.headers.get("Proxy-Authorization")
        row = {"event": "asked", "verb": self.command, "path": self.path, "credentials": credentials}
        with open(self.server.log, "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def do_CONNECT(self) -> None:
        self.note()
        self.close_connection = True
        if self.server.refuse:
            return self.tell(self.server.refuse, b"")
        there = socket.create_connection(("127.0.0.1", self.server.through))
        self.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        back = threading.Thread(target=pump, args=(there, self.connection), daemon=True)
        back.start()
        pump(self.connection, there)
        back.join()
        return None

    def do_POST(self) -> None:
        self.note()
        message = json.loads(self.rfile.read(int(self.headers.get("Content-Length", "0"))))
        if self.server.refuse:
            return self.tell(self.server.refuse, b"")
        if message.get("method") == "server/discover":
            return self.tell(400, b"")
        if "id" not in message:
            return self.tell(202, b"")
        reply = {"jsonrpc": "2.0", "id": message["id"], "result": answer(message)}
        return self.tell(200, json.dumps(reply).encode())

    def do_GET(self) -> None:
        self.note()
        self.tell(405, b"")

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
    """Serves until it is ended, and says on which port."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--log", required=True)
    parser.add_argument("--through", type=int, default=0, help="where HTTPS goes")
    parser.add_argument("--refuse", type=int, default=0, help="the status of every answer")
    asked = parser.parse_args()
    proxy = Proxy(("127.0.0.1", 0), Request)
    proxy.log, proxy.through, proxy.refuse = asked.log, asked.through, asked.refuse
    print(f"port {proxy.server_address[1]}", flush=True)
    proxy.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
