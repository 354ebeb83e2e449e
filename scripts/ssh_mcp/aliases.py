"""Keeps the file of aliases: which host a short name stands for and how to log in; no secret."""

import json
import os
import tempfile
import threading
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mcp_stdio import ToolError
from mcp_stdio.arguments import Misfit, fit

NAME = {
    "type": "string",
    "description": "The short name of the host.",
    "pattern": r"^[A-Za-z0-9][A-Za-z0-9_.-]*$",
    "maxLength": 64,
}
# One description for the tool's arguments and for what the file may hold.
FIELDS: dict[str, dict[str, Any]] = {
    "hostname": {
        "type": "string",
        "description": "Name or address of the host.",
        "pattern": r"^[^\s,|*?!@#\[\]]+$",
        "maxLength": 255,
    },
    "username": {
        "type": "string",
        "description": "Whom to log in as.",
        "pattern": r"^[^\s:]+$",
        "maxLength": 255,
    },
    "port": {
        "type": "integer",
        "description": "The port of the SSH server.",
        "minimum": 1,
        "maximum": 65535,
        "default": 22,
    },
    "identity_file": {
        "type": "string",
        "description": "Path of a private key on this machine. Without one, the agent and the "
        "usual keys in ~/.ssh are tried.",
        "default": "",
    },
    "description": {
        "type": "string",
        "description": "What the host is for.",
        "maxLength": 1000,
        "default": "",
    },
    "auth": {
        "type": "string",
        "description": "`key`: by key or agent. `password`: the person is asked for the password "
        "when it is needed, and no key is tried.",
        "enum": ["key", "password"],
        "default": "key",
    },
    "sudo": {
        "type": "string",
        "description": "`nopasswd`: sudo asks for none. `prompt`: the person is asked for the "
        "password when it is needed. `none`: sudo is not used on this host.",
        "enum": ["nopasswd", "prompt", "none"],
        "default": "prompt",
    },
    "accept_new_host_key": {
        "type": "boolean",
        "description": "Whether to trust the key that an unknown host shows the first time. "
        "A key that has changed is refused all the same.",
        "default": False,
    },
}
REQUIRED = ("hostname", "username")
ENTRY = {"properties": FIELDS, "required": REQUIRED}


@dataclass(frozen=True)
class Alias:
    """How to reach one host."""

    name: str
    hostname: str
    username: str
    port: int
    identity_file: str
    description: str
    auth: str
    sudo: str
    accept_new_host_key: bool

    @property
    def account(self) -> str:
        """`ann@example.org`, with the port where it is not the usual one."""
        return f"{self.username}@{self.hostname}{'' if self.port == 22 else f':{self.port}'}"

    def entry(self) -> dict[str, Any]:
        """What the file holds of it."""
        return {name: value for name, value in asdict(self).items() if name != "name"}


def parse(name: str, entry: Any) -> Alias:
    """An alias from an entry of the file; the message of the `ToolError` names what is wrong."""
    if not isinstance(entry, dict):
        raise ToolError(f"The entry of `{name}` in the alias file is no object.")
    try:
        return Alias(name=name, **fit(ENTRY, entry))
    except Misfit as misfit:
        raise ToolError(f"The entry of `{name}` in the alias file does not fit: {misfit}") from None


def _unknown(name: str, entries: dict[str, Any]) -> ToolError:
    """What to say of a name that is not in the file."""
    known = ", ".join(f"`{one}`" for one in sorted(entries)) or "none yet"
    return ToolError(f"There is no alias `{name}`. Known: {known}.")


class AliasFile:
    """The file; it is read anew each time, since a person may edit it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    def entries(self) -> dict[str, Any]:
        """All entries as they stand there."""
        try:
            entries = json.loads(self._path.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as reason:
            raise ToolError(f"The alias file {self._path} cannot be read: {reason}") from None
        if not isinstance(entries, dict):
            raise ToolError(f"The alias file {self._path} must hold one object.")
        return entries

    def get(self, name: str) -> Alias:
        """The alias of that name."""
        entries = self.entries()
        if name not in entries:
            raise _unknown(name, entries)
        return parse(name, entries[name])

    def put(self, alias: Alias) -> bool:
        """Adds or replaces an alias; says whether there was one of that name."""
        with self._lock:
            entries = self.entries()
            before = alias.name in entries
            entries[alias.name] = alias.entry()
            self._write(entries)
        return before

    def remove(self, name: str) -> None:
        """Takes an alias out."""
        with self._lock:
            entries = self.entries()
            if name not in entries:
                raise _unknown(name, entries)
            del entries[name]
            self._write(entries)

    def _write(self, entries: dict[str, Any]) -> None:
        """Replaces the whole file, so that a reader sees the old one or the new one."""
        words = json.dumps(dict(sorted(entries.items())), ensure_ascii=False, indent=2)
        try:
            replace_private(self._path, f"{words}\n")
        except OSError as reason:
            raise ToolError(f"The alias file {self._path} cannot be written: {reason}") from None


def replace_private(path: Path, words: str) -> None:
    """Puts a file in place whole; only its owner may read it, from its first moment on."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Made with mode 0600 by `mkstemp`, whatever the umask is.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(words)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
