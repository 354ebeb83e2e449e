"""Very long single lines: one that is merely big, one too big, one of too many values, one without end."""

import json
import time

from wire import Wire, arguments, called, text, tool

BLOCK = b"y" * (1 << 20)
TOOLS = [
    tool("big", "About `mib` MiB"),
    tool("endless", "No end of line"),
    tool("shout", "Long lines that are no replies"),
    tool("many", "`millions` million lists"),
    tool("crowd", "Too many values that are no replies"),
    tool("echo"),
]


def main() -> None:
    """Serves until the client hangs up."""
    wire = Wire(arguments(__doc__).parse_args().log)
    for call in wire.calls(TOOLS):
        name, given = called(call)
        if name == "shout":
            loud = {"method": "notifications/message", "params": {"data": "x" * (2 << 20)}}
            wire.send({"jsonrpc": "2.0", **loud})
            wire.raw(BLOCK * 2 + b"\n")
        if name == "crowd":
            crowd = b"[" + b"[]," * 1_000_000 + b"[]]"
            for method in (b'"method":"notifications/message"', b'"id":"q","method":"ping"'):
                wire.raw(b'{"jsonrpc":"2.0",' + method + b',"params":' + crowd + b"}\n")
        if name in ("crowd", "echo", "shout"):
            wire.result(call, text("ok"))
            continue
        if name == "many":
            wire.raw(b'{"jsonrpc":"2.0","id":%d,"result":{"content":[' % call["id"])
            for _ in range(given["millions"]):
                wire.raw(b"[]," * 1_000_000)
            wire.raw(b"[]]}}\n")
            continue
        head = {"jsonrpc": "2.0", "id": call["id"], "result": text("")}
        before, after = json.dumps(head).split('""')
        wire.raw(before.encode() + b'"')
        if name == "big":
            for _ in range(given["mib"]):
                wire.raw(BLOCK)
            wire.raw(b'"' + after.encode() + b"\n")
            continue
        for block in range(512):
            wire.raw(BLOCK)
            wire.note("wrote", mib=block + 1)
            time.sleep(0.002)
        wire.raw(b"\n")


if __name__ == "__main__":
    main()
