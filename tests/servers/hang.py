"""Calls that never end: silent, or with signs of life for ever. Cancelling is ignored."""

import signal
import threading
import time

from wire import Message, Wire, arguments, called, text, token, tool

TOOLS = [
    tool("never", "No answer, ever"),
    tool("dribble", "Progress ten times a second, no answer, ever"),
    tool("deaf", "Stops reading stdin"),
    tool("stubborn", "No answer, ever, and no end either, whoever asks for it"),
    tool("echo"),
]


def dribble(wire: Wire, call: Message) -> None:
    """Signs of life without end."""
    step = 0
    while True:
        step += 1
        params = {"progressToken": token(call), "progress": step, "message": "still here"}
        wire.send({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})
        time.sleep(0.1)


def dig_in() -> None:
    """From now on nothing but the system's own kill ends it."""
    for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(one, signal.SIG_IGN)


def main() -> None:
    """Serves until the client hangs up, and beyond that once it was called stubborn."""
    stays = False
    wire = Wire(arguments(__doc__).parse_args().log)
    for call in wire.calls(TOOLS):
        match called(call)[0]:
            case "echo":
                wire.result(call, text("ok"))
            case "dribble":
                threading.Thread(target=dribble, args=(wire, call), daemon=True).start()
            case "never":
                wire.say("never")
            case "deaf":
                wire.say("deaf")
                time.sleep(600)
            case "stubborn":
                dig_in()
                stays = True
                wire.say("stubborn")
    while stays:
        time.sleep(600)


if __name__ == "__main__":
    main()
