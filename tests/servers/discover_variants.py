"""Answers `server/discover` in one of the ways seen in the field; `--mode` says which."""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from wire import (
    META, MODERN, Message, Wire, arguments, discovery, dull_legacy, dull_modern, text, tool, unsupported,
)  # fmt: skip

TOOLS = [tool("era", "Says which era served this call")]
MODERN_MODES = (
    "modern", "list_hangs", "slow_modern", "mutual", "modern_minor", "twice", "error_then_fine", "bare",
)  # fmt: skip
FATAL = "fatal: first message must be initialize"


class Variant:
    """One server of one mode."""

    def __init__(self, wire: Wire, mode: str, delay: float) -> None:
        self.wire, self.mode, self.delay = wire, mode, delay
        self.discovered = 0
        self.spoiled = False

    def take(self, message: Message) -> None:
        """Answers one message."""
        method = message.get("method")
        if method == "server/discover":
            self.discover(message)
        elif method == "tools/call":
            self.call(message)
        elif self.mode in MODERN_MODES:
            if not (self.mode == "list_hangs" and method == "tools/list"):
                self.dull(dull_modern(message, TOOLS))
        elif method == "initialize" and self.mode == "crash_always":
            os._exit(3)
        elif method == "initialize" and self.spoiled:
            self.wire.error(message, -32600, "Already failed to initialize")
        else:
            self.dull(dull_legacy(message, TOOLS))

    def dull(self, reply: Message | None) -> None:
        """Sends what an ordinary server would."""
        if reply:
            self.wire.send(reply)

    def call(self, message: Message) -> None:
        """Tells the era by what came with the call."""
        new = message["params"].get("_meta", {}).get(META + "protocolVersion") == MODERN
        result = text("modern" if new else "legacy")
        self.wire.result(message, {"resultType": "complete", **result} if new else result)

    def discover(self, message: Message) -> None:
        """The one answer that this server is for."""
        self.discovered += 1
        if self.mode in ("exit", "crash_always"):
            print(FATAL, file=sys.stderr, flush=True)
            os._exit(1)
        self.spoiled = self.mode == "must_be_first"
        if self.mode == "slow_modern":
            time.sleep(self.delay)
        for reply in answers(self.mode, message, self.discovered):
            self.wire.send(reply)


def answers(mode: str, message: Message, nth: int) -> list[Message]:
    """What is sent in answer to the `nth` question for the versions."""
    rid, asked = message["id"], message["params"]["_meta"][META + "protocolVersion"]

    def error(code: int, words: str, data: Any = None, under: Any = rid) -> list[Message]:
        refusal = {"code": code, "message": words} | ({} if data is None else {"data": data})
        return [{"jsonrpc": "2.0", "id": under, "error": refusal}]

    def result(value: Any) -> list[Message]:
        return [{"jsonrpc": "2.0", "id": rid, "result": value}]

    fine = result(discovery([MODERN]))
    table: dict[str, Callable[[], list[Message]]] = {
        "notfound": lambda: error(-32601, "Method not found"),
        "invalid_params": lambda: error(-32602, "Invalid request parameters", ""),
        "invalid_request_null_id": lambda: error(-32600, "Server not initialized", None, None),
        "internal": lambda: error(-32603, "'NoneType' object has no attribute 'x'"),
        "string_error": lambda: [{"jsonrpc": "2.0", "id": rid, "error": "unknown method"}],
        "silent": lambda: [],
        "garbage_result": lambda: result({"hello": "world"}),
        "empty_result": lambda: result({}),
        "null_result": lambda: result(None),
        "wrong_id": lambda: error(-32601, "Method not found", None, "0"),
        "legacy_only": lambda: [unsupported(message, ["2025-11-25"], asked)],
        "none_shared": lambda: [unsupported(message, ["2027-02-02"], asked)],
        "mutual": lambda: [unsupported(message, [MODERN, "2025-11-25"], asked)] if nth == 1 else fine,
        "modern_minor": lambda: result(discovery(["2027-02-02", MODERN, 5, None])),
        "bare": lambda: result({"supportedVersions": [MODERN]}),
        "twice": lambda: fine * 2,
        "must_be_first": lambda: error(-32600, "Invalid Request"),
        "error_then_fine": lambda: error(-32000, "warming up") if nth == 1 else fine,
    }
    return table.get(mode, lambda: fine)()


def main() -> None:
    """Serves until the client hangs up."""
    options = arguments(__doc__)
    options.add_argument("--mode", required=True)
    options.add_argument("--delay", type=float, default=25, help="of slow_modern, in seconds")
    given = options.parse_args()
    wire = Wire(given.log)
    variant = Variant(wire, given.mode, given.delay)
    for message in wire.messages():
        variant.take(message)


if __name__ == "__main__":
    main()
