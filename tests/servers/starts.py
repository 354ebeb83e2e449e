"""Starts, and ends, in one odd way; `--mode` says which."""

import json
import os
import signal
import subprocess
import sys
import time

from wire import Message, Wire, arguments, called, dull_legacy, dull_modern, text, tool

TOOLS = [tool("echo"), tool("exit", "Exits with `status`"), tool("close", "Closes stdout"), tool("asks")]
OLD = "2024-11-05"
# A child that outlives its parent, and will not go when it is asked to.
STUBBORN = (
    "import signal, time\n"
    "for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(one, signal.SIG_IGN)\n"
    "print('ready', flush=True)\n"
    "time.sleep(600)"
)


def breed(wire: Wire) -> None:
    """Has a stubborn child in the same group, with the same pipes but stdout."""
    child = subprocess.Popen(
        [sys.executable, "-c", STUBBORN], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    assert child.stdout is not None
    child.stdout.readline()
    wire.note("child", pid=child.pid)


def prepare(wire: Wire, mode: str) -> None:
    """What happens before the first message is read."""
    match mode:
        case "silent" | "stubborn":
            if mode == "stubborn":
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                breed(wire)
            wire.say("pid", pid=os.getpid())
            time.sleep(600)
        case "exit":
            print("cannot read the configuration", file=sys.stderr, flush=True)
            os._exit(7)
        case "noise":
            wire.raw(b"hello\nI am no server\n")
            time.sleep(600)
        case "family":
            breed(wire)
    wire.say("pid", pid=os.getpid())


def dated(mode: str, message: Message) -> Message | None:
    """How a server that knows only an old version answers `initialize`."""
    if message.get("method") != "initialize" or mode not in ("older", "refuses_newer"):
        return None
    asked = message["params"]["protocolVersion"]
    if mode == "older" or asked == OLD:
        old = {**message, "params": {"protocolVersion": OLD}}
        return dull_legacy(old, TOOLS)
    data = {"supported": [OLD], "requested": asked}
    error = {"code": -32602, "message": "Unsupported protocol version", "data": data}
    return {"jsonrpc": "2.0", "id": message["id"], "error": error}


def main() -> None:
    """Serves until the client hangs up, or as the mode wants it."""
    options = arguments(__doc__)
    options.add_argument("--mode", default="plain")
    given = options.parse_args()
    wire = Wire(given.log)
    prepare(wire, given.mode)
    dull = dull_modern if given.mode == "modern" else dull_legacy
    for message in wire.messages():
        if message.get("method") != "tools/call":
            reply = dated(given.mode, message) or dull(message, TOOLS)
            if reply and given.mode == "pretty":
                wire.raw(json.dumps(reply, indent=2).encode() + b"\n")
            elif reply:
                wire.send(reply)
            continue
        name, with_what = called(message)
        match name:
            case "exit":
                print("going down", file=sys.stderr, flush=True)
                os._exit(with_what["status"])
            case "close":
                os.close(1)
            case "asks":
                wire.result(message, {"resultType": "input_required", "inputRequests": {}})
            case _:
                wire.result(message, text(json.dumps(with_what)))


if __name__ == "__main__":
    main()
