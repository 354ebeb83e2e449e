"""Writes far more to stderr than a pipe holds, in unpleasant forms, before it answers anything."""

import sys

from wire import Wire, arguments, called, dull_legacy, text, tool

KINDS = ("lines", "no_newline", "carriage", "ugly", "quiet")
UGLY = (
    b"\x1b[2J\x1b]0;owned\x07\x1b[31m"
    + b"\xff\xfe\x00" * 10
    + "\u202e\U000e0041".encode()
    + b"<img src=x onerror=alert(1)>\n"
)


def flood(kind: str, size: int) -> bytes:
    """About `size` bytes of one kind."""
    match kind:
        case "lines":
            return b"".join(b"DEBUG worker %06d " % n + b"." * 80 + b"\n" for n in range(size // 100))
        case "no_newline":
            return b"#" * size
        case "carriage":
            return b"".join(b"\rfetching packages: %8d of 999999" % n for n in range(size // 36))
        case "ugly":
            return UGLY * (size // len(UGLY))
    return b""


def main() -> None:
    """Serves until the client hangs up."""
    wire = Wire(arguments(__doc__).parse_args().log)
    write = sys.stderr.buffer.write
    write(flood("no_newline", 256 << 10))
    for message in wire.messages():
        write(flood("lines", 128 << 10))
        if message.get("method") == "tools/call":
            write(flood(called(message)[0], 12 << 20))
            wire.result(message, text("ok"))
        elif reply := dull_legacy(message, [tool(kind) for kind in KINDS]):
            wire.send(reply)
        sys.stderr.buffer.flush()


if __name__ == "__main__":
    main()
