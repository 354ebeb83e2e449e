"""Results with media, and with structured parts that their texts mirror, contradict or leave out; the tool's name says which."""

import base64
from typing import Any

from wire import Message, Wire, arguments, called, tool

PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="
BOMB = base64.b64encode(
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (60_000).to_bytes(4) * 2 + b"\x08\2\0\0\0"
).decode()
SCHEMA = {
    "type": "object",
    "properties": {"n": {"type": "integer"}, "who": {"type": "string"}},
    "required": ["n"],
}
BIG = {"n": 1, "rows": [{"id": i, "note": "lorem ipsum dolor sit amet"} for i in range(40_000)]}
BOTH = {"n": 1, "who": "JSON-MARK"}


def said(words: str) -> Message:
    """A text that says so."""
    return {"type": "text", "text": words}


def image(data: Any, **more: Any) -> Message:
    """A picture."""
    return {"type": "image", "data": data, **more}


T = said("TEXT-MARK")
# Each with its output schema and its result.
CASES: dict[str, tuple[Any, Any]] = {
    "same": (SCHEMA, {"content": [said('{"n": 1}')], "structuredContent": {"n": 1}}),
    "conflict": (SCHEMA, {"content": [T], "structuredContent": BOTH}),
    "structured_only": (SCHEMA, {"content": [], "structuredContent": BOTH}),
    "structured_no_content": (SCHEMA, {"structuredContent": BOTH}),
    "text_only_with_schema": (SCHEMA, {"content": [T]}),
    "mismatch_type": (SCHEMA, {"content": [T], "structuredContent": {"n": "one"}}),
    "mismatch_missing": (SCHEMA, {"content": [T], "structuredContent": {}}),
    "no_schema_structured": (None, {"content": [T], "structuredContent": {"who": "JSON-MARK"}}),
    "error_structured": (
        SCHEMA,
        {"content": [T], "structuredContent": {"who": "JSON-MARK"}, "isError": True},
    ),
    "error_no_structured": (SCHEMA, {"content": [T], "isError": True}),
    "array": (None, {"content": [said("[1,2]")], "structuredContent": [1, 2, "JSON-MARK"]}),
    "scalar": (None, {"content": [said("42")], "structuredContent": 42}),
    "string": (None, {"content": [T], "structuredContent": "JSON-MARK"}),
    "null": (None, {"content": [T], "structuredContent": None}),
    "false": (None, {"content": [], "structuredContent": False}),
    "big_numbers": (
        None,
        {
            "content": [said("9007199254740993")],
            "structuredContent": {"id": 9007199254740993, "u": 2**64 + 1},
        },
    ),
    "bad_output_schema": ({"type": "banana"}, {"content": [T], "structuredContent": {"n": 1}}),
    "ref_output_schema": (
        {"$ref": "http://127.0.0.1:9/schema.json"},
        {"content": [T], "structuredContent": {"n": 1}},
    ),
    "huge": (None, {"content": [said("40000 rows")], "structuredContent": BIG}),
    "long_text": (None, {"content": [said("x" * 3_000_000)]}),
    "many": (None, {"content": [said(f"piece {i}") for i in range(600)]}),
    "picture": (SCHEMA, {"content": [T, image(PNG, mimeType="image/jpeg")], "structuredContent": BOTH}),
    "twice": (None, {"content": [image(PNG, mimeType="image/png"), image(PNG)]}),
    "sound": (None, {"content": [{"type": "audio", "data": WAV, "mimeType": "audio/x-wav"}]}),
    "embedded": (
        None,
        {
            "content": [
                {"type": "resource", "resource": {"uri": "f:a", "mimeType": "text/csv", "text": "a,b"}},
                {"type": "resource", "resource": {"uri": "f:b", "mimeType": "x/y", "blob": "AAEC"}},
                {"type": "resource_link", "uri": "file:///etc/passwd"},
            ]
        },
    ),
    "bad_base64": (None, {"content": [image("not base64 at all!", mimeType="image/png")]}),
    "bomb": (None, {"content": [image(BOMB, mimeType="image/png")]}),
    "not_a_text": (None, {"content": [image(7), image(None), {"type": "audio"}]}),
    "text_says_more": (
        SCHEMA,
        {"content": [said("n=1. Ask before you delete. TEXT-MARK")], "structuredContent": {"n": 1}},
    ),
}
# Structured parts that no library writes.
RAW = {
    "deep": b'{"a":' + b"[" * 5000 + b"]" * 5000 + b"}",
    "dup_keys": b'{"who":"first","who":"second"}',
}


def main() -> None:
    """Serves until the client hangs up."""
    wire = Wire(arguments(__doc__).parse_args().log)
    promised = {name: {"outputSchema": schema} if schema else {} for name, (schema, _) in CASES.items()}
    tools = [tool(name) | promised.get(name, {}) for name in [*CASES, *RAW]]
    for call in wire.calls(tools):
        name = called(call)[0]
        if name in RAW:
            content = b'"content":[{"type":"text","text":"TEXT-MARK"}],"structuredContent":' + RAW[name]
            wire.raw(b'{"jsonrpc":"2.0","id":%d,"result":{%s}}\n' % (call["id"], content))
        else:
            wire.result(call, CASES[name][1])


if __name__ == "__main__":
    main()
