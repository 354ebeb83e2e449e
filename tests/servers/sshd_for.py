"""A real SSH server for as long as standard input is open, whose user has the password that is its
first line; its one line of output says how to reach it."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts/tests"))

from sshd_bench import Bench, why_not


def main() -> None:
    """Says where the server is, or why there is none."""
    if words := why_not():
        print(json.dumps({"why": words}), flush=True)
        return
    bench = Bench()
    try:
        bench.set_password(sys.stdin.readline().rstrip("\n"))
        told = {
            "port": bench.port,
            "user": bench.user,
            "key": bench.key("key"),
            "known": bench.known_line("host"),
        }
        print(json.dumps(told), flush=True)
        sys.stdin.read()
    finally:
        bench.close()


if __name__ == "__main__":
    main()
