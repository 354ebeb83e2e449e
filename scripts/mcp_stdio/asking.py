"""What a tool may ask the person while it runs, and what comes back; no protocol, no wire."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Frame = dict[str, Any]
Action = Literal["accept", "decline", "cancel"]


@dataclass(frozen=True)
class Form:
    """Fields to fill in, each a flat JSON Schema; without any, a plain yes or no."""

    message: str
    properties: Mapping[str, Frame] = field(default_factory=dict)
    required: tuple[str, ...] = ()

    def schema(self) -> Frame:
        """The JSON Schema of the whole form."""
        schema: Frame = {"type": "object", "properties": dict(self.properties)}
        return schema | ({"required": list(self.required)} if self.required else {})


@dataclass(frozen=True)
class Link:
    """An address to open; what happens there does not pass through the client."""

    message: str
    url: str


Question = Form | Link


@dataclass(frozen=True)
class Reply:
    """What the person did, and the fields of an accepted form, which may be secret."""

    action: Action
    content: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def accepted(self) -> bool:
        """Whether the person said yes."""
        return self.action == "accept"


def confirm(message: str) -> Form:
    """A yes or no."""
    return Form(message)


def field_of(title: str, kind: str = "string", **rules: Any) -> Frame:
    """The schema of one field; `format="password"` asks for what must not be seen."""
    return {"type": kind, "title": title, **rules}
