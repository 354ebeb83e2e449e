"""Reads messages from stdin until it ends, and passes each on; nothing else waits there."""

import logging
import os
import sys
from typing import BinaryIO

from .frames import PARSE_ERROR, error
from .protocol import Answer, Cancel, Client, Deliver, Run, decide, read
from .tool import Server
from .wire import Wire

log = logging.getLogger("mcp")


def serve(server: Server) -> int:
    """Answers messages until stdin ends; returns the exit status."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(message)s")
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # A stray `print` in a tool must not break the wire.
    wire = Wire(server, out)
    log.info(
        "ready server=%s version=%s python=%s", server.name, server.version, sys.version.split()[0]
    )
    try:
        _answer_lines(server, wire, sys.stdin.buffer)
    except KeyboardInterrupt:
        return 130
    wire.end()
    log.info("stdin ended, stopping")
    return 0


def _answer_lines(server: Server, wire: Wire, lines: BinaryIO) -> None:
    """Reads, decides and acts, line by line."""
    legacy: Client | None = None
    for line in lines:
        if not line.strip():
            continue
        try:
            step = decide(server, read(line), legacy)
        except ValueError as reason:
            log.warning("not a message: %s", reason)
            step = Answer(error(None, PARSE_ERROR, f"not a JSON message: {reason}"))
        match step:
            case Answer(frame, client):
                legacy = client or legacy
                wire.send(frame)
            case Run():
                wire.start(step)
            case Cancel(request):
                wire.cancel(request)
            case Deliver():
                wire.deliver(step)
            case None:
                pass


def main(server: Server) -> None:
    """Serves, then leaves at once: a thread that still holds stdout must not hold up the end."""
    status = serve(server)
    sys.stderr.flush()
    os._exit(status)
