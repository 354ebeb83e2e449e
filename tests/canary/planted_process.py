"""A process whose environment and arguments hold the bytes that it is given, NUL bytes included.

Reads a JSON object: the `variables` it keeps, and in base64 the `environment` and the `line` to be
planted. Becomes a program that only waits.
"""

import base64
import ctypes
import json
import sys


def strings(told: str) -> list[bytes]:
    """The bytes cut at each NUL: the system writes the pieces one behind the other, a NUL each."""
    return base64.b64decode(told).split(b"\0")


def vector(pieces: list[bytes]) -> ctypes.Array[ctypes.c_char_p]:
    """What `execve` takes: strings and an end."""
    return (ctypes.c_char_p * (len(pieces) + 1))(*pieces, None)


def main() -> None:
    """Python's own functions take no variable without a name, so the C library is asked."""
    told = json.load(sys.stdin)
    kept = [f"{name}={value}".encode() for name, value in told["variables"].items()]
    waits = [sys.executable.encode(), b"-c", b"import time; time.sleep(86399)"]
    c_library = ctypes.CDLL(None, use_errno=True)
    arguments = vector(waits + strings(told["line"]))
    c_library.execve(waits[0], arguments, vector(kept + strings(told["environment"])))
    raise OSError(ctypes.get_errno(), "cannot become another program")


if __name__ == "__main__":
    main()
