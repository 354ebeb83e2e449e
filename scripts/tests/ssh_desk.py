"""The SSH server with a desk of its own: a home, an alias file, and a person who answers."""

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sshd_bench import Bench
from talk import META, Talk

PEERS = Path(os.environ.get("STEWARD_PEERS", Path.home() / ".cache/steward/peers"))
PYTHON = PEERS / "venv/bin/python"
FORMS: dict[str, Any] = {"elicitation": {"form": {}}}
MODERN = "2026-07-28"
ROUNDS = 10
WAIT_SECONDS = 10.0

# What a person does with a form: the fields filled in, or `None` to decline.
Person = Callable[[dict[str, Any]], Mapping[str, str] | None]


class Desk(Talk):
    """One server process; `asked` holds the forms that the person saw."""

    def __init__(self, bench: Bench, env: Mapping[str, str] | None = None) -> None:
        assert PYTHON.exists(), f"{PYTHON} is missing; scripts/test installs it"
        self._folder = tempfile.TemporaryDirectory(prefix="steward-desk-")
        self.home = Path(self._folder.name)
        self.aliases = self.home / "data/steward/secrets/ssh_aliases.json"
        self.known_hosts = self.home / ".ssh/known_hosts"
        self.known_hosts.parent.mkdir()
        self.bench = bench
        self.asked: list[dict[str, Any]] = []
        self.person: Person = lambda _form: self.fail_to_expect()
        base = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "XDG_DATA_HOME": str(self.home / "data"),
            "LC_ALL": "C.UTF-8",
        }
        super().__init__("ssh_mcp_server.py", python=PYTHON, env=base | dict(env or {}))
        self.legacy("initialize", protocolVersion="2025-11-25", capabilities=FORMS, clientInfo={})

    def fail_to_expect(self) -> None:
        """For a person who must not be asked."""
        raise AssertionError(f"nobody was to be asked: {self.asked[-1]}")

    def close(self) -> tuple[int, str]:
        """Ends the server and takes the desk away."""
        ended = super().close()
        self._folder.cleanup()
        return ended

    def knows_the_host(self, name: str = "host") -> None:
        """Puts a host key of the bench into the person's file of known hosts."""
        self.known_hosts.write_text(self.bench.known_line(name))

    def add(self, alias: str = "box", **more: Any) -> None:
        """An alias for the bench; by key unless said otherwise."""
        told = {"hostname": "127.0.0.1", "port": self.bench.port, "username": self.bench.user}
        keyed = {} if more.get("auth") == "password" else {"identity_file": self.bench.key("key")}
        added = self.call("add_alias", **{"alias": alias, **told, **keyed, **more})
        assert not added["isError"], added

    def answers(self, **fields: str) -> None:
        """A person who fills these in, whatever else is asked; the host is left out of the names."""

        def given(name: str) -> str:
            return next(it for what, it in fields.items() if name.startswith(f"{what}_"))

        self.person = lambda form: {
            name: given(name) for name in form["requestedSchema"]["properties"]
        }

    def declines(self) -> None:
        """A person who says no."""
        self.person = lambda _form: None

    def call(self, tool: str, **arguments: Any) -> Any:
        """The result of a call of the legacy era, with its questions answered."""
        return self.result_of(self.start(tool, **arguments))

    def start(self, tool: str, **arguments: Any) -> int:
        """Sends a call and returns its id."""
        return self.ask("tools/call", {"name": tool, "arguments": arguments})

    def result_of(self, request: int) -> Any:
        """Reads on to the answer of a call; questions on the way are answered."""
        while True:
            message = self.read()
            if message.get("method") == "elicitation/create":
                self.reply(message)
            elif message.get("id") == request:
                return message["result"]
            else:
                assert "method" in message, f"an answer nobody waits for: {message}"

    def reply(self, question: dict[str, Any]) -> None:
        """Answers one question as the person does."""
        self.send({"jsonrpc": "2.0", "id": question["id"], "result": self.answer(question)})

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """What a client sends back for a question."""
        self.asked.append(question["params"])
        fields = self.person(question["params"])
        return {"action": "decline"} if fields is None else {"action": "accept", "content": fields}

    def start_modern(self, tool: str, arguments: Any, more: Mapping[str, Any]) -> int:
        """Sends one round of a call of the modern era and returns its id."""
        meta = {f"{META}protocolVersion": MODERN, f"{META}clientCapabilities": FORMS}
        return self.ask(
            "tools/call", {"name": tool, "arguments": arguments, "_meta": meta, **more}
        )

    def modern_round(self, tool: str, arguments: Any) -> Any:
        """The first result of a call of the modern era, which asks."""
        result = self.answer_to(self.start_modern(tool, arguments, {}))["result"]
        assert result["resultType"] == "input_required", result
        return result

    def answered(self, result: Any) -> dict[str, Any]:
        """What goes into the next round, as the person answers now."""
        answers = {name: self.answer(it) for name, it in result["inputRequests"].items()}
        return {"inputResponses": answers, "requestState": result["requestState"]}

    def modern_call(self, tool: str, **arguments: Any) -> Any:
        """The result of a call of the modern era, after as many rounds as it needs."""
        params: dict[str, Any] = {"name": tool, "arguments": arguments}
        for _ in range(ROUNDS):
            meta = {f"{META}clientCapabilities": FORMS}
            result = self.modern("tools/call", **params, _meta=meta)["result"]
            if result["resultType"] != "input_required":
                return result
            params |= self.answered(result)
        raise AssertionError("it asks and asks")

    def run(self, command: str, **more: Any) -> dict[str, Any]:
        """What a command gave."""
        return ran(self.call("exec", **{"alias": "box", "command": command, **more}))


def ran(result: Any) -> dict[str, Any]:
    """The JSON of a command that was run; both forms of it must say the same."""
    assert not result["isError"], result["content"][0]["text"]
    written: dict[str, Any] = json.loads(result["content"][0]["text"])
    assert written == result["structuredContent"]
    return written


def words(result: Any) -> str:
    """The text of a result."""
    return str(result["content"][0]["text"])


def wait_for(what: Callable[[], object]) -> None:
    """Returns as soon as something is so."""
    until = time.monotonic() + WAIT_SECONDS
    while not what():
        assert time.monotonic() < until, "it did not come to be"
        time.sleep(0.02)


def running(seconds: int) -> bool:
    """Whether a `sleep` of that length is there."""
    listed = subprocess.run(["ps", "-A", "-o", "args="], capture_output=True, text=True, check=True)
    return f"sleep {seconds}" in listed.stdout.splitlines()


def gone(seconds: int) -> bool:
    """Whether it is not, or no more."""
    return not running(seconds)


def cancel(desk: Desk, request: int) -> None:
    """Takes a call back."""
    params = {"requestId": request}
    desk.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
