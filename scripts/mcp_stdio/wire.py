"""Carries messages between stdin, stdout and running calls; what they mean is decided elsewhere."""

import json
import logging
import os
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any, BinaryIO

from .protocol import (
    INVALID_REQUEST,
    PARSE_ERROR,
    Answer,
    Cancel,
    Run,
    decide,
    error,
    failed,
    is_id,
    read,
    result,
    succeeded,
)
from .tool import Call, Cancelled, Frame, Id, Server, ToolError

# How long quick calls may still take to answer once stdin has ended; a client kills after 2 s.
LAST_ANSWERS_SECONDS = 1.0

log = logging.getLogger("mcp")


@dataclass
class Running:
    """A call in its thread; `wanted` is off once the caller has cancelled it."""

    call: Call
    thread: threading.Thread
    wanted: bool = True


class Wire:
    """Owns stdout and the running calls; one lock for both, so a cancelled call stays silent."""

    def __init__(self, server: Server, out: BinaryIO) -> None:
        self._server = server
        self._out = out
        self._lock = threading.Lock()
        self._running: dict[Id, Running] = {}

    def send(self, frame: Frame) -> None:
        """Writes one line that belongs to no running call."""
        with self._lock:
            self._write(frame)

    def start(self, run: Run) -> None:
        """Runs a tool in its own thread, which does not keep the process alive."""
        call = Call(lambda done, total, message: self._progress(run, done, total, message))
        thread = threading.Thread(
            target=self._work, args=(run, call), name=run.tool.name, daemon=True
        )
        with self._lock:
            if run.id in self._running:
                self._write(
                    error(run.id, INVALID_REQUEST, "a request with this `id` is still running")
                )
                return
            self._running[run.id] = Running(call, thread)
        thread.start()

    def cancel(self, request: Any) -> None:
        """Stops a call, which then says nothing more; an unknown one is nothing to mind."""
        with self._lock:
            found = self._running.get(request) if is_id(request) else None
            if found:
                found.wanted = False
                found.call.cancel()

    def end(self) -> None:
        """Stops calls that wait, and gives those about to answer a moment to do so."""
        with self._lock:
            running = list(self._running.values())
        for one in running:
            one.call.cancel()
        deadline = time.monotonic() + LAST_ANSWERS_SECONDS
        for one in running:
            one.thread.join(max(0.0, deadline - time.monotonic()))

    def _work(self, run: Run, call: Call) -> None:
        """One call from start to answer; what a tool raises becomes an answer, never a crash."""
        began = time.monotonic()
        try:
            value, ending = self._outcome(run, call), "done"
        except Cancelled:
            value, ending = None, "cancelled"
        except ToolError as reason:
            value, ending = failed(str(reason)), "failed"
        except (Exception, SystemExit):
            log.exception("tool=%s broke", run.tool.name)
            value, ending = failed(f"`{run.tool.name}` broke; its log says where."), "broke"
        log.info("call tool=%s %s ms=%d", run.tool.name, ending, (time.monotonic() - began) * 1000)
        with self._lock:
            wanted = self._running.pop(run.id).wanted
            if wanted and value is not None:
                self._write(result(self._server, run.id, value, run.modern))

    def _outcome(self, run: Run, call: Call) -> Frame | None:
        """What the tool gave; a value that cannot be written is its fault, and is found here."""
        value = succeeded(run.tool.run(call, run.arguments), run.modern)
        encode(value)
        return value

    def _progress(self, run: Run, done: float, total: float | None, message: str) -> None:
        """One progress notification, if the caller asked for them and still waits."""
        if run.token is None:
            return
        params: Frame = {"progressToken": run.token, "progress": done}
        if total is not None:
            params["total"] = total
        if message:
            params["message"] = message
        with self._lock:
            if self._running[run.id].wanted:
                self._write(
                    {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}
                )

    def _write(self, frame: Frame) -> None:
        """One line; where nobody reads any more there is nobody to tell but the log."""
        try:
            self._out.write(encode(frame) + b"\n")
            self._out.flush()
        except BrokenPipeError:
            log.warning("stdout is closed, an answer is lost")


def encode(frame: Frame) -> bytes:
    """JSON in UTF-8; a lone surrogate becomes its escape, which reads back as the same."""
    line = json.dumps(frame, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return line.encode("utf-8", "backslashreplace")


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
    legacy = False
    for line in lines:
        if not line.strip():
            continue
        try:
            step = decide(server, read(line), legacy)
        except ValueError as reason:
            log.warning("not a message: %s", reason)
            step = Answer(error(None, PARSE_ERROR, f"not a JSON message: {reason}"))
        match step:
            case Answer(frame, opens_legacy):
                legacy = legacy or opens_legacy
                wire.send(frame)
            case Run():
                wire.start(step)
            case Cancel(request):
                wire.cancel(request)
            case None:
                pass


def main(server: Server) -> None:
    """Serves, then leaves at once: a thread that still holds stdout must not hold up the end."""
    status = serve(server)
    sys.stderr.flush()
    os._exit(status)
