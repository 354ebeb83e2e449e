"""Answers each call in a frame that is not quite JSON-RPC; the tool's name says how."""

import json
from collections.abc import Callable

from wire import Message, Wire, arguments, called, text, tool


def whole(rid: object, **more: object) -> bytes:
    """A proper reply under any id."""
    return json.dumps({"jsonrpc": "2.0", "id": rid, "result": text("ok"), **more}).encode()


def failed(rid: object) -> bytes:
    """A proper error under any id."""
    error = {"code": -32603, "message": "it broke"}
    return json.dumps({"jsonrpc": "2.0", "id": rid, "error": error}).encode()


FRAMES: dict[str, Callable[[int], bytes]] = {
    "id_string": lambda rid: whole(str(rid)),
    "id_float": lambda rid: whole(float(rid)),
    "no_jsonrpc": lambda rid: b'{"id":%d,"result":{"content":[]}}' % rid,
    "batch": lambda rid: b"[" + whole(rid) + b',{"jsonrpc":"2.0","method":"notifications/x"}]',
    "error_id_null": lambda rid: failed(None),
    "error_without_id": lambda rid: b'{"jsonrpc":"2.0","error":{"code":-32700,"message":"parse"}}',
    "deep": lambda rid: b'{"jsonrpc":"2.0","id":%d,"result":' % rid + b"[" * 500 + b"]" * 500 + b"}",
    "not_a_number": lambda rid: b'{"jsonrpc":"2.0","id":%d,"result":{"value":NaN}}' % rid,
    "half_character": lambda rid: whole(rid, result=text("cut HERE")).replace(b"HERE", b"\\ud83d"),
    "not_utf8": lambda rid: whole(rid, result=text("HERE")).replace(b"HERE", b"caf\xe9"),
    "bom": lambda rid: b"\xef\xbb\xbf" + whole(rid),
    "twice": lambda rid: whole(rid) + b"\n" + whole(rid),
    "big_integer": lambda rid: whole(rid, result={"structuredContent": {"n": 10**30}}),
}


def frame(call: Message) -> bytes:
    """The odd frame for one call."""
    return FRAMES[called(call)[0]](call["id"])


def main() -> None:
    """Serves until the client hangs up."""
    wire = Wire(arguments(__doc__).parse_args().log)
    for call in wire.calls([tool(name) for name in FRAMES]):
        wire.raw(frame(call) + b"\n")


if __name__ == "__main__":
    main()
