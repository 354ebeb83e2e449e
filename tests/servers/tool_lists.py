"""Lists tools in odd ways: bad schemas, bad names, pages without end; `--list` says which."""

import json
from typing import Any

from wire import Message, Wire, arguments, called, dull_legacy, text, tool

OBJECT = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
DRAFT_4 = {"type": "number", "minimum": 0, "exclusiveMinimum": True}
SCHEMAS: dict[str, Any] = {
    "null_schema": None,
    "empty_schema": {},
    "string_root": {"type": "string"},
    "array_root": {"type": "array", "items": {"type": "string"}},
    "null_type": {"type": None, "properties": {}},
    "type_list": {"type": ["object", "null"], "properties": {}},
    "any_of_root": {"anyOf": [OBJECT, {"type": "object"}]},
    "required_null": {"type": "object", "properties": {}, "required": None},
    "required_ghost": {"type": "object", "properties": {}, "required": ["ghost"]},
    "properties_list": {"type": "object", "properties": []},
    "bool_property": {"type": "object", "properties": {"any": True, "never": False}},
    "bool_schema": True,
    "array_no_items": {"type": "object", "properties": {"xs": {"type": "array"}}},
    "enum_on_null": {"type": "object", "properties": {"e": {"enum": ["A"], "type": "null"}}},
    "bad_pattern": {"type": "object", "properties": {"p": {"pattern": "(?<x>[unclosed"}}},
    "old_dialect": {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "type": "object",
        "properties": {"n": DRAFT_4},
    },
    "unknown_dialect": {"$schema": "https://example.invalid/my-schema", "type": "object"},
}
BAD_SCHEMAS: list[Any] = [
    {"name": "healthy_first", "inputSchema": OBJECT},
    {"name": "no_schema"},
    *({"name": name, "inputSchema": schema} for name, schema in SCHEMAS.items()),
    {"name": "output_not_object", "inputSchema": OBJECT, "outputSchema": {"type": "array"}},
    {"name": "output_broken", "inputSchema": OBJECT, "outputSchema": {"type": "banana"}},
    {"name": "no_description", "description": None, "inputSchema": OBJECT},
    {"name": "annotations_text", "inputSchema": OBJECT, "annotations": "readOnly"},
    {"description": "no name at all", "inputSchema": OBJECT},
    "not even an object",
    {"name": "healthy_last", "inputSchema": OBJECT},
]
NAMES = (
    "plain", "calendar.respondToEvent", "user-profile/update", "New Tool", "emoji_🔧", "naïve",
    "a__b__c", "__lead", "trail__", "mcp__other__steal", "x" * 64, "x" * 65, "y" * 300, "UPPER",
    "upper", "dup", "dup", "", " ", "tab\there", "line\nbreak", "null\0byte", "..",
    "../../etc/passwd", "-rf", "rtl_\u202egnp", "constructor", "__proto__", "1starts_with_digit",
)  # fmt: skip


def page(kind: str, cursor: str | None) -> Message:
    """One page of a list."""
    n = int(cursor or 0)
    match kind:
        case "schemas":
            return {"tools": BAD_SCHEMAS}
        case "names":
            return {"tools": [tool(name) for name in NAMES]}
        case "pages":
            more = {"nextCursor": str(n + 1)} if n < 4 else {}
            return {"tools": [tool(f"tool_{n}")], **more}
        case "endless":
            return {"tools": [tool(f"tool_{n}")], "nextCursor": str(n + 1)}
        case "circle":
            return {"tools": [tool(f"tool_{n}")], "nextCursor": str((n + 1) % 3)}
    return {}


def main() -> None:
    """Serves until the client hangs up."""
    options = arguments(__doc__)
    options.add_argument("--list", required=True)
    given = options.parse_args()
    wire = Wire(given.log)
    for message in wire.messages():
        match message.get("method"):
            case "tools/list":
                wire.result(message, page(given.list, message["params"].get("cursor")))
            case "tools/call":
                wire.note("called", name=called(message)[0])
                wire.result(message, text(json.dumps(called(message))))
            case _:
                if reply := dull_legacy(message, []):
                    wire.send(reply)


if __name__ == "__main__":
    main()
