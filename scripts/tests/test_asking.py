"""Shows what becomes of an open question: on a busy wire, when a call ends, and between rounds."""

import base64
import sys
import threading
import time
import unittest
from typing import Any

from person import ASKS, CANCEL, LegacyPerson, ModernPerson, accept
from talk import SCRIPTS, Talk

sys.path.insert(0, str(SCRIPTS))

from mcp_stdio.rounds import Refused, Round, Rounds  # noqa: E402

DEMO = "elicitation_demo_mcp.py"


class ALegacyQuestion(unittest.TestCase):
    """A call that waits for the person."""

    def setUp(self) -> None:
        self.server = Talk(DEMO)
        self.addCleanup(self.server.close)
        self.person = LegacyPerson(self.server)

    def start(self, action: str) -> tuple[int, Any]:
        """A call of `confirm`, and its question."""
        params = {"name": "confirm", "arguments": {"action": action}}
        return self.server.ask("tools/call", params), self.person.question()

    def answer(self, question: Any, **reply: Any) -> None:
        """What the client sends back."""
        self.server.send({"jsonrpc": "2.0", "id": question["id"], **reply})

    def test_what_comes_during_a_question_is_served(self) -> None:
        call, question = self.start("one")
        self.assertEqual(self.server.legacy("ping")["result"], {})
        self.assertEqual(len(self.server.legacy("tools/list")["result"]["tools"]), 5)
        result = self.person.call("confirm", {"action": "two"}, accept())
        self.assertEqual(result["content"][0]["text"], "Accepted: two.")
        self.answer(question, result={"action": "accept"})
        result = self.server.answer_to(call)["result"]
        self.assertEqual(result["content"][0]["text"], "Accepted: one.")

    def test_many_questions_are_open_at_once_and_each_gets_its_own_reply(self) -> None:
        opened = [self.start(str(n)) for n in range(50)]
        self.assertEqual(len({question["id"] for _, question in opened}), 50)
        for call, question in reversed(opened):
            self.answer(question, result={"action": "decline"})
            said = self.server.answer_to(call)["result"]["content"][0]["text"]
            self.assertEqual(said, f"Declined: {question['params']['message'][-3:-1].strip()}.")

    def test_a_cancelled_call_takes_its_question_back_and_says_nothing_more(self) -> None:
        call, question = self.start("one")
        cancel = {"requestId": call}
        self.server.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel})
        taken_back = self.server.read()
        self.assertEqual(taken_back["method"], "notifications/cancelled")
        self.assertEqual(taken_back["params"], {"requestId": question["id"]})
        self.answer(question, result={"action": "accept"})
        self.assertEqual(self.server.legacy("ping")["result"], {})
        self.server.close()
        self.assertEqual(self.server.left, b"")

    def test_the_end_of_stdin_ends_a_call_that_waits(self) -> None:
        self.start("one")
        status, logged = self.server.close()
        self.assertEqual(status, 0)
        self.assertNotIn("Traceback", logged)

    def test_a_client_that_fails_to_ask_is_quoted(self) -> None:
        for error, why in (
            ({"code": -32603, "message": "no display"}, "no display"),
            ({"code": 1}, "it did not say why"),
            ("odd", "it did not say why"),
        ):
            call, question = self.start("one")
            self.answer(question, error=error)
            result = self.server.answer_to(call)["result"]
            self.assertIs(result["isError"], True)
            said = result["content"][0]["text"]
            self.assertEqual(said, f"The client could not ask the person: {why}.")

    def test_a_second_reply_to_one_question_is_passed_over(self) -> None:
        call, question = self.start("one")
        self.answer(question, result={"action": "accept"})
        self.answer(question, result={"action": "decline"})
        said = self.server.answer_to(call)["result"]["content"][0]["text"]
        self.assertEqual(said, "Accepted: one.")
        self.assertEqual(self.server.legacy("ping")["result"], {})


class AClientThatCannotAsk(unittest.TestCase):
    """It is told at once, and no question is sent."""

    REFUSED = (
        "This tool must ask the person, and this client cannot: it does not declare the "
        "capability `elicitation` with `{}`."
    )

    def refusal(self, tool: str, capabilities: dict[str, Any]) -> Any:
        """The next message after a legacy call, which must answer it."""
        arguments = {"action": "x"} if tool == "confirm" else {}
        with Talk(DEMO) as server:
            server.initialize(**capabilities)
            return server.legacy("tools/call", name=tool, arguments=arguments)["result"]

    def test_a_legacy_call_fails_in_words(self) -> None:
        url_only: dict[str, Any] = {"elicitation": {"url": {}}}
        for tool, mode, capabilities in (
            ("confirm", "form", {}),
            ("confirm", "form", {"elicitation": None}),
            ("confirm", "form", url_only),
            ("open_url", "url", {}),
            ("open_url", "url", {"elicitation": {}}),
            ("open_url", "url", {"elicitation": {"form": {}}}),
        ):
            result = self.refusal(tool, capabilities)
            self.assertIs(result["isError"], True, capabilities)
            self.assertEqual(result["content"][0]["text"], self.REFUSED.format(mode))

    def test_a_modern_call_fails_with_the_capability_that_it_lacks(self) -> None:
        with Talk(DEMO) as server:
            # What was declared for the legacy era does not count.
            server.initialize(**ASKS)
            lacks: list[tuple[str, str, dict[str, Any]]] = [
                ("two_questions", "form", {}),
                ("open_url", "url", {"elicitation": {}}),
            ]
            for tool, mode, capabilities in lacks:
                person = ModernPerson(server, capabilities)
                error = person.request(tool, {})["error"]
                self.assertEqual(
                    (error["code"], error["message"]), (-32021, self.REFUSED.format(mode))
                )
                lacking: dict[str, Any] = {"requiredCapabilities": {"elicitation": {mode: {}}}}
                self.assertEqual(error["data"], lacking)

    def test_an_empty_declaration_means_forms(self) -> None:
        with Talk(DEMO) as server:
            person = ModernPerson(server, {"elicitation": {}})
            person.call("confirm", {"action": "x"}, accept())


class AModernRound(unittest.TestCase):
    """The state that a client holds between two rounds."""

    def setUp(self) -> None:
        self.server = Talk(DEMO)
        self.addCleanup(self.server.close)
        self.person = ModernPerson(self.server)

    def opened(self, tool: str = "confirm", **arguments: Any) -> str:
        """The state of a first round."""
        state = self.person.request(tool, arguments)["result"]["requestState"]
        return str(state)

    def refusal(self, state: Any, tool: str = "confirm", **arguments: Any) -> str:
        """The words with which a retry is refused."""
        replies = {"elicit-1": accept()}
        answer = self.person.request(tool, arguments, requestState=state, inputResponses=replies)
        self.assertEqual(answer["error"]["code"], -32602, answer)
        return str(answer["error"]["message"])

    def test_questions_are_named_by_their_place_and_a_retry_has_a_new_state(self) -> None:
        first = self.person.request("two_questions", {})["result"]
        self.assertEqual(list(first["inputRequests"]), ["elicit-1"])
        second = self.person.request(
            "two_questions",
            {},
            requestState=first["requestState"],
            inputResponses={"elicit-1": accept(city="Ulm")},
        )["result"]
        self.assertEqual(list(second["inputRequests"]), ["elicit-2"])
        self.assertNotEqual(first["requestState"], second["requestState"])

    def test_a_state_holds_no_answer(self) -> None:
        first = self.opened("two_questions")
        second = self.person.request(
            "two_questions",
            {},
            requestState=first,
            inputResponses={"elicit-1": accept(city="canary-city")},
        )["result"]["requestState"]
        opened = base64.urlsafe_b64decode(second)
        self.assertNotIn(b"canary", opened)
        self.assertEqual(len(opened), 16 + 8 + 32, "a name, an expiry and a seal")

    def test_a_state_that_was_changed_is_refused_and_the_true_one_still_counts(self) -> None:
        state = self.opened(action="one")
        sealed = base64.urlsafe_b64decode(state)
        for at in (0, 20, len(sealed) - 1):
            changed = bytearray(sealed)
            changed[at] ^= 1
            forged = base64.urlsafe_b64encode(changed).decode()
            self.assertIn("not one of ours", self.refusal(forged, action="one"))
        for forged in ("", "x", "ü", state[:-4], f"{state}AAAA", "*" * 76):
            self.assertIn("not one of ours", self.refusal(forged, action="one"))
        self.assertEqual(self.refusal(7, action="one"), "`requestState` must be a string")
        replies = {"elicit-1": accept()}
        answer = self.person.request(
            "confirm", {"action": "one"}, requestState=state, inputResponses=replies
        )
        self.assertEqual(answer["result"]["content"][0]["text"], "Accepted: one.")

    def test_a_state_is_for_one_tool_with_one_set_of_arguments(self) -> None:
        state = self.opened(action="water the plants")
        self.assertIn("other arguments", self.refusal(state, action="sell the house"))
        self.assertIn("other arguments", self.refusal(state, "two_questions"))

    def test_a_state_is_for_one_process(self) -> None:
        with Talk(DEMO) as other:
            state = ModernPerson(other).request("confirm", {"action": "one"})["result"]
        self.assertIn("not one of ours", self.refusal(state["requestState"], action="one"))

    def test_a_state_counts_once(self) -> None:
        state = self.opened(action="one")
        replies = {"elicit-1": accept()}
        self.person.request(
            "confirm", {"action": "one"}, requestState=state, inputResponses=replies
        )
        self.assertIn("used before", self.refusal(state, action="one"))

    def test_a_retry_without_the_reply_asks_again(self) -> None:
        for responses in ({}, None, {"elicit-2": accept(), "other": 7}):
            state = self.opened(action="one")
            again = self.person.request(
                "confirm", {"action": "one"}, requestState=state, inputResponses=responses
            )["result"]
            self.assertEqual(list(again["inputRequests"]), ["elicit-1"], responses)
            replies = {"elicit-1": CANCEL, "other": 7}
            done = self.person.request(
                "confirm",
                {"action": "one"},
                requestState=again["requestState"],
                inputResponses=replies,
            )["result"]
            self.assertEqual(done["content"][0]["text"], "Closed without an answer: one.")

    def test_replies_without_a_state_answer_nothing(self) -> None:
        answer = self.person.request(
            "confirm", {"action": "one"}, inputResponses={"elicit-1": accept()}
        )
        self.assertEqual(answer["result"]["resultType"], "input_required")

    def test_replies_that_are_no_object_are_refused(self) -> None:
        state = self.opened(action="one")
        answer = self.person.request(
            "confirm", {"action": "one"}, requestState=state, inputResponses=[]
        )
        self.assertEqual(answer["error"]["message"], "`inputResponses` must be an object")

    def test_calls_between_rounds_do_not_mix(self) -> None:
        states = {n: self.opened(action=str(n)) for n in range(20)}
        for n, state in reversed(states.items()):
            answer = self.person.request(
                "confirm",
                {"action": str(n)},
                requestState=state,
                inputResponses={"elicit-1": accept()},
            )
            self.assertEqual(answer["result"]["content"][0]["text"], f"Accepted: {n}.")

    def test_no_server_request_is_ever_sent_in_the_modern_era(self) -> None:
        self.opened(action="one")
        self.server.close()
        self.assertEqual(self.server.left, b"")

    def test_the_legacy_era_knows_no_retry(self) -> None:
        state = self.opened(action="one")
        LegacyPerson(self.server)
        arguments = {"action": "one"}
        params = {"name": "confirm", "arguments": arguments, "requestState": state}
        self.server.ask("tools/call", params | {"inputResponses": {"elicit-1": accept()}})
        self.assertEqual(self.server.read()["method"], "elicitation/create")


class AnAuthorsSlips(unittest.TestCase):
    """What a tool's author can get wrong about asking, and what is said of it."""

    def setUp(self) -> None:
        self.server = Talk("tests/odd_server.py")
        self.addCleanup(self.server.close)

    def test_a_question_that_changes_between_rounds_is_refused(self) -> None:
        person = ModernPerson(self.server)
        result = person.call("changes_its_question", {}, accept())
        told = "This tool asks something else than before; call it again from the start."
        self.assertEqual((result["content"][0]["text"], result["isError"]), (told, True))

    def test_an_ordinary_except_does_not_catch_the_end_of_a_round(self) -> None:
        result = ModernPerson(self.server).call("catches_exceptions", {}, accept())
        self.assertEqual(result["content"][0]["text"], "accept")

    def test_a_tool_that_swallows_the_end_of_a_round_is_found_out(self) -> None:
        result = ModernPerson(self.server).request("swallows_everything", {})["result"]
        told = "`swallows_everything` went on without its question's answer."
        self.assertEqual((result["content"][0]["text"], result["isError"]), (told, True))

    def test_only_the_thread_that_runs_a_tool_may_ask(self) -> None:
        told = "A tool may ask only in the thread that runs it."
        result = ModernPerson(self.server).call("asks_elsewhere", {})
        self.assertEqual(result["content"][0]["text"], told)
        result = LegacyPerson(self.server).call("asks_elsewhere", {})
        self.assertEqual(result["content"][0]["text"], told)


class Kept(unittest.TestCase):
    """How long, and how much, is kept between rounds."""

    def setUp(self) -> None:
        self.now = 1000.0
        self.rounds = Rounds(lambda: self.now)

    def test_a_state_is_good_for_ten_minutes(self) -> None:
        state = self.rounds.keep("t", {}, Round())
        self.now += 599
        self.assertEqual(self.rounds.take(state, "t", {}), Round())
        state = self.rounds.keep("t", {}, Round())
        self.now += 600
        with self.assertRaisesRegex(Refused, "older than 600 s"):
            self.rounds.take(state, "t", {})

    def test_answers_that_nobody_comes_back_for_are_forgotten(self) -> None:
        oldest = self.rounds.keep("t", {}, Round())
        for _ in range(1000):
            self.rounds.keep("t", {}, Round())
        self.assertEqual(self.rounds.kept, 1000)
        with self.assertRaises(Refused):
            self.rounds.take(oldest, "t", {})
        self.now += 601
        self.rounds.keep("t", {}, Round())
        self.assertEqual(self.rounds.kept, 1)

    def test_they_are_forgotten_even_if_nobody_ever_calls_again(self) -> None:
        rounds, before = Rounds(seconds=1), threading.active_count()
        for _ in range(50):
            rounds.keep("t", {}, Round())
        self.assertLessEqual(threading.active_count(), before + 1, "one of them sweeps for all")
        until = time.monotonic() + 20
        while rounds.kept and time.monotonic() < until:
            time.sleep(0.05)
        self.assertEqual(rounds.kept, 0)

    def test_what_was_taken_is_not_kept_any_more(self) -> None:
        state = self.rounds.keep("t", {}, Round())
        self.rounds.take(state, "t", {})
        self.assertEqual(self.rounds.kept, 0)


if __name__ == "__main__":
    unittest.main()
