"""Puts paths together, for this machine and for a host, where a name need not be UTF-8."""

from pathlib import Path


def as_bytes(path: str | bytes) -> bytes:
    """A path as the host has it."""
    return path if isinstance(path, bytes) else path.encode("utf-8", "surrogateescape")


def as_text(path: bytes) -> str:
    """A path of the host as text, without losing a byte."""
    return path.decode("utf-8", "surrogateescape")


def joined(folder: str, name: str) -> str:
    """A name below a folder; without a name, the folder."""
    if not name:
        return folder
    return f"{folder}{name}" if folder.endswith("/") or not folder else f"{folder}/{name}"


def below_of(root: Path, below: str) -> Path:
    """The same on this machine."""
    return root / below if below else root
