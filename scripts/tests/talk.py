"""Talks to a server script over its stdin and stdout, so that a test is a message and an answer."""

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

SCRIPTS = Path(__file__).resolve().parent.parent
META = "io.modelcontextprotocol/"
# Only a server that hangs takes this long; a healthy one answers in milliseconds.
HANG_SECONDS = 60


class Talk:
    """One running server; `with` ends it."""

    def __init__(
        self,
        script: str,
        *switches: str,
        python: str | Path = sys.executable,
        env: dict[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        self.process = subprocess.Popen(
            [python, str(SCRIPTS / script), *switches],
            cwd=folder,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._next = 0

    def __enter__(self) -> "Talk":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, line: bytes) -> None:
        """One line as it is."""
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def send(self, message: Any) -> None:
        """One message."""
        self.write(json.dumps(message).encode())

    def read(self) -> Any:
        """The next message of the server."""
        assert self.process.stdout
        # A server that owes a message would be waited for without end.
        hangs = threading.Timer(HANG_SECONDS, self.process.kill)
        hangs.start()
        line = self.process.stdout.readline()
        hangs.cancel()
        assert line, f"the server ended: {self.close()}"
        return json.loads(line)

    def ask(self, method: str, params: dict[str, Any] | None = None) -> int:
        """Sends a legacy request and returns its id."""
        self._next += 1
        self.send({"jsonrpc": "2.0", "id": self._next, "method": method, "params": params or {}})
        return self._next

    def legacy(self, method: str, **params: Any) -> Any:
        """The answer to a request of the legacy era."""
        return self.answer_to(self.ask(method, params))

    def modern(self, method: str, version: str = "2026-07-28", **params: Any) -> Any:
        """The answer to a request of the modern era."""
        meta = {f"{META}protocolVersion": version, f"{META}clientCapabilities": {}}
        return self.answer_to(self.ask(method, {**params, "_meta": meta | params.get("_meta", {})}))

    def answer_to(self, request: int) -> Any:
        """The next message, which must answer this request."""
        answer = self.read()
        assert answer.get("id") == request, f"expected the answer to {request}, got {answer}"
        return answer

    def initialize(self, **capabilities: Any) -> Any:
        """The handshake of the legacy era, by a client that can do this."""
        client = {"name": "test", "version": "1"}
        answer = self.legacy(
            "initialize",
            protocolVersion="2025-11-25",
            capabilities=capabilities,
            clientInfo=client,
        )
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer["result"]

    def close(self) -> tuple[int, str]:
        """Closes stdin and returns the exit status and what was logged."""
        if self.process.returncode is None:
            self.left, logged = self.process.communicate(timeout=HANG_SECONDS)
            self.logged = logged.decode()
        return self.process.returncode, self.logged
