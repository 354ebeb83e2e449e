"""The tools that list, add and remove aliases."""

from typing import Any

from mcp_stdio import Call, Outcome, Tool, ToolError, data, text

from .aliases import FIELDS, NAME, REQUIRED, Alias, parse
from .hosts import Hosts


def alias_tools(hosts: Hosts) -> tuple[Tool, ...]:
    """The three of them."""

    def list_aliases(_call: Call, _given: dict[str, Any]) -> Outcome:
        return data({"aliases": [shown(name, it) for name, it in hosts.aliases.entries().items()]})

    def add_alias(_call: Call, given: dict[str, Any]) -> Outcome:
        alias = Alias(name=given["alias"], **{name: given[name] for name in FIELDS})
        replaced = hosts.aliases.put(alias)
        hosts.forget(alias.name)
        verb = "Replaced" if replaced else "Added"
        return text(f"{verb} `{alias.name}`: {alias.account}.")

    def remove_alias(_call: Call, given: dict[str, Any]) -> Outcome:
        hosts.aliases.remove(given["alias"])
        hosts.forget(given["alias"])
        return text(f"Removed `{given['alias']}`.")

    return (
        Tool(
            name="list_aliases",
            title="List hosts",
            description="Lists the aliases: the hosts that can be reached, and how. No secrets.",
            run=list_aliases,
            annotations={"readOnlyHint": True, "openWorldHint": False},
        ),
        Tool(
            name="add_alias",
            title="Add a host",
            description="Adds an alias for a host, or replaces the one of that name. Never put a "
            "password anywhere in it: the person is asked for it when it is needed.",
            run=add_alias,
            properties={"alias": NAME, **FIELDS},
            required=("alias", *REQUIRED),
            annotations={"readOnlyHint": False, "idempotentHint": True, "openWorldHint": False},
        ),
        Tool(
            name="remove_alias",
            title="Remove a host",
            description="Removes an alias and closes its connection.",
            run=remove_alias,
            properties={"alias": NAME},
            required=("alias",),
            annotations={"readOnlyHint": False, "destructiveHint": True, "openWorldHint": False},
        ),
    )


def shown(name: str, entry: Any) -> dict[str, Any]:
    """An alias as it is listed; one that a person wrote wrongly says what is wrong with it."""
    try:
        return {"alias": name, **parse(name, entry).entry()}
    except ToolError as reason:
        return {"alias": name, "problem": str(reason)}
