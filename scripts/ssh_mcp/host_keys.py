"""Decides whether a host is the one we know by its key, and keeps the keys that were accepted."""

import base64
import binascii
import hashlib
import hmac
import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from mcp_stdio import ToolError

from .aliases import Alias, replace_private

REVOKED = "@revoked"


@dataclass(frozen=True)
class HostKey:
    """The key a host shows: its kind, and its blob in base64."""

    kind: str
    blob: str

    @property
    def fingerprint(self) -> str:
        """As `ssh-keygen -l` shows it."""
        digest = hashlib.sha256(base64.b64decode(self.blob)).digest()
        return f"SHA256:{base64.b64encode(digest).decode().rstrip('=')}"


@dataclass(frozen=True)
class Known:
    """One line of a file of known hosts that is about the host in question."""

    key: HostKey
    revoked: bool


def host_name(alias: Alias) -> str:
    """The name under which OpenSSH files a host."""
    name = alias.hostname.lower()
    return name if alias.port == 22 else f"[{name}]:{alias.port}"


def known_in(lines: Iterable[str], name: str) -> list[Known]:
    """What a file of known hosts says of one host; a line we cannot read says nothing."""
    found = []
    for line in lines:
        words = line.split()
        marker = words.pop(0) if words and words[0].startswith("@") else ""
        # An authority signs the keys of hosts; we check keys alone.
        if len(words) < 3 or words[0].startswith("#") or marker not in ("", REVOKED):
            continue
        if _names(words[0], name):
            found.append(Known(HostKey(words[1], words[2]), revoked=marker == REVOKED))
    return found


def _names(patterns: str, name: str) -> bool:
    """Whether the first word of a line is about a host; a name behind `!` takes it out again."""
    if patterns.startswith("|1|"):
        return _hashed(patterns, name)
    wanted = False
    for pattern in patterns.lower().split(","):
        bare = pattern.removeprefix("!")
        like = re.escape(bare).replace(r"\*", ".*").replace(r"\?", ".")
        if re.fullmatch(like, name):
            if bare != pattern:
                return False
            wanted = True
    return wanted


def _hashed(word: str, name: str) -> bool:
    """Whether a name that was hashed to hide it is this one."""
    try:
        salt, digest = (base64.b64decode(part, validate=True) for part in word.split("|")[2:4])
    except (ValueError, binascii.Error):
        return False
    return hmac.compare_digest(hmac.digest(salt, name.encode(), "sha1"), digest)


def judge(alias: Alias, shown: HostKey, known: list[Known]) -> bool:
    """Whether the key must be remembered; a key that may not be trusted raises `ToolError`."""
    who = f"The host `{host_name(alias)}`"
    if any(one.revoked and one.key == shown for one in known):
        raise ToolError(f"{who} shows a key that is marked as revoked. Nothing was sent to it.")
    trusted = [one.key for one in known if not one.revoked]
    if shown in trusted:
        return False
    if trusted:
        raise ToolError(
            f"{who} shows another key than before: {shown.kind} {shown.fingerprint}. Either it "
            "was set up anew or someone stands in between. Nothing was sent to it. Whoever knows "
            "that the new key is right takes the old one out of the file of known hosts."
        )
    if not alias.accept_new_host_key:
        raise ToolError(
            f"{who} is unknown; it shows the key {shown.kind} {shown.fingerprint}. Nothing was "
            "sent to it. If that key is right, connect once with `ssh`, or set "
            "`accept_new_host_key` on the alias."
        )
    return True


class HostKeys:
    """The files of known hosts: the person's own, which is only read, and ours."""

    def __init__(self, own: Path, others: tuple[Path, ...]) -> None:
        self._own = own
        self._others = others
        self._lock = threading.Lock()

    def known(self, alias: Alias) -> list[Known]:
        """What all files say of the host."""
        found = []
        for path in (self._own, *self._others):
            found += known_in(self._lines(path), host_name(alias))
        return found

    def check(self, alias: Alias, shown: HostKey) -> None:
        """Returns if the host may be talked to, and remembers a key that was accepted."""
        with self._lock:
            if not judge(alias, shown, self.known(alias)):
                return
            line = f"{host_name(alias)} {shown.kind} {shown.blob}"
            words = "".join(f"{one}\n" for one in [*self._lines(self._own), line])
            try:
                replace_private(self._own, words)
            except OSError as reason:
                raise ToolError(f"{self._own} cannot be written: {reason}") from None

    @staticmethod
    def _lines(path: Path) -> list[str]:
        """A file's lines; one that is not there has none, one that cannot be read is an error."""
        try:
            return path.read_text("utf-8", "replace").splitlines()
        except FileNotFoundError:
            return []
        except OSError as reason:
            raise ToolError(f"{path} cannot be read: {reason}") from None
