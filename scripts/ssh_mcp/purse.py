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
        # The accounts whose login password is not the one that sudo wants.
        self.apart: set[str] = set()


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
        # With a password for the login, that is the one that sudo asks for; where it was not, the
        # two are asked for apart.
        shared = alias.auth == "password" and alias.account not in purse.apart
        self._sudo_field = self._field("password" if shared else "sudo_password")
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
        given = self._given.get(self._sudo_field)
        held = None if self._brings(self._sudo_field) else self._purse.sudo.get(self._alias.account)
        return given or held or self._ask({}, self._sudo_field)

    def right(self) -> None:
        """Holds what has opened the login, if a person has just given it."""
        if self._last and self._last[1] is not None:
            self._purse.login.put(self._last[0], self._last[1])

    def wrong(self) -> None:
        """Forgets what was refused."""
        if self._last:
            self._purse.login.drop(self._last[0])

    def _field(self, what: str) -> str:
        """The name of a field: an answer that the person has remembered is offered under the same
        name alone, so it says for which alias it is, and where that leads."""
        return f"{what}_{self._alias.name}_{self._alias.account}"

    def _login(self, name: str, what: str, title: str, before: Callable[[], None]) -> str:
        field = self._field(what)
        secret = None if self._brings(field) else self._purse.login.get(name)
        if secret is not None:
            self._last = (name, None)
            return secret
        before()
        secret = self._ask({field: title}, field)
        self._last = (name, secret)
        return secret

    def _brings(self, field: str) -> bool:
        """Whether the person was asked for this by this very call: then what they said to it counts,
        a no above all, and nothing that another call has had held since."""
        question = self._call.brought()
        return isinstance(question, Form) and field in question.properties

    def _ask(self, titles: dict[str, str], wanted: str) -> str:
        """One form for all that this call needs and nobody has given yet; gives one of them."""
        if self._brings(wanted):
            question = self._call.brought()
            assert isinstance(question, Form)
            return self._read(question, wanted)
        by_sudo = wanted == self._sudo_field or self._purse.sudo.get(self._alias.account) is None
        if self._sudo and by_sudo:
            sudo = {self._sudo_field: f"Password for sudo, of {self._alias.account}"}
            # One that is asked for the login too keeps its title.
            titles = sudo | titles if self._sudo_field in titles else titles | sudo
        fields = {
            name: field_of(title, format="password", minLength=1) for name, title in titles.items()
        }
        message = f"`{self._alias.name}` ({self._alias.account}): {self._purpose}"
        return self._read(Form(message, fields, tuple(fields)), wanted)

    def _read(self, form: Form, wanted: str) -> str:
        """What the person gives for a form; one of its fields."""
        reply = self._call.ask(form)
        if not reply.accepted:
            titles = {name: field["title"] for name, field in form.properties.items()}
            raise ToolError(f"The person gave no {_spoken(titles)}. Nothing was done.")
        self._given = {name: str(reply.content[name]) for name in form.properties}
        if any(one in secret for secret in self._given.values() for one in "\r\n\0"):
            raise ToolError("A password is one line. Nothing was done.")
        return self._given[wanted]


def _spoken(titles: dict[str, str]) -> str:
    """`password of …`, for a sentence."""
    return " and ".join(f"{title[0].lower()}{title[1:]}" for title in titles.values())
