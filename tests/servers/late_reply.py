"""Answers that come after their call was given up, and answers for nobody."""

import threading
import time

from wire import Message, Wire, arguments, called, text, tool

TOOLS = [tool("slow", "Answers after `s` seconds, cancelled or not"), tool("strays"), tool("echo")]


def slow(wire: Wire, call: Message, seconds: float) -> None:
    """A refusal, then the result all the same, then cancels that a server has no business with."""
    wire.say("slow")
    time.sleep(seconds)
    wire.error(call, 0, "Request cancelled")
    wire.result(call, text("late"))
    for rid in (call["id"], 424242):
        params = {"requestId": rid}
        wire.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
    wire.say("late", id=call["id"])


def main() -> None:
    """Serves until the client hangs up."""
    wire = Wire(arguments(__doc__).parse_args().log)
    for call in wire.calls(TOOLS):
        name, given = called(call)
        if name == "slow":
            work = (wire, call, float(given["s"]))
            threading.Thread(target=slow, args=work, daemon=True).start()
            continue
        if name == "strays":
            for rid in (999999, -5, "ghost", 0):
                wire.result({"id": rid}, text("for nobody"))
                wire.error({"id": rid}, -32000, "for nobody")
        wire.result(call, text("ok"))


if __name__ == "__main__":
    main()
