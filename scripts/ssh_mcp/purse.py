"""Gets the secrets of one call: from memory, else from the person, with one question for all."""

from collections.abc import Callable
from pathlib import Path

from mcp_stdio import Call, Form, ToolError, field_of

from .aliases import Alias
from .held import Held
from .settings import Settings

MOST_SHOWN = 400


class Purse:
    """What is held for all calls."""

    def __init__(self, settings: Settings) -> None:
        self.login = Held(settings.login_ttl)
        self.sudo = Held(settings.sudo_ttl)
        self.passphrase = settings.passphrase


class Asking:
    """The secrets of one call to one host.

    A modern call is run again after its question, so it must not need a second one: whatever it
    will need is asked for together.
    """

    def __init__(self, purse: Purse, call: Call, alias: Alias, purpose: str, sudo: bool) -> None:
        self._purse = purse
        self._call = call
        self._alias = alias
        self._purpose = purpose if len(purpose) <= MOST_SHOWN else f"{purpose[:MOST_SHOWN]}…"
        self._sudo = sudo
        self._given: dict[str, str] = {}
        # What `right` and `wrong` speak of: its name, and the secret if it is not held yet.
        self._last: tuple[str, str | None] | None = None

    def password(self, before: Callable[[], None]) -> str:
        """The password of the login user."""
        what = f"Password of {self._alias.account}"
        return self._login(f"login {self._alias.account}", "password", what, before)

    def passphrase(self, key: Path, before: Callable[[], None]) -> str:
        """What opens a private key; the environment's word for it is the only one, if there is one."""
        if self._purse.passphrase is not None:
            self._last = None
            return self._purse.passphrase
        return self._login(f"key {key}", "passphrase", f"Passphrase of the key {key}", before)

    def sudo_password(self) -> str:
        """The password that `sudo` asks the login user for."""
        held = self._purse.sudo.get(self._alias.account)
        return held or self._given.get("sudo_password") or self._ask({})["sudo_password"]

    def right(self) -> None:
        """Holds what has opened the login, if a person has just given it."""
        if self._last and self._last[1] is not None:
            self._purse.login.put(self._last[0], self._last[1])

    def wrong(self) -> None:
        """Forgets what was refused."""
        if self._last:
            self._purse.login.drop(self._last[0])

    def _login(self, name: str, field: str, title: str, before: Callable[[], None]) -> str:
        secret = self._purse.login.get(name)
        if secret is not None:
            self._last = (name, None)
            return secret
        before()
        secret = self._ask({field: title})[field]
        self._last = (name, secret)
        return secret

    def _ask(self, titles: dict[str, str]) -> dict[str, str]:
        """One form for all that this call needs and nobody has given yet."""
        if self._sudo and self._purse.sudo.get(self._alias.account) is None:
            titles = titles | {"sudo_password": f"Password for sudo, of {self._alias.account}"}
        fields = {
            name: field_of(title, format="password", minLength=1) for name, title in titles.items()
        }
        message = f"`{self._alias.name}` ({self._alias.account}): {self._purpose}"
        reply = self._call.ask(Form(message, fields, tuple(fields)))
        if not reply.accepted:
            raise ToolError(f"The person gave no {_spoken(titles)}. Nothing was done.")
        self._given = {name: str(reply.content[name]) for name in fields}
        if any(one in secret for secret in self._given.values() for one in "\r\n\0"):
            raise ToolError("A password is one line. Nothing was done.")
        return self._given


def _spoken(titles: dict[str, str]) -> str:
    """`password of …`, for a sentence."""
    return " and ".join(f"{title[0].lower()}{title[1:]}" for title in titles.values())
