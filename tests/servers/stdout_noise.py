"""Writes things that are no messages to stdout, and more of them each time the client answers back."""

from wire import Wire, arguments, dull_legacy, text, tool

BANNER = (
    b"Scripted server starting on stdio...\n\x1b[32mINFO\x1b[0m ready\n"
    b'{"status":200,"message":"Success","results":[],"duration":1189}\n'
    b"caf\xe9 \xff\xfe\n"
)
BARE = b'42\nnull\n"a string"\ntrue\n[1, 2]\n{"method":"GET","path":"/"}\n' + b"x" * 100_000 + b"\n"


def main() -> None:
    """Serves until the client hangs up."""
    wire = Wire(arguments(__doc__).parse_args().log)
    wire.raw(BANNER)
    for message in wire.messages():
        if "method" not in message:
            wire.note("stray", message=message)
            wire.raw(b'[debug] unexpected message, ignoring\n{"oops":true}\n')
            continue
        wire.raw(b"[debug] got " + message["method"].encode() + b"\n")
        if message["method"] == "tools/call":
            wire.raw(BARE + b'{"jsonrpc":"2.0"}\n')
            wire.result(message, text("ok"))
            wire.raw(b"[debug] done\n")
        elif reply := dull_legacy(message, [tool("echo")]):
            wire.send(reply)


if __name__ == "__main__":
    main()
