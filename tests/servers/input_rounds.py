"""Asks through results, as the modern era does: one round, several, without end, and not as allowed."""

import json
from typing import Any

from wire import Message, Wire, arguments, called, text, tool

STATE = 'opaque/é"\\ {"x":1} ' + "=" * 300
FORM: Message = {
    "method": "elicitation/create",
    "params": {
        "mode": "form",
        "message": "Say yes",
        "requestedSchema": {
            "type": "object",
            "properties": {"yes": {"type": "boolean"}},
            "required": ["yes"],
        },
    },
}
SAMPLING: Message = {
    "method": "sampling/createMessage",
    "params": {
        "messages": [{"role": "user", "content": {"type": "text", "text": "hi"}}],
        "maxTokens": 5,
    },
}
NAMES = (
    "one_round",
    "two_inputs",
    "state_only",
    "no_state",
    "three_rounds",
    "forever",
    "empty_asks",
    "unknown_ask",
    "sampling_ask",
    "weird_type",
    "no_type",
    "nothing_asked",
)
TOOLS: list[Any] = [tool(name) for name in NAMES]


def done(words: str) -> Message:
    """The end of a call."""
    return text(words, resultType="complete")


def need(asks: Message | None = None, state: str | None = None) -> Message:
    """A round; what is None is left out."""
    fields = {"inputRequests": asks, "requestState": state}
    return {"resultType": "input_required"} | {k: v for k, v in fields.items() if v is not None}


def result(name: str, got: Message | None, params: Message) -> Message:
    """What the tool answers to what it was given."""
    state = params.get("requestState")
    match name:
        case "one_round" if got:
            return done(f"{got['k']['action']} {json.dumps(got['k'].get('content'))}")
        case "one_round":
            return need({"k": FORM}, STATE)
        case "two_inputs":
            return done(f"keys={sorted(got)}") if got else need({"a": FORM, "b é": FORM}, STATE)
        case "state_only":
            return done("ok") if state == STATE else need(None, STATE)
        case "no_state":
            return done(f"state present={'requestState' in params}") if got else need({"k": FORM})
        case "three_rounds":
            n = int(state or 0)
            return done("three") if n >= 3 else need({f"k{n}": FORM}, str(n + 1))
        case "forever":
            return need(None, STATE)
        case "empty_asks":
            return need({}, STATE)
        case "unknown_ask":
            return need({"k": {"method": "vendor/ask", "params": {}}}, STATE)
        case "sampling_ask":
            return need({"k": SAMPLING}, STATE)
        case "weird_type":
            return text("should not count", resultType="sideways")
        case "no_type":
            return text("counts as complete")
    return need()


def serve(wire: Wire, call: Message) -> None:
    """Answers one call, and writes down which round it is."""
    (name, given), params = called(call), call["params"]
    got = params.get("inputResponses")
    wire.note(
        "round",
        tool=name,
        id=call["id"],
        arguments=given,
        got=got,
        state_ok=params.get("requestState") == STATE,
        state_present="requestState" in params,
    )
    wire.result(call, result(name, got, params))


def main() -> None:
    """Serves until the client hangs up."""
    wire = Wire(arguments(__doc__).parse_args().log)
    for call in wire.calls(TOOLS, era="modern"):
        serve(wire, call)


if __name__ == "__main__":
    main()
