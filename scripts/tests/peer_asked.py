"""An independent client and its person, for the peers' Python: prints what was asked and told."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from fastmcp import Client
from fastmcp.client.elicitation import ElicitResult

FORMS = {
    "The demo asks for: key": {"secret": "canary"},
    "Please fill in your profile.": {"name": "Ada", "email": "a@b", "age": 36},
    "First question": {"city": "Ulm"},
    "Second question: how long in Ulm?": {"nights": 2},
}
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("ask_secret", {"label": "key"}),
    ("confirm", {"action": "go"}),
    ("profile", {}),
    ("open_url", {}),
    ("two_questions", {}),
]


async def visit(script: Path, mode: str) -> None:
    """One visit in one era: every tool is called, every question is accepted."""
    asked: list[list[str]] = []

    async def answer(message: str, _kind: Any, params: Any, _context: Any) -> Any:
        asked.append([params.mode, message])
        return FORMS.get(message) or ElicitResult(action="accept")

    async with Client(script, mode=mode, elicitation_handler=answer) as client:
        told = [(await client.call_tool(*call)).content[0].text for call in CALLS]
        version = client.session.protocol_version
    print(json.dumps({"version": version, "asked": asked, "told": told}))


asyncio.run(visit(Path(sys.argv[1]), sys.argv[2]))
