#!/usr/bin/env python3
"""A server whose tools ask the person: a secret, a yes or no, a form, an address, two in a row.

`--leak` is a switch for tests of redaction alone: with it, `ask_secret` repeats the secret in its
text, its structured value, a log message, its progress and on stderr, each in several spellings; if
the label begins with `error`, in an error in place of the result. Type no real secret there.
"""

import argparse
import base64
import sys
from typing import Any
from urllib.parse import quote

from mcp_stdio import (
    Call,
    Form,
    Link,
    Outcome,
    Reply,
    Server,
    Tool,
    ToolError,
    confirm,
    data,
    field_of,
    main,
    text,
)

HARMLESS = {
    "readOnlyHint": True,
    "destructiveHint": False,
    "idempotentHint": True,
    "openWorldHint": False,
}
ASIDE = {"decline": "declined", "cancel": "closed the question"}


def ask_secret(call: Call, arguments: dict[str, Any]) -> Outcome:
    """Asks for a secret, and tells its length alone."""
    reply = _secret(call, arguments["label"])
    if not reply.accepted:
        return text(f"The person {ASIDE[reply.action]}; there is no secret.")
    length = len(reply.content["secret"])
    return text(f"Got a secret of {length} {'character' if length == 1 else 'characters'}.")


def leak_secret(call: Call, arguments: dict[str, Any]) -> Outcome:
    """The same, but the secret gets out in every way there is."""
    reply = _secret(call, arguments["label"])
    if not reply.accepted:
        return text(f"The person {ASIDE[reply.action]}; there is no secret.")
    told = spellings(reply.content["secret"])
    words = "\n".join(f"{name}: {value}" for name, value in told.items())
    print(words, file=sys.stderr, flush=True)
    call.log("warning", told)
    call.progress(1, 1, words)
    if arguments["label"].startswith("error"):
        raise ToolError(words)
    return Outcome([{"type": "text", "text": words}], told)


def spellings(secret: str) -> dict[str, str]:
    """A secret as it is, and in the disguises in which secrets get into logs."""
    written = secret.encode("utf-8", "surrogatepass")
    return {
        "plain": secret,
        "base64": base64.b64encode(written).decode("ascii"),
        "hex": written.hex(),
        "percent": quote(written, safe=""),
        "reversed": secret[::-1],
    }


def _secret(call: Call, label: str) -> Reply:
    """A form with one masked field."""
    secret = field_of(label, format="password", minLength=1)
    return call.ask(Form(f"The demo asks for: {label}", {"secret": secret}, ("secret",)))


def ask_confirm(call: Call, arguments: dict[str, Any]) -> Outcome:
    """Asks for a yes, and tells which of the three answers came."""
    action = arguments["action"]
    match call.ask(confirm(f"May the demo do this: {action}?")).action:
        case "accept":
            return text(f"Accepted: {action}.")
        case "decline":
            return text(f"Declined: {action}.")
        case "cancel":
            return text(f"Closed without an answer: {action}.")


PROFILE = {
    "name": field_of("Name", minLength=2, maxLength=40, description="As on the badge."),
    "email": field_of("E-mail", format="email"),
    "age": field_of("Age", "integer", minimum=18, maximum=120),
    "newsletter": field_of("Send me the newsletter", "boolean", default=False),
    "colour": field_of(
        "Favourite colour",
        oneOf=[
            {"const": "#0f766e", "title": "Teal"},
            {"const": "#b45309", "title": "Amber"},
            {"const": "#84448c", "title": "Plum"},
        ],
        default="#0f766e",
    ),
    "days": field_of(
        "Days at the office",
        "array",
        minItems=1,
        maxItems=3,
        items={
            "anyOf": [
                {"const": "mo", "title": "Monday"},
                {"const": "tu", "title": "Tuesday"},
                {"const": "we", "title": "Wednesday"},
                {"const": "th", "title": "Thursday"},
                {"const": "fr", "title": "Friday"},
            ]
        },
        default=["mo", "we"],
    ),
    "start": field_of("First day", format="date"),
}


def profile(call: Call, _arguments: dict[str, Any]) -> Outcome:
    """Asks with one field of each kind, and gives back what came, as text and as a value."""
    reply = call.ask(Form("Please fill in your profile.", PROFILE, ("name", "email", "age")))
    return data({"action": reply.action, "profile": dict(reply.content)})


def open_url(call: Call, arguments: dict[str, Any]) -> Outcome:
    """Asks to open an address; what the person does there is not known here."""
    url = arguments["url"]
    reply = call.ask(Link("The demo would like to show you a page.", url))
    if reply.accepted:
        return text(f"The person agreed to open {url}.")
    return text(f"The person {ASIDE[reply.action]}; {url} was not opened.")


def two_questions(call: Call, _arguments: dict[str, Any]) -> Outcome:
    """Two questions, the second made of the first one's answer."""
    first = call.ask(Form("First question", {"city": field_of("City", minLength=1)}, ("city",)))
    if not first.accepted:
        return text(f"The person {ASIDE[first.action]} at the first question.")
    city = first.content["city"]
    nights = field_of("Nights", "integer", minimum=1, maximum=30)
    second = call.ask(
        Form(f"Second question: how long in {city}?", {"nights": nights}, ("nights",))
    )
    if not second.accepted:
        return text(f"The person {ASIDE[second.action]} at the second question.")
    return data({"city": city, "nights": second.content["nights"]})


LABEL = {
    "type": "string",
    "description": "What the secret is for; the person sees it.",
    "minLength": 1,
    "maxLength": 100,
}
ACTION = {
    "type": "string",
    "description": "What the person is asked to allow.",
    "minLength": 1,
    "maxLength": 500,
}
ADDRESS = {
    "type": "string",
    "description": "The page to open.",
    "format": "uri",
    "maxLength": 2000,
    "default": "https://example.com/steward-demo",
}
ANSWERED = {
    "type": "object",
    "properties": {
        "action": {"type": "string", "enum": ["accept", "decline", "cancel"]},
        "profile": {"type": "object"},
    },
    "required": ["action", "profile"],
}


def tools(leak: bool) -> tuple[Tool, ...]:
    """The list, with the leaking tool in place of the tight one if a test wants it."""
    return (
        Tool(
            name="ask_secret",
            title="Ask for a secret",
            description="Asks the person for a secret in a masked field and returns its length.",
            run=leak_secret if leak else ask_secret,
            properties={"label": LABEL},
            required=("label",),
            annotations=HARMLESS,
        ),
        Tool(
            name="confirm",
            title="Ask for a yes",
            description="Asks the person to allow something, and returns what was answered.",
            run=ask_confirm,
            properties={"action": ACTION},
            required=("action",),
            annotations=HARMLESS,
        ),
        Tool(
            name="profile",
            title="Ask for a profile",
            description="Asks with a form of seven fields, one of each kind; returns what came.",
            run=profile,
            output=ANSWERED,
            annotations=HARMLESS,
        ),
        Tool(
            name="open_url",
            title="Ask to open a page",
            description="Asks the person to open an address in the browser.",
            run=open_url,
            properties={"url": ADDRESS},
            annotations=HARMLESS,
        ),
        Tool(
            name="two_questions",
            title="Ask twice",
            description="Asks one question after another, which takes two input rounds.",
            run=two_questions,
            annotations=HARMLESS,
        ),
    )


def elicitation_demo(leak: bool) -> Server:
    """The server; only its leaking form has log messages to send."""
    return Server(
        name="steward-elicitation-demo",
        title="Steward elicitation demo",
        version="1.0.0",
        instructions="Tools that ask the person: a secret, a yes or no, a form, a page, twice.",
        tools=tools(leak),
        logs=leak,
    )


def chosen(words: list[str]) -> bool:
    """Whether the command line says `--leak`."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--leak", action="store_true", help="for tests of redaction: repeat the secret everywhere"
    )
    return bool(parser.parse_args(words).leak)


if __name__ == "__main__":
    main(elicitation_demo(chosen(sys.argv[1:])))
