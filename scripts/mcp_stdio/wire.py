"""Owns stdout and the running calls; what messages mean is decided elsewhere."""

import json
import logging
import threading
import time
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any, BinaryIO

from .asking import Frame, Question
from .elicitation import CannotAsk
from .frames import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    error,
    failed,
    input_required,
    lacks_capability,
    notification,
    question,
    result,
    succeeded,
)
from .protocol import Deliver, Run, is_id
from .rounds import Refused, Round, Rounds, Unanswered
from .speaking import LegacySpeech, ModernSpeech
from .tool import Call, Cancelled, Id, Server, ToolError

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
    """One lock for stdout and the running calls, so that a cancelled call stays silent."""

    def __init__(self, server: Server, out: BinaryIO) -> None:
        self._server = server
        self._out = out
        self._lock = threading.Lock()
        self._running: dict[Id, Running] = {}
        self._rounds = Rounds()
        # The open questions of the legacy era; modern ones end the call.
        self._asked: dict[Id, Call] = {}
        self._numbers = count(1)

    def send(self, frame: Frame) -> None:
        """Writes one line that belongs to no running call."""
        with self._lock:
            self._write(frame)

    def start(self, run: Run) -> None:
        """Runs a tool in its own thread, which does not keep the process alive."""
        with self._lock:
            if run.id in self._running:
                self._write(
                    error(run.id, INVALID_REQUEST, "a request with this `id` is still running")
                )
                return
            try:
                speech = self._speech(run)
            except Refused as reason:
                self._write(error(run.id, INVALID_PARAMS, str(reason)))
                return
            call = Call(speech)
            thread = threading.Thread(
                target=self._work, args=(run, call, speech), name=run.tool.name, daemon=True
            )
            self._running[run.id] = Running(call, thread)
        thread.start()

    def cancel(self, request: Any) -> None:
        """Stops a call, which then says nothing more; an unknown one is nothing to mind."""
        with self._lock:
            found = self._running.get(request) if is_id(request) else None
            if found:
                found.wanted = False
                found.call.cancel()

    def deliver(self, reply: Deliver) -> None:
        """Hands a reply to the call that asked; one that nobody waits for is passed over."""
        with self._lock:
            call = self._asked.pop(reply.id, None)
        if call:
            call.deliver(reply.message)

    def end(self) -> None:
        """Stops calls that wait, and gives those about to answer a moment to do so."""
        with self._lock:
            running = list(self._running.values())
        for one in running:
            one.call.cancel()
        deadline = time.monotonic() + LAST_ANSWERS_SECONDS
        for one in running:
            one.thread.join(max(0.0, deadline - time.monotonic()))

    def _speech(self, run: Run) -> LegacySpeech | ModernSpeech:
        """How a call speaks to its client; raises `Refused` for a retry that is not one."""
        logger = self._server.name if self._server.logs else None
        say = partial(self._say, run)
        if not run.modern:
            return LegacySpeech(run, logger, say, partial(self._put, run))
        if run.state is None:
            return ModernSpeech(run, logger, say, Round())
        before = self._rounds.take(run.state, run.tool.name, run.arguments)
        return ModernSpeech(run, logger, say, before)

    def _say(self, run: Run, frame: Frame) -> None:
        """Writes one line of a running call, if its caller still waits."""
        with self._lock:
            if self._running[run.id].wanted:
                self._write(frame)

    def _put(self, run: Run, call: Call, one: Question) -> Frame:
        """Sends a question of a legacy call, and waits for the reply."""
        name = f"elicit-{next(self._numbers)}"
        with self._lock:
            if not self._running[run.id].wanted:
                raise Cancelled
            self._asked[name] = call
            self._write(question(name, one))
        try:
            return call.receive()
        except Cancelled:
            with self._lock:
                if self._asked.pop(name, None):
                    self._write(notification("notifications/cancelled", {"requestId": name}))
            raise

    def _work(self, run: Run, call: Call, speech: LegacySpeech | ModernSpeech) -> None:
        """One call from start to answer."""
        began = time.monotonic()
        call.begin()
        frame, ending = self._ended(run, call, speech)
        log.info("call tool=%s %s ms=%d", run.tool.name, ending, (time.monotonic() - began) * 1000)
        with self._lock:
            wanted = self._running.pop(run.id).wanted
            if wanted and frame is not None:
                self._write(frame)

    def _ended(
        self, run: Run, call: Call, speech: LegacySpeech | ModernSpeech
    ) -> tuple[Frame | None, str]:
        """The answer and how it came about; what a tool raises is an answer, never a crash."""
        name = run.tool.name
        try:
            value, ending = self._outcome(run, call), "done"
            if speech.unanswered():
                value, ending = failed(f"`{name}` went on without its question's answer."), "broke"
        except Cancelled:
            return None, "cancelled"
        except Unanswered:
            value, ending = self._asks(run, speech.unanswered() or Round()), "asks"
        except CannotAsk as reason:
            if run.modern:
                return lacks_capability(run.id, reason), "failed"
            value, ending = failed(str(reason)), "failed"
        except ToolError as reason:
            value, ending = failed(str(reason)), "failed"
        except (Exception, SystemExit):
            log.exception("tool=%s broke", name)
            value, ending = failed(f"`{name}` broke; its log says where."), "broke"
        return result(self._server, run.id, value, run.modern), ending

    def _outcome(self, run: Run, call: Call) -> Frame:
        """What the tool gave; a value that cannot be written is its fault, and is found here."""
        value = succeeded(run.tool.run(call, run.arguments), run.modern)
        encode(value)
        return value

    def _asks(self, run: Run, ended: Round) -> Frame:
        """The result that asks to be called again; what was answered is kept until then."""
        state = self._rounds.keep(run.tool.name, run.arguments, ended)
        return input_required(ended, state)

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
