"""Holds what it reads on the clipboard, as the program does in which a person copied it."""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402


def main() -> None:
    """Says that it holds it, and stays until it is ended or another program copies."""
    text = sys.stdin.read()
    board = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
    board.set_text(text, -1)
    board.connect("owner-change", lambda *_: board.wait_for_text() == text or Gtk.main_quit())
    print("held", flush=True)
    Gtk.main()


if __name__ == "__main__":
    main()
