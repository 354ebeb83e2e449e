"""Checks arguments against the JSON Schema keywords our servers use, and names the wrong one."""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

Schema = Mapping[str, Any]


class Misfit(Exception):
    """One argument that does not fit; the text names it and says what would fit."""


def fit(schema: Schema, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments with defaults filled in and whole floats made integers; raises `Misfit`."""
    known: Mapping[str, Schema] = schema.get("properties", {})
    for name in arguments:
        if name not in known:
            raise Misfit(f"There is no argument `{name}`. {_choice(known)}")
    for name in schema.get("required", ()):
        if name not in arguments:
            raise Misfit(f"`{name}` is missing.")
    fitted = {name: rule["default"] for name, rule in known.items() if "default" in rule}
    fitted.update((name, fit_value(name, known[name], value)) for name, value in arguments.items())
    return fitted


def _choice(known: Mapping[str, Schema]) -> str:
    """What a caller may give instead."""
    if not known:
        return "This tool takes none."
    return f"Known: {', '.join(f'`{name}`' for name in known)}."


def fit_value(name: str, rule: Schema, value: Any) -> Any:
    """One value, of the right type and within its limits."""
    expected = rule.get("type", "any")
    value = _typed(name, expected, value)
    choices = _choices(rule)
    if choices and value not in choices:
        raise Misfit(f"`{name}` must be one of {', '.join(map(str, choices))}, not {value!r}.")
    if expected in ("number", "integer"):
        _check_range(name, rule, value)
    elif expected == "string":
        _check_text(name, rule, value)
    elif expected == "array":
        _check_count(name, rule, value)
        items = rule.get("items", {})
        return [fit_value(f"{name}[{n}]", items, item) for n, item in enumerate(value)]
    return value


def _choices(rule: Schema) -> list[Any]:
    """The values that a rule allows if it lists them, with titles or without."""
    titled = rule.get("oneOf") or rule.get("anyOf") or ()
    return [*rule.get("enum", ()), *(one["const"] for one in titled)]


def _typed(name: str, expected: str, value: Any) -> Any:
    """The value if it has the expected type; 3.0 counts as the integer 3, `true` never as 1."""
    found = type_name(value)
    if expected in ("any", found):
        return value
    if expected == "number" and found == "integer":
        return value
    if expected == "integer" and isinstance(value, float) and value.is_integer():
        return int(value)
    raise Misfit(f"`{name}` must be {_article(expected)}, not {_article(found)}.")


def type_name(value: Any) -> str:
    """The JSON Schema name of a value's type."""
    names: tuple[tuple[type, str], ...] = (
        (bool, "boolean"),
        (int, "integer"),
        (float, "number"),
        (str, "string"),
        (list, "array"),
        (dict, "object"),
    )
    return next((name for kind, name in names if isinstance(value, kind)), "null")


def _article(kind: str) -> str:
    """`a number`, `an object`, `null`."""
    if kind == "null":
        return kind
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _check_range(name: str, rule: Schema, value: float) -> None:
    """Both limits are inclusive, as in JSON Schema."""
    low, high = rule.get("minimum"), rule.get("maximum")
    if low is not None and value < low:
        raise Misfit(f"`{name}` must be {low} or more, not {value}.")
    if high is not None and value > high:
        raise Misfit(f"`{name}` must be {high} or less, not {value}.")


def _check_count(name: str, rule: Schema, value: list[Any]) -> None:
    """How many items a list has."""
    low, high = rule.get("minItems", 0), rule.get("maxItems", len(value))
    if not low <= len(value) <= high:
        bound = f"{low} or more" if len(value) < low else f"{high} or fewer"
        raise Misfit(f"`{name}` must have {bound} items, not {len(value)}.")


def _check_text(name: str, rule: Schema, value: str) -> None:
    """Lengths count characters; a pattern may match anywhere, as in JSON Schema."""
    if len(value) < rule.get("minLength", 0):
        if not value:
            raise Misfit(f"`{name}` must not be empty.")
        raise Misfit(f"`{name}` must have {rule['minLength']} characters or more.")
    if len(value) > rule.get("maxLength", len(value)):
        raise Misfit(f"`{name}` must have {rule['maxLength']} characters or fewer.")
    if "pattern" in rule and not re.search(rule["pattern"], value):
        raise Misfit(f"`{name}` must match {rule['pattern']}.")
    if "format" in rule:
        _check_format(name, rule["format"], value)


def _check_format(name: str, wanted: str, value: str) -> None:
    """The formats that forms have; the value is not repeated, and others say nothing of it."""
    match wanted:
        case "email":
            fits = re.fullmatch(r"[^@\s]+@[^@\s]+", value) is not None
            example = "an address such as ada@lovelace.example"
        case "uri":
            fits = re.match(r"[A-Za-z][A-Za-z0-9+.-]*:.", value) is not None
            example = "an absolute URI"
        case "date":
            fits = _is_date(date.fromisoformat, value, r".{10}")
            example = "a date such as 2026-07-28"
        case "date-time":
            fits = _is_date(datetime.fromisoformat, value, r".{10}[Tt].+")
            example = "a date and time such as 2026-07-28T09:30:00Z"
        case _:
            return
    if not fits:
        raise Misfit(f"`{name}` must be {example}.")


def _is_date(read: Callable[[str], date], value: str, shape: str) -> bool:
    """Whether a text is a date that the calendar has, in the one spelling of JSON Schema."""
    if not re.match(r"\d{4}-\d\d-\d\d", value, re.ASCII) or not re.fullmatch(shape, value):
        return False
    try:
        read(value)
    except ValueError:
        return False
    return True
