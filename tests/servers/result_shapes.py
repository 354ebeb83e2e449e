"""Answers each call with one odd shape of result or error; the tool's name says which."""

from typing import Any

from wire import Message, Wire, arguments, called, tool

HI = {"type": "text", "text": "hello"}
SHAPES: dict[str, Message] = {
    "good": {"result": {"content": [HI]}},
    "no_content": {"result": {"note": "raw object", "rows": [1, 2]}},
    "empty_result": {"result": {}},
    "null_result": {"result": None},
    "string_result": {"result": "just text"},
    "null_content": {"result": {"content": None}},
    "object_content": {"result": {"content": HI}},
    "string_content": {"result": {"content": "just text"}},
    "empty_content": {"result": {"content": []}},
    "item_without_type": {"result": {"content": [{"text": "hello"}]}},
    "item_null_text": {"result": {"content": [{"type": "text", "text": None}, HI]}},
    "item_is_string": {"result": {"content": ["hello"]}},
    "wrapped": {"result": {"toolResult": {"content": [HI]}}},
    "both": {"result": {"content": [HI]}, "error": {"code": -32603, "message": "and an error"}},
    "neither": {},
    "error_string": {"error": "it broke"},
    "error_no_code": {"error": {"message": "it broke"}},
    "error_string_code": {"error": {"code": "E_FAIL", "message": "it broke"}},
    "is_error_empty": {"result": {"content": [], "isError": True}},
    "is_error_string": {"result": {"content": [HI], "isError": "true"}},
    "two_texts": {"result": {"content": [HI, {"type": "text", "text": "world"}]}},
    "extra_fields": {
        "result": {
            "content": [HI | {"annotations": None, "_meta": {"a/b": 1}, "zz": 1}],
            "zz": [None],
            "_meta": None,
        }
    },
}


def reply(call: Message) -> dict[str, Any]:
    """The odd reply to one call."""
    return {"jsonrpc": "2.0", "id": call["id"], **SHAPES[called(call)[0]]}


def main() -> None:
    """Serves until the client hangs up."""
    wire = Wire(arguments(__doc__).parse_args().log)
    for call in wire.calls([tool(name) for name in SHAPES]):
        wire.send(reply(call))


if __name__ == "__main__":
    main()
