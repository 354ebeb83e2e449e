"""Opens one connection to a host, makes sure it is the right host, and logs in there."""

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from paramiko import (
    Agent,
    AuthenticationException,
    BadAuthenticationType,
    ECDSAKey,
    Ed25519Key,
    PasswordRequiredException,
    PKey,
    RSAKey,
    SSHException,
    Transport,
)

from mcp_stdio import ToolError

from .aliases import Alias
from .host_keys import HostKey, HostKeys

CONNECT_SECONDS = 15.0
KEEPALIVE_SECONDS = 15
# After so long without a sign of the other side, the system gives a connection up.
SILENCE_MILLISECONDS = 30_000
USUAL_KEYS = ("id_ed25519", "id_ecdsa", "id_rsa")


class Opener(Protocol):
    """Where passwords and passphrases come from.

    `before` is called before a person is asked: a question about a host that is not there, or
    not the one we know, would be asked for nothing.
    """

    def password(self, before: Callable[[], None]) -> str:
        """The password of the login user."""

    def passphrase(self, key: Path, before: Callable[[], None]) -> str:
        """What opens a private key."""

    def right(self) -> None:
        """What was given has opened what it was for."""

    def wrong(self) -> None:
        """What was given is not to be used again."""


def log_in(alias: Alias, keys: HostKeys, opener: Opener) -> Transport:
    """A connection that is logged in; it is the caller's to close."""

    def check() -> None:
        dial(alias, keys).close()

    if alias.auth == "password":
        password = opener.password(check)
        transport = dial(alias, keys)
        try:
            _by_password(alias, transport, password, opener)
        except BaseException:
            transport.close()
            raise
        return transport
    offered = _identity(alias, opener, check) if alias.identity_file else _usual_keys()
    transport = dial(alias, keys)
    try:
        _by_keys(alias, transport, offered)
    except BaseException:
        transport.close()
        raise
    return transport


def dial(alias: Alias, keys: HostKeys) -> Transport:
    """A connection to a host whose key was checked; nobody is logged in yet."""
    where = f"`{alias.hostname}` port {alias.port}"
    try:
        line = socket.create_connection((alias.hostname, alias.port), CONNECT_SECONDS)
    except OSError as reason:
        raise ToolError(f"Cannot connect to {where}: {reason.strerror or reason}.") from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE_MILLISECONDS)
    transport = Transport(line)
    try:
        _prefer(transport, [one.key.kind for one in keys.known(alias)])
        transport.start_client(timeout=CONNECT_SECONDS)
        if not transport.initial_kex_done:
            raise SSHException(f"no greeting within {CONNECT_SECONDS:g} s")
        shown = transport.get_remote_server_key()
        keys.check(alias, HostKey(shown.get_name(), shown.get_base64()))
    except (SSHException, EOFError, OSError) as reason:
        transport.close()
        words = str(reason) or "the connection was closed"
        raise ToolError(f"No SSH connection to {where}: {words}") from None
    except BaseException:
        transport.close()
        raise
    transport.set_keepalive(KEEPALIVE_SECONDS)
    return transport


def _prefer(transport: Transport, kinds: list[str]) -> None:
    """Asks for a kind of host key that we know, or another of the host's keys would look wrong."""
    # An RSA key signs in newer ways than the one it is named after.
    wanted = {"rsa-sha2-512", "rsa-sha2-256"} if "ssh-rsa" in kinds else set()
    wanted.update(kinds)
    options = transport.get_security_options()
    options.key_types = sorted(options.key_types, key=lambda kind: kind not in wanted)


def _by_password(alias: Alias, transport: Transport, password: str, opener: Opener) -> None:
    """Logs in with the password alone; it is kept only once it was right."""
    try:
        further = transport.auth_password(alias.username, password)
    except BadAuthenticationType as reason:
        opener.wrong()
        raise ToolError(
            f"{alias.account} takes no password, only {', '.join(reason.allowed_types)}."
        ) from None
    except AuthenticationException:
        opener.wrong()
        raise ToolError(
            f"{alias.account} refused the password. It was not kept; the next call asks again."
        ) from None
    except (SSHException, EOFError, OSError) as reason:
        raise _lost(alias, reason) from None
    opener.right()
    _finish(alias, further)


def _by_keys(alias: Alias, transport: Transport, keys: list[PKey]) -> None:
    """Offers key after key."""
    for key in keys:
        try:
            further = transport.auth_publickey(alias.username, key)
        except BadAuthenticationType as reason:
            raise ToolError(
                f"{alias.account} takes no key, only {', '.join(reason.allowed_types)}."
            ) from None
        except AuthenticationException:
            if not transport.is_active():
                break
            continue
        except (SSHException, EOFError, OSError) as reason:
            raise _lost(alias, reason) from None
        return _finish(alias, further)
    tried = f"refused {_count(len(keys))}" if keys else "was offered no key: there is none to offer"
    raise ToolError(
        f"{alias.account} {tried}. Set `identity_file` on the alias, or `auth` to `password`."
    )


def _finish(alias: Alias, further: list[str]) -> None:
    """Some hosts want more than one proof, which we do not have."""
    if further:
        raise ToolError(f"{alias.account} wants another proof as well: {', '.join(further)}.")


def _lost(alias: Alias, reason: Exception) -> ToolError:
    """What to say when the connection ends under the login."""
    return ToolError(f"The login at {alias.account} broke off: {reason or 'connection closed'}.")


def _count(n: int) -> str:
    return "the key" if n == 1 else f"all {n} keys"


def _usual_keys() -> list[PKey]:
    """What the agent holds, then the usual files; one with a passphrase must be named to be used."""
    found = _agent_keys()
    for name in USUAL_KEYS:
        path = Path.home() / ".ssh" / name
        try:
            if path.exists() and (key := load_key(path, None)):
                found.append(key)
        except PasswordRequiredException:
            continue
    return found


def _agent_keys() -> list[PKey]:
    """An agent that is not there, or does not answer, holds nothing."""
    try:
        return list(Agent().get_keys())
    except (SSHException, OSError, EOFError):
        return []


def _identity(alias: Alias, opener: Opener, check: Callable[[], None]) -> list[PKey]:
    """The key the alias names: as it is, from the agent, or opened with its passphrase."""
    path = Path(alias.identity_file).expanduser()
    if not path.is_file():
        raise ToolError(f"There is no key file {path}.")
    try:
        return [_readable(path, load_key(path, None))]
    except PasswordRequiredException:
        pass
    if key := _in_agent(path):
        return [key]
    key = load_key(path, opener.passphrase(path, check))
    if key is None:
        opener.wrong()
        raise ToolError(f"The passphrase does not open the key {path}. It was not kept.")
    opener.right()
    return [key]


def _in_agent(path: Path) -> PKey | None:
    """The agent's copy of a key, found by the public half that lies beside it."""
    try:
        public = path.with_name(f"{path.name}.pub").read_text("utf-8").split()
    except (OSError, ValueError):
        return None
    return next((key for key in _agent_keys() if key.get_base64() in public[1:2]), None)


def _readable(path: Path, key: PKey | None) -> PKey:
    """The key of a file that needs no passphrase."""
    if key is None:
        raise ToolError(f"The file {path} holds no private key that we can read.")
    return key


def load_key(path: Path, passphrase: str | None) -> PKey | None:
    """A private key, or `None` if nothing here reads it; raises `PasswordRequiredException`."""
    for kind in (Ed25519Key, ECDSAKey, RSAKey):
        try:
            key = kind.from_private_key_file(str(path), passphrase)
        except PasswordRequiredException:
            raise
        except (SSHException, ValueError):
            continue
        except OSError as reason:
            raise ToolError(f"The key {path} cannot be read: {reason.strerror}.") from None
        certificate = path.with_name(f"{path.name}-cert.pub")
        if certificate.exists():
            key.load_certificate(str(certificate))
        return key
    return None
