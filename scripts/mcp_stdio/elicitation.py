"""How a question and its reply look on the wire, in both eras; it reads and writes nothing."""

import uuid
from collections.abc import Mapping
from typing import Any

from .arguments import Misfit, fit_value
from .asking import Form, Frame, Link, Question, Reply
from .tool import ToolError

METHOD = "elicitation/create"
FORM, URL = "form", "url"


class CannotAsk(ToolError):
    """The client did not say that it can put such a question to the person."""

    def __init__(self, mode: str) -> None:
        super().__init__(
            "This tool must ask the person, and this client cannot: it does not declare the "
            f"capability `elicitation` with `{mode}`."
        )
        self.capability: Frame = {"elicitation": {mode: {}}}


def modes(capabilities: Any) -> frozenset[str]:
    """The kinds of question that a client declares; an empty declaration means forms."""
    declared = capabilities.get("elicitation") if isinstance(capabilities, dict) else None
    if not isinstance(declared, dict):
        return frozenset()
    named = {mode for mode in (FORM, URL) if isinstance(declared.get(mode), dict)}
    return frozenset(named or {FORM})


def mode_of(question: Question) -> str:
    """The kind of a question, as clients declare it."""
    return FORM if isinstance(question, Form) else URL


def asked(question: Question, modern: bool) -> Frame:
    """The parameters of the request; only the legacy era names an address for later news of it."""
    match question:
        case Form(message):
            return {"mode": FORM, "message": message, "requestedSchema": question.schema()}
        case Link(message, url):
            named = {} if modern else {"elicitationId": str(uuid.uuid4())}
            return {"mode": URL, "message": message, "url": url, **named}


def read_reply(question: Question, result: Any) -> Reply:
    """What a client sent back, checked against the question; raises `ToolError`."""
    action = result.get("action") if isinstance(result, dict) else None
    if action == "decline" or action == "cancel":
        return Reply(action)
    if action != "accept":
        raise ToolError("The client answered the question with no action that there is.")
    if not isinstance(question, Form):
        return Reply("accept")
    content = result.get("content") or {}
    if not isinstance(content, dict):
        raise ToolError("The client answered the form with something that is no object.")
    try:
        return Reply("accept", _fitted(question, content))
    except Misfit as misfit:
        raise ToolError(f"The answer does not fit the form: {misfit}") from None


def _fitted(form: Form, content: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the form; one left empty may be absent or null, others are passed over."""
    given = {name: content[name] for name in form.properties if content.get(name) is not None}
    for name in form.required:
        if name not in given:
            raise Misfit(f"`{name}` is missing.")
    return {name: fit_value(name, form.properties[name], value) for name, value in given.items()}
