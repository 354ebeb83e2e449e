"""Says back what it is told: in progress, as text, as a value; and takes any arguments itself."""

import os
import time

from wire import Message, Wire, arguments, called, text, token, tool

# A host need not pass on more than fifty signs of progress a second.
PAUSE = 0.03


def say(wire: Wire, call: Message) -> None:
    """Each text in a sign of progress of its own; then all of them in the result."""
    _, given = called(call)
    for number, one in enumerate(given["texts"], 1):
        told = {"progressToken": token(call), "progress": number, "message": one}
        wire.send({"jsonrpc": "2.0", "method": "notifications/progress", "params": told})
        time.sleep(PAUSE)
    texts = "\n".join(given["texts"])
    wire.result(call, text(texts, structuredContent={"texts": given["texts"]}))


def main() -> None:
    """Serves until the client hangs up."""
    given, _rest = arguments(__doc__).parse_known_args()
    wire = Wire(given.log)
    wire.note("pid", pid=os.getpid())
    for call in wire.calls([tool("say", "Says the texts back")]):
        say(wire, call)


if __name__ == "__main__":
    main()
