"""Asks a host what it is and how it does, and reads the answer; what is not there is left out."""

import shlex
from typing import Any

MIB = 1024
# Folders of these hold no files of anybody.
UNREAL = ("tmpfs", "devtmpfs", "udev", "none", "proc", "sysfs", "efivarfs")

COMMAND = r"""
say() { printf '%s\t%s\n' "$1" "$2"; }
say hostname "$(hostname 2>/dev/null || uname -n)"
say kernel "$(uname -s -r)"
say machine "$(uname -m)"
say os "$(sed -n 's/^PRETTY_NAME=//p' /etc/os-release 2>/dev/null)"
say uptime "$(cut -d ' ' -f 1 /proc/uptime 2>/dev/null)"
say load "$(cut -d ' ' -f 1-3 /proc/loadavg 2>/dev/null)"
say cpus "$(getconf _NPROCESSORS_ONLN 2>/dev/null)"
sed -n 's/^\(MemTotal\|MemAvailable\|SwapTotal\|SwapFree\): *\([0-9]*\).*/\1\t\2/p' /proc/meminfo 2>/dev/null
LC_ALL=C df -P -k 2>/dev/null | sed '1d; s/^/disk\t/'
exit 0
"""


def read(words: str) -> dict[str, Any]:
    """What the command wrote, as one object."""
    said: dict[str, str] = {}
    disks = []
    for line in words.splitlines():
        name, _, value = line.partition("\t")
        if name == "disk":
            disks += _disk(value)
        elif value:
            said[name] = value
    facts = {
        "hostname": said.get("hostname"),
        "os": _unquoted(said.get("os")),
        "kernel": said.get("kernel"),
        "machine": said.get("machine"),
        "cpus": _whole(said.get("cpus")),
        "uptime_seconds": _whole(said.get("uptime", "").partition(".")[0]),
        "load": [float(one) for one in said["load"].split()] if "load" in said else None,
        "memory_mib": _sizes(said, {"total": "MemTotal", "available": "MemAvailable"}),
        "swap_mib": _sizes(said, {"total": "SwapTotal", "free": "SwapFree"}),
        "disks": disks,
    }
    return {name: value for name, value in facts.items() if value not in (None, {})}


def _disk(line: str) -> list[dict[str, Any]]:
    """One line of `df -P -k`; a name may hold spaces at either end of it."""
    words = line.split()
    at = next((n for n in range(1, len(words) - 3) if _is_row(words[n : n + 4])), None)
    if at is None or " ".join(words[:at]) in UNREAL or words[at] == "0":
        return []
    size, used, free = (int(word) // MIB for word in words[at : at + 3])
    mount = {"mounted_on": " ".join(words[at + 4 :]), "device": " ".join(words[:at])}
    return [mount | {"size_mib": size, "used_mib": used, "available_mib": free}]


def _is_row(words: list[str]) -> bool:
    """Three numbers and a percentage."""
    return all(word.lstrip("-").isdigit() for word in words[:3]) and words[3].endswith("%")


def _sizes(said: dict[str, str], names: dict[str, str]) -> dict[str, int]:
    """Sizes in MiB, of those that were said."""
    return {ours: int(said[theirs]) // MIB for ours, theirs in names.items() if theirs in said}


def _whole(word: str | None) -> int | None:
    return int(word) if word and word.isdigit() else None


def _unquoted(word: str | None) -> str | None:
    """A value as the shell that the file is written for would read it."""
    try:
        return " ".join(shlex.split(word)) if word else None
    except ValueError:
        return word
