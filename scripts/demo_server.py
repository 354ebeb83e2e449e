#!/usr/bin/env python3
"""The demo server that comes with Steward: six harmless tools, one for each kind of answer."""

from collections import Counter
from typing import Any

from demo_picture import COLOURS, paint
from mcp_stdio import Call, Outcome, Server, Tool, ToolError, data, image, main, text

SHELF = (
    ("Notebook", "teal", 3.20),
    ("Fountain pen", "slate", 24.00),
    ("Ink, 30 ml", "plum", 8.90),
    ("Letter paper", "ivory", 6.40),
    ("Blotter", "green", 4.75),
    ("Ruler, 30 cm", "amber", 2.10),
    ("Pencil, HB", "yellow", 0.85),
)
# Nothing here changes anything, here or elsewhere, and the same question has the same answer.
HARMLESS = {
    "readOnlyHint": True,
    "destructiveHint": False,
    "idempotentHint": True,
    "openWorldHint": False,
}


def greet(_call: Call, arguments: dict[str, Any]) -> Outcome:
    """A plain text answer."""
    return text(f"Hello, {arguments['name']}. The demo server is at your desk.")


def word_count(_call: Call, arguments: dict[str, Any]) -> Outcome:
    """A JSON answer with an output schema."""
    written: str = arguments["text"]
    words = [word.strip(".,;:!?\"'()[]").casefold() for word in written.split()]
    words = [word for word in words if word]
    return data(
        {
            "words": len(words),
            "lines": len(written.splitlines()),
            "characters": len(written),
            "longest": max(words, key=len, default=""),
            "most_frequent": [
                {"word": word, "times": n} for word, n in Counter(words).most_common(5)
            ],
        }
    )


def table(_call: Call, arguments: dict[str, Any]) -> Outcome:
    """A list of like objects, which a window can show as a table."""
    return data([_shelf_row(n) for n in range(arguments["rows"])])


def _shelf_row(n: int) -> dict[str, Any]:
    """Row `n` of an invented stock list, the same each time."""
    item, colour, price = SHELF[n % len(SHELF)]
    stock = (n * 37 + 11) % 60
    return {"no": n + 1, "item": item, "colour": colour, "price_eur": price, "in_stock": stock}


def picture(call: Call, arguments: dict[str, Any]) -> Outcome:
    """A picture, made on the spot."""
    colour = COLOURS[arguments["colour"]]
    return image(paint(arguments["width"], arguments["height"], colour, call.check))


def slow(call: Call, arguments: dict[str, Any]) -> Outcome:
    """A long answer with progress on the way; it stops when it is cancelled."""
    seconds, steps = arguments["seconds"], arguments["steps"]
    for step in range(steps):
        call.progress(step, steps, f"Step {step + 1} of {steps}")
        call.wait(seconds / steps)
    call.progress(steps, steps, "All steps done")
    return text(f"Took {seconds:g} s in {steps} {'step' if steps == 1 else 'steps'}.")


def fail(_call: Call, arguments: dict[str, Any]) -> Outcome:
    """An answer that says it failed."""
    raise ToolError(arguments["message"])


def _number(kind: str, about: str, low: float, high: float, default: float) -> dict[str, Any]:
    """The schema of a number with limits and a default."""
    limits = {"minimum": low, "maximum": high, "default": default}
    return {"type": kind, "description": about} | limits


def _object(**properties: dict[str, Any]) -> dict[str, Any]:
    """The schema of an object that always has these properties."""
    return {"type": "object", "properties": properties, "required": list(properties)}


INTEGER, STRING, NUMBER = {"type": "integer"}, {"type": "string"}, {"type": "number"}
FREQUENCY = {"type": "array", "items": _object(word=STRING, times=INTEGER)}
COUNTED = _object(
    words=INTEGER, lines=INTEGER, characters=INTEGER, longest=STRING, most_frequent=FREQUENCY
)
STOCK = {
    "type": "array",
    "items": _object(no=INTEGER, item=STRING, colour=STRING, price_eur=NUMBER, in_stock=INTEGER),
}

TOOLS = (
    Tool(
        name="greet",
        title="Greet someone",
        description="Greets a person by name and returns one line of text.",
        run=greet,
        properties={
            "name": {
                "type": "string",
                "description": "Whom to greet.",
                "minLength": 1,
                "maxLength": 200,
            }
        },
        required=("name",),
        annotations=HARMLESS,
    ),
    Tool(
        name="word_count",
        title="Count words",
        description="Counts words, lines and characters of a text, and names its commonest words.",
        run=word_count,
        properties={
            "text": {"type": "string", "description": "The text to count.", "maxLength": 1_000_000}
        },
        required=("text",),
        output=COUNTED,
        annotations=HARMLESS,
    ),
    Tool(
        name="table",
        title="List the shelf",
        description="Returns the invented stock list of a stationery shop, one object a row.",
        run=table,
        properties={"rows": _number("integer", "How many rows to return.", 0, 5000, 7)},
        output=STOCK,
        annotations=HARMLESS,
    ),
    Tool(
        name="picture",
        title="Draw a picture",
        description="Draws a small chart of invented values and returns it as a PNG picture.",
        run=picture,
        properties={
            "width": _number("integer", "Width in pixels.", 16, 1024, 480),
            "height": _number("integer", "Height in pixels.", 16, 1024, 270),
            "colour": {
                "type": "string",
                "description": "The colour of the curve.",
                "enum": list(COLOURS),
                "default": "teal",
            },
        },
        annotations=HARMLESS,
    ),
    Tool(
        name="slow",
        title="Take some time",
        description="Works for a given time, reports progress step by step, and can be cancelled.",
        run=slow,
        properties={
            "seconds": _number("number", "How long to take, in seconds.", 0, 600, 5),
            "steps": _number("integer", "How many steps to report on the way.", 1, 100, 5),
        },
        annotations=HARMLESS,
    ),
    Tool(
        name="fail",
        title="Fail on purpose",
        description="Always fails, with the message you give, to show what that looks like.",
        run=fail,
        properties={
            "message": {
                "type": "string",
                "description": "What the failed call should say.",
                "minLength": 1,
                "default": "This call failed because it was asked to.",
            },
        },
        annotations=HARMLESS,
    ),
)

DEMO = Server(
    name="steward-demo",
    title="Steward demo",
    version="1.0.0",
    instructions="Harmless tools to try: text, JSON, a table, a picture, progress, failure.",
    tools=TOOLS,
)

if __name__ == "__main__":
    main(DEMO)
