"""Reads from the environment where our files lie and how long passwords and connections live."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

DEFAULT_TTL_SECONDS = 300.0


@dataclass(frozen=True)
class Settings:
    """What does not change while the server runs."""

    aliases: Path
    login_ttl: float
    sudo_ttl: float
    pool_ttl: float
    passphrase: str | None = field(repr=False)

    @property
    def known_hosts(self) -> Path:
        """Where host keys are kept that an alias let us accept; the person's own file is only read."""
        return self.aliases.parent / "ssh_known_hosts"


def read_settings(env: Mapping[str, str], home: Path) -> Settings:
    """The settings; raises `ValueError` with the variable's name for what is no number of seconds."""
    chosen = env.get("SSH_MCP_ALIASES")
    folder = data_folder(env, home)
    return Settings(
        aliases=Path(chosen).expanduser() if chosen else folder / "secrets/ssh_aliases.json",
        login_ttl=_seconds(env, "SSH_MCP_LOGIN_PW_TTL"),
        sudo_ttl=_seconds(env, "SSH_MCP_SUDO_PW_TTL"),
        pool_ttl=_seconds(env, "SSH_MCP_POOL_TTL"),
        passphrase=env.get("SSH_MCP_KEY_PASSPHRASE") or None,
    )


def data_folder(env: Mapping[str, str], home: Path) -> Path:
    """The data folder of Steward, found as Steward finds it."""
    if chosen := env.get("STEWARD_DATA_DIR"):
        return Path(chosen)
    shared = Path(env.get("XDG_DATA_HOME", ""))
    return (shared if shared.is_absolute() else home / ".local/share") / "steward"


def _seconds(env: Mapping[str, str], name: str) -> float:
    """A time to live; 0 keeps nothing longer than the call that needs it."""
    given = env.get(name) or DEFAULT_TTL_SECONDS
    try:
        seconds = float(given)
    except ValueError:
        seconds = -1.0
    # A timer takes no longer time than this, and `nan` is below and above nothing.
    if not 0 <= seconds <= 1_000_000:
        raise ValueError(f"{name} must be a number of seconds, 0 or more, not {given!r}")
    return seconds
