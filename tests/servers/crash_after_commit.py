"""Does the work, then dies before it can say so; a ledger beside the witness file has what was done."""

import os
from pathlib import Path
from typing import Any

from wire import Wire, arguments, called, text, tool

HINTS: dict[str, Any] = {"readOnlyHint": True, "idempotentHint": True}
TOOLS = [
    tool("transfer", "Moves money. Not to be repeated."),
    tool("balance", "Reads the ledger") | {"annotations": HINTS},
    tool("flaky_read", "Reads, and dies in every other process") | {"annotations": HINTS},
]


def add(ledger: Path, line: str) -> None:
    """Writes one line that is there whatever happens next."""
    with ledger.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
        file.flush()
        os.fsync(file.fileno())


def lines(ledger: Path) -> int:
    """How many lines it has."""
    return len(ledger.read_text(encoding="utf-8").splitlines()) if ledger.exists() else 0


def main() -> None:
    """Serves until the client hangs up, or it dies."""
    log = arguments(__doc__).parse_args().log
    ledger, reads = Path(f"{log}.ledger"), Path(f"{log}.reads")
    wire = Wire(log)
    for call in wire.calls(TOOLS):
        name, given = called(call)
        if name == "transfer":
            add(ledger, str(given.get("amount")))
            os._exit(1)
        if name == "flaky_read":
            add(reads, "read")
            if lines(reads) % 2:
                os._exit(1)
        wire.result(call, text(f"{lines(ledger)} transfers"))


if __name__ == "__main__":
    main()
