"""Reads and drives Steward's native dialogs through the accessibility bus, as a screen reader does.

It stays, and answers each line of JSON on its input with one on its output. A question has a
"verb", the "title" of a dialog, and what the verb wants; an answer has what was "found", or the
"failure" after twenty seconds of looking.

read                       the dialog, as soon as it is there
press NAME                 presses a button, as soon as it can be pressed
now NAME                   presses a button if it can be pressed now; whether it could
type NAME TEXT             types a text into a field, as soon as it can be typed into
alive NAME                 waits until a button can be pressed
gone                       waits until there is no such dialog
count                      how many such dialogs there are now
choose NAME TEXT           chooses a row of a list that opens
place NAME                 the middle of a button on the screen, for the mouse
reach NAME                 where a field begins and ends on the screen, from above
extents                    where the whole dialog is on the screen: left, top, width, height
watch                      from now on until all its buttons can be pressed: the dialog at first
                           sight, and how many milliseconds after a look that did not find it that
                           was, and each button alive
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

APP = "steward"
COMBO = "combo box"
BOXES = ("check box", "radio button", COMBO)
PRESSED = ("push button", "check box", "radio button")
LIMIT = 20.0
PAUSE = 0.02

# Milliseconds after which a program that does not answer is asked anew.
PATIENCE = 2_000

ACCESSIBLE = "org.a11y.atspi.Accessible"
SELECTION = "org.a11y.atspi.Selection"
CHECKED = 4
FOCUSED = 12
SENSITIVE = 24
VISIBLE = 30
DESCRIBED_BY = 18


class Node(NamedTuple):
    """A place in the tree of what is on the screen: whose it is, and its address there."""

    owner: str
    path: str


DESKTOP = Node("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
NOTHING = "/org/a11y/atspi/null"


def open_bus() -> Gio.DBusConnection:
    """The accessibility bus, whose address is told on the bus of the session."""
    session = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    where = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
    told = session.call_sync(*where, None, None, Gio.DBusCallFlags.NONE, -1, None)
    flags = Gio.DBusConnectionFlags
    return Gio.DBusConnection.new_for_address_sync(
        told.unpack()[0],
        flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION,
        None,
        None,
    )


class Bus:
    """What is on the screen, always asked for anew: the library for it remembers, and hangs."""

    def __init__(self) -> None:
        self.connection = open_bus()

    def call(self, node: Node, interface: str, method: str, given: GLib.Variant | None) -> Any:
        """What a method of a node returns."""
        where = (node.owner, node.path, interface, method)
        flags = Gio.DBusCallFlags.NONE
        told = self.connection.call_sync(*where, given, None, flags, PATIENCE, None).unpack()
        return told[0] if told else None

    def children(self, node: Node) -> list[Node]:
        """The nodes right below."""
        told = self.call(node, ACCESSIBLE, "GetChildren", None)
        return [Node(owner, path) for owner, path in told if path != NOTHING]

    def walk(self, node: Node, depth: int = 0) -> Iterator[Node]:
        """The node and all below it."""
        yield node
        if depth < 25:
            for child in self.children(node):
                yield from self.walk(child, depth + 1)

    def name(self, node: Node) -> str:
        """What it is called."""
        given = GLib.Variant("(ss)", (ACCESSIBLE, "Name"))
        return self.call(node, "org.freedesktop.DBus.Properties", "Get", given)

    def role(self, node: Node) -> str:
        """What it is."""
        return self.call(node, ACCESSIBLE, "GetRoleName", None)

    def has(self, node: Node, state: int) -> bool:
        """Whether it is in that state."""
        words = self.call(node, ACCESSIBLE, "GetState", None)
        return bool(words[state // 32] >> state % 32 & 1)

    def text(self, node: Node) -> str:
        """What a text widget holds, as a reader of the screen gets it."""
        given = GLib.Variant("(ii)", (0, -1))
        return self.call(node, "org.a11y.atspi.Text", "GetText", given)

    def write(self, node: Node, text: str) -> bool:
        """Puts a text into it in place of what is there."""
        given = GLib.Variant("(s)", (text,))
        return self.call(node, "org.a11y.atspi.EditableText", "SetTextContents", given)

    def said(self, node: Node) -> list[str]:
        """What the labels say by which it is described."""
        relations = self.call(node, ACCESSIBLE, "GetRelationSet", None)
        found = [to for kind, targets in relations if kind == DESCRIBED_BY for to in targets]
        return [self.name(Node(*target)) for target in found]

    def chosen(self, node: Node) -> str | None:
        """The row that is chosen in a list that opens."""
        row = self.call(node, SELECTION, "GetSelectedChild", GLib.Variant("(i)", (0,)))
        return None if row[1] == NOTHING else self.name(Node(*row))

    def choose(self, node: Node, row: int) -> bool:
        """Chooses a row of a list that opens."""
        return self.call(node, SELECTION, "SelectChild", GLib.Variant("(i)", (row,)))

    def extents(self, node: Node) -> tuple[int, int, int, int]:
        """Where it is on the screen, and how wide and high."""
        given = GLib.Variant("(u)", (0,))
        return self.call(node, "org.a11y.atspi.Component", "GetExtents", given)

    def middle(self, node: Node) -> tuple[int, int]:
        """Where its middle is on the screen."""
        x, y, wide, high = self.extents(node)
        return x + wide // 2, y + high // 2

    def act(self, node: Node) -> bool:
        """Does what a click on it does."""
        return self.call(node, "org.a11y.atspi.Action", "DoAction", GLib.Variant("(i)", (0,)))


def dialogs(bus: Bus, title: str) -> list[Node]:
    """The dialogs of that title, the toolkit's own for files among them."""
    return [
        window
        for app in bus.children(DESKTOP)
        if bus.name(app) == APP
        for window in bus.children(app)
        if bus.name(window) == title and bus.role(window) in ("dialog", "file chooser")
    ]


def describe(bus: Bus, dialog: Node) -> dict[str, Any]:
    """The dialog's texts, fields and buttons, in their order."""
    told: dict[str, Any] = {"title": bus.name(dialog)}
    told |= {"texts": [], "fields": [], "boxes": [], "buttons": []}
    for node in bus.walk(dialog):
        role, name = bus.role(node), bus.name(node)
        if role == "label":
            told["texts"].append(name)
        elif role == "text" or role == "password text":
            field = {"name": name, "masked": role == "password text", "text": bus.text(node)}
            told["fields"].append(field | said_of(bus, node))
        elif role in BOXES and bus.has(node, VISIBLE):
            chosen = bus.chosen(node) if role == COMBO else None
            box = {"role": role, "name": name, "on": bus.has(node, CHECKED), "chosen": chosen}
            told["boxes"].append(box | said_of(bus, node))
        elif role == "push button":
            alive, focused = bus.has(node, SENSITIVE), bus.has(node, FOCUSED)
            told["buttons"].append({"name": name, "alive": alive, "focused": focused})
    return told


def said_of(bus: Bus, node: Node) -> dict[str, Any]:
    """Whether a field has the focus, and what is said of it."""
    return {"focused": bus.has(node, FOCUSED), "said": bus.said(node)}


def whole(bus: Bus, dialog: Node, title: str) -> dict[str, Any] | None:
    """The dialog's description, unless it went away meanwhile and only a part was read."""
    told = describe(bus, dialog)
    return told if told["buttons"] and dialog in dialogs(bus, title) else None


def pick(bus: Bus, dialog: Node, roles: tuple[str, ...], name: str) -> Node | None:
    """The widget of one of these roles and that name."""
    for node in bus.walk(dialog):
        if bus.role(node) in roles and bus.name(node) == name:
            return node
    return None


def alive(bus: Bus, dialog: Node, name: str) -> Node | None:
    """The button of that name, if it can be pressed."""
    button = pick(bus, dialog, PRESSED, name)
    return button if button and bus.has(button, SENSITIVE) else None


def press(bus: Bus, dialog: Node, name: str) -> bool:
    """Presses a button; false while it cannot be pressed."""
    button = alive(bus, dialog, name)
    return button is not None and bus.act(button)


def enter(bus: Bus, dialog: Node, name: str, text: str) -> bool:
    """Puts a text into a field."""
    field = pick(bus, dialog, ("text", "password text"), name)
    return field is not None and bus.has(field, SENSITIVE) and bus.write(field, text)


def choose(bus: Bus, dialog: Node, name: str, row: str) -> bool:
    """Chooses a row of a list that opens."""
    combo = pick(bus, dialog, (COMBO,), name)
    if combo is None:
        return False
    rows = [bus.name(it) for it in bus.walk(combo) if bus.role(it) == "menu item"]
    return row in rows and bus.choose(combo, rows.index(row))


def look(bus: Bus, question: dict[str, Any]) -> Any | None:
    """What is asked for, or None when it is not there yet."""
    verb, title, name = question["verb"], question["title"], question.get("name", "")
    found = dialogs(bus, title)
    if verb == "count":
        return len(found)
    if verb == "gone":
        return None if found else True
    if not found:
        return None
    if verb == "read":
        return whole(bus, found[0], title)
    if verb == "alive":
        return alive(bus, found[0], name) is not None or None
    if verb == "press":
        return press(bus, found[0], name) or None
    if verb == "now":
        return press(bus, found[0], name)
    if verb == "type":
        return enter(bus, found[0], name, question["text"]) or None
    if verb == "choose":
        return choose(bus, found[0], name, question["text"]) or None
    if verb == "extents":
        return bus.extents(found[0])
    if verb == "reach":
        field = pick(bus, found[0], ("text", "password text"), name)
        _, y, _, high = bus.extents(field) if field else (0, 0, 0, 0)
        return (y, y + high) if field else None
    if verb == "place":
        button = alive(bus, found[0], name)
        return bus.middle(button) if button else None
    raise ValueError(f"no such verb: {verb}")


def watcher(bus: Bus, title: str) -> Callable[[], dict[str, Any] | None]:
    """A look that remembers what it saw, and is done when it has seen each button alive."""
    absent = time.monotonic()
    first: dict[str, Any] = {}
    alive_after: dict[str, int] = {}

    def watch() -> dict[str, Any] | None:
        nonlocal absent, first
        began = time.monotonic()
        found = dialogs(bus, title)
        if not found:
            absent = began
        sights = (whole(bus, dialog, title) for dialog in found)
        sight = next((it for it in sights if it), None)
        if sight is None:
            return None
        after = round((time.monotonic() - absent) * 1000)
        first = first or {"first": sight, "firstAfter": after}
        for button in sight["buttons"]:
            if button["alive"]:
                alive_after.setdefault(button["name"], after)
        done = all(button["name"] in alive_after for button in sight["buttons"])
        return first | {"aliveAfter": alive_after} if done else None

    return watch


def wait_for(look: Callable[[], Any]) -> Any | None:
    """What `look` finds, as soon as it finds something. What changes as it is read is read anew."""
    end = time.monotonic() + LIMIT
    while True:
        try:
            found = look()
        except GLib.Error:
            found = None
        if found is not None or time.monotonic() > end:
            return found
        time.sleep(PAUSE)


def seen(bus: Bus) -> list[str]:
    """What is on the bus, for the words of a failure."""
    try:
        apps = bus.children(DESKTOP)
        return [f"{bus.name(app)}: {[bus.name(it) for it in bus.children(app)]}" for app in apps]
    except GLib.Error as error:
        return [error.message]


def answer(bus: Bus, question: dict[str, Any]) -> dict[str, Any]:
    """What was found, or why nothing was."""
    if question["verb"] == "watch":
        found = wait_for(watcher(bus, question["title"]))
    else:
        found = wait_for(lambda: look(bus, question))
    return {"found": found} if found is not None else {"failure": f"on the bus: {seen(bus)}"}


def main() -> None:
    """Answers until its input ends."""
    bus = Bus()
    for line in sys.stdin:
        print(json.dumps(answer(bus, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
