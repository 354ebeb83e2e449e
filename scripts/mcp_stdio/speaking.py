"""How a running call speaks to its client: progress, log messages and questions, in either era."""

from collections.abc import Callable
from typing import Any

from .asking import Frame, Question, Reply
from .elicitation import CannotAsk, mode_of, read_reply
from .frames import notification
from .protocol import LEVELS, Run
from .rounds import Round, Unanswered
from .tool import Call, Level, ToolError

Say = Callable[[Frame], None]
Put = Callable[[Call, Question], Frame]


class Speech:
    """What is the same in both eras."""

    def __init__(self, run: Run, logger: str | None, say: Say) -> None:
        self._run = run
        self._logger = logger
        self._say = say

    def report(self, done: float, total: float | None, message: str) -> None:
        """One progress notification, if the caller asked for them."""
        if self._run.token is None:
            return
        params: Frame = {"progressToken": self._run.token, "progress": done}
        if total is not None:
            params["total"] = total
        if message:
            params["message"] = message
        self._say(notification("notifications/progress", params))

    def note(self, level: Level, data: Any) -> None:
        """One log message, if the server has a logger and the client wants ones of this weight."""
        wanted = self._run.client.level
        if self._logger is None or wanted is None or LEVELS.index(level) < LEVELS.index(wanted):
            return
        params = {"level": level, "logger": self._logger, "data": data}
        self._say(notification("notifications/message", params))

    def _check_mode(self, question: Question) -> None:
        """Refuses what this client does not declare."""
        mode = mode_of(question)
        if mode not in self._run.client.modes:
            raise CannotAsk(mode)


class LegacySpeech(Speech):
    """A question is a request to the client; the call waits for the reply in its thread."""

    def __init__(self, run: Run, logger: str | None, say: Say, put: Put) -> None:
        super().__init__(run, logger, say)
        self._put = put

    def ask(self, call: Call, question: Question) -> Reply:
        """Sends the question and waits."""
        self._check_mode(question)
        message = self._put(call, question)
        if "error" in message:
            told = message["error"].get("message") if isinstance(message["error"], dict) else None
            raise ToolError(f"The client could not ask the person: {told or 'it did not say why'}.")
        return read_reply(question, message.get("result"))

    def brought(self) -> Question | None:
        """A legacy call is run once."""
        return None

    def unanswered(self) -> Round | None:
        """A legacy call never ends with a question."""
        return None


class ModernSpeech(Speech):
    """A question ends the run; the retry brings the reply, and memory has the earlier ones."""

    def __init__(self, run: Run, logger: str | None, say: Say, before: Round) -> None:
        super().__init__(run, logger, say)
        self._answered = before.answered
        self._open = before.open
        self._at = 0
        self._unanswered: Round | None = None

    def ask(self, _call: Call, question: Question) -> Reply:
        """The reply by its position; the first question without one ends the run."""
        self._check_mode(question)
        if self._at == len(self._answered):
            self._add(question)
        asked, reply = self._answered[self._at]
        _check_same(asked, question)
        self._at += 1
        return reply

    def brought(self) -> Question | None:
        """The next question that has its reply already."""
        if self._at < len(self._answered):
            return self._answered[self._at][0]
        here = Round(self._answered, self._open)
        return self._open if here.key in (self._run.responses or {}) else None

    def unanswered(self) -> Round | None:
        """The question that ended the run, if one did."""
        return self._unanswered

    def _add(self, question: Question) -> None:
        """Takes the reply that this retry brought; without one there is nothing more to do."""
        responses = self._run.responses or {}
        here = Round(self._answered, question)
        if self._open is None or here.key not in responses:
            self._unanswered = here
            raise Unanswered
        asked, self._open = self._open, None
        _check_same(asked, question)
        self._answered += ((question, read_reply(question, responses[here.key])),)


def _check_same(asked: Question, question: Question) -> None:
    """A reply counts only for the question that the person saw."""
    if asked != question:
        raise ToolError("This tool asks something else than before; call it again from the start.")
