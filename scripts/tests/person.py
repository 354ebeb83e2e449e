"""A client with a person: answers what a server asks, in either era, and keeps what was asked."""

from typing import Any

from talk import META, Talk

ASKS: dict[str, Any] = {"elicitation": {"form": {}, "url": {}}}
Result = dict[str, Any]


def accept(**content: Any) -> Result:
    """Yes, with these fields."""
    return {"action": "accept", "content": content}


DECLINE: Result = {"action": "decline"}
CANCEL: Result = {"action": "cancel"}


class LegacyPerson:
    """Answers requests of the server while the call waits."""

    def __init__(self, server: Talk) -> None:
        self.server = server
        self.asked: list[Any] = []
        server.initialize(**ASKS)

    def call(self, tool: str, arguments: dict[str, Any], *replies: Result) -> Result:
        """The result of a call whose questions get these replies, in order."""
        request = self.server.ask("tools/call", {"name": tool, "arguments": arguments})
        for reply in replies:
            self.reply(reply)
        result: Result = self.server.answer_to(request)["result"]
        return result

    def reply(self, reply: Result) -> None:
        """Answers the next message, which must be a question."""
        question = self.question()
        self.server.send({"jsonrpc": "2.0", "id": question["id"], "result": reply})

    def question(self) -> Any:
        """The next message, which must be a question."""
        question = self.server.read()
        assert question.get("method") == "elicitation/create", question
        self.asked.append(question["params"])
        return question


class ModernPerson:
    """Calls again with what was asked for."""

    def __init__(self, server: Talk, capabilities: Any = ASKS) -> None:
        self.server = server
        self.asked: list[Any] = []
        self.capabilities = capabilities

    def request(self, tool: str, arguments: dict[str, Any], **more: Any) -> Any:
        """The answer to one request."""
        meta = {f"{META}clientCapabilities": self.capabilities}
        return self.server.modern("tools/call", name=tool, arguments=arguments, _meta=meta, **more)

    def call(self, tool: str, arguments: dict[str, Any], *replies: Result) -> Result:
        """The result of a call whose questions get these replies, in order."""
        result: Result = self.request(tool, arguments)["result"]
        for reply in replies:
            responses = {self.key(result): reply}
            result = self.request(
                tool, arguments, requestState=result["requestState"], inputResponses=responses
            )["result"]
        assert result["resultType"] == "complete", result
        return result

    def key(self, result: Result) -> str:
        """The name of the one question in a result."""
        assert result["resultType"] == "input_required", result
        ((key, request),) = result["inputRequests"].items()
        assert request["method"] == "elicitation/create", request
        self.asked.append(request["params"])
        return str(key)


Person = LegacyPerson | ModernPerson
