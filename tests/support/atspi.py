"""Reads and drives one native dialog of Steward through the accessibility bus.

read TITLE                 the dialog as JSON, as soon as it is there
press TITLE BUTTON         presses a button, as soon as it can be pressed
type TITLE FIELD           types what is on standard input into a field
alive TITLE BUTTON         waits until a button can be pressed
gone TITLE                 waits until there is no such dialog
count TITLE                how many such dialogs there are now
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

APP = "steward"
LIMIT = 20.0
PAUSE = 0.02


def children(node: Any) -> Iterator[Any]:
    """The children that are there; a tree that changes meanwhile has fewer."""
    try:
        count = node.get_child_count()
    except GLib.Error:
        return
    for index in range(count):
        try:
            child = node.get_child_at_index(index)
        except GLib.Error:
            continue
        if child is not None:
            yield child


def walk(node: Any, depth: int = 0) -> Iterator[Any]:
    """The node and all below it."""
    yield node
    if depth < 25:
        for child in children(node):
            yield from walk(child, depth + 1)


def dialogs(title: str) -> list[Any]:
    """The dialogs of that title."""
    return [
        window
        for app in children(Atspi.get_desktop(0))
        if app.get_name() == APP
        for window in children(app)
        if window.get_name() == title and window.get_role_name() == "dialog"
    ]


def find_dialog(title: str) -> Any | None:
    """The first dialog of that title."""
    return next(iter(dialogs(title)), None)


def text_of(node: Any) -> str:
    """What a text widget holds, as a reader of the screen gets it."""
    return Atspi.Text.get_text(node, 0, -1)


def has(node: Any, state: Any) -> bool:
    """Whether the node is in that state."""
    return node.get_state_set().contains(state)


def describe(dialog: Any) -> dict[str, Any]:
    """The dialog's texts, fields and buttons, in their order."""
    told: dict[str, Any] = {"title": dialog.get_name(), "texts": [], "fields": [], "buttons": []}
    for node in walk(dialog):
        role, name = node.get_role_name(), node.get_name()
        if role == "label":
            told["texts"].append(name)
        elif role == "text" or role == "password text":
            field = {"name": name, "masked": role == "password text", "text": text_of(node)}
            told["fields"].append(field)
        elif role == "push button":
            alive = has(node, Atspi.StateType.SENSITIVE)
            focused = has(node, Atspi.StateType.FOCUSED)
            told["buttons"].append({"name": name, "alive": alive, "focused": focused})
    return told


def pick(dialog: Any, roles: tuple[str, ...], name: str) -> Any | None:
    """The widget of one of these roles and that name."""
    for node in walk(dialog):
        if node.get_role_name() in roles and node.get_name() == name:
            return node
    return None


def alive(dialog: Any, name: str) -> Any | None:
    """The button of that name, if it can be pressed."""
    button = pick(dialog, ("push button",), name)
    return button if button and has(button, Atspi.StateType.SENSITIVE) else None


def press(dialog: Any, name: str) -> bool:
    """Presses a button; false while it cannot be pressed."""
    button = alive(dialog, name)
    return button is not None and bool(button.get_action_iface().do_action(0))


def enter(dialog: Any, name: str, text: str) -> bool:
    """Puts a text into a field."""
    field = pick(dialog, ("text", "password text"), name)
    return field is not None and bool(field.get_editable_text_iface().set_text_contents(text))


def wait_for(look: Callable[[], Any]) -> Any:
    """What `look` finds, as soon as it finds something."""
    end = time.monotonic() + LIMIT
    while True:
        try:
            found = look()
        except GLib.Error:
            found = None
        if found or time.monotonic() > end:
            return found
        time.sleep(PAUSE)


def seen() -> list[str]:
    """What is on the bus, for the words of a failure."""
    return [
        f"{app.get_name()}: {[w.get_name() for w in children(app)]}"
        for app in children(Atspi.get_desktop(0))
    ]


def run(verb: str, title: str, rest: list[str]) -> bool:
    """Does what is asked; false when it could not be done in time."""
    if verb == "count":
        json.dump(len(dialogs(title)), sys.stdout)
        return True
    if verb == "gone":
        return bool(wait_for(lambda: find_dialog(title) is None))
    dialog = wait_for(lambda: find_dialog(title))
    if dialog is None:
        return False
    if verb == "read":
        json.dump(describe(dialog), sys.stdout)
        return True
    if verb == "alive":
        return bool(wait_for(lambda: alive(dialog, rest[0])))
    if verb == "press":
        return bool(wait_for(lambda: press(dialog, rest[0])))
    if verb == "type":
        text = sys.stdin.read()
        return bool(wait_for(lambda: enter(dialog, rest[0], text)))
    raise SystemExit(__doc__)


def main() -> None:
    """Runs one verb; status 1 says that it could not be done in time."""
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    Atspi.init()
    verb, title, *rest = sys.argv[1:]
    if not run(verb, title, rest):
        raise SystemExit(f"cannot {verb} {title!r} {rest}; on the bus: {seen()}")


if __name__ == "__main__":
    main()
