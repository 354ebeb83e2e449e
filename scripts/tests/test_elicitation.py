"""Shows that the demo's questions reach a person in both eras, and that all answers come back."""

import json
import unittest
from collections.abc import Callable
from functools import wraps
from typing import Any

from person import CANCEL, DECLINE, LegacyPerson, ModernPerson, Person, Result, accept
from talk import Talk

DEMO = "elicitation_demo_mcp.py"
SECRET = "canary-4711 ü"
PROFILE: dict[str, Any] = {
    "name": "Ada",
    "email": "ada@lovelace.example",
    "age": 36,
    "newsletter": True,
    "colour": "#b45309",
    "days": ["tu", "fr"],
    "start": "2026-07-28",
}


def words(result: Result) -> str:
    """The text of a result."""
    return str(result["content"][0]["text"])


def in_both_eras(test: Callable[[Any, Person], None]) -> Callable[[Any], None]:
    """Runs a test twice, each time with a person at a fresh server."""

    @wraps(test)
    def run(case: unittest.TestCase) -> None:
        for era in (LegacyPerson, ModernPerson):
            with case.subTest(era.__name__), Talk(DEMO) as server:
                test(case, era(server))

    return run


class Questions(unittest.TestCase):
    """The same in both eras."""

    @in_both_eras
    def test_a_secret_is_asked_for_in_a_masked_field_and_only_its_length_is_told(
        self, person: Person
    ) -> None:
        result = person.call("ask_secret", {"label": "API key"}, accept(secret=SECRET))
        self.assertEqual(words(result), "Got a secret of 13 characters.")
        schema = person.asked[0]["requestedSchema"]
        masked = {"type": "string", "title": "API key", "format": "password"}
        self.assertEqual(schema["properties"], {"secret": masked | {"minLength": 1}})
        self.assertEqual(schema["required"], ["secret"])
        self.assertEqual(person.asked[0]["mode"], "form")
        _, logged = person.server.close()
        self.assertNotIn("canary", json.dumps(result) + logged)

    @in_both_eras
    def test_a_yes_a_no_and_a_closed_dialog_are_told_apart(self, person: Person) -> None:
        expected = {
            "Accepted: water the plants.": accept(),
            "Declined: water the plants.": DECLINE,
            "Closed without an answer: water the plants.": CANCEL,
        }
        for told, reply in expected.items():
            result = person.call("confirm", {"action": "water the plants"}, reply)
            self.assertEqual((words(result), result["isError"]), (told, False))
        empty = {"type": "object", "properties": {}}
        self.assertEqual(person.asked[0]["requestedSchema"], empty)

    @in_both_eras
    def test_a_refused_secret_is_no_error(self, person: Person) -> None:
        for reply, told in ((DECLINE, "declined"), (CANCEL, "closed the question")):
            result = person.call("ask_secret", {"label": "x"}, reply)
            self.assertEqual(words(result), f"The person {told}; there is no secret.")

    @in_both_eras
    def test_a_form_gives_back_values_of_its_types_as_text_and_as_structure(
        self, person: Person
    ) -> None:
        result = person.call("profile", {}, accept(**PROFILE))
        expected = {"action": "accept", "profile": PROFILE}
        self.assertEqual(json.loads(words(result)), expected)
        self.assertEqual(result["structuredContent"], expected)
        schema = person.asked[0]["requestedSchema"]
        self.assertEqual(schema["required"], ["name", "email", "age"])
        kinds = [field["type"] for field in schema["properties"].values()]
        self.assertEqual(kinds, "string string integer boolean string array string".split())

    @in_both_eras
    def test_fields_left_empty_are_absent_and_unknown_ones_are_passed_over(
        self, person: Person
    ) -> None:
        few = {"name": "Ada", "email": "a@b", "age": 36.0}
        result = person.call("profile", {}, accept(**few, start=None, extra="x"))
        self.assertEqual(result["structuredContent"]["profile"], few)
        result = person.call("profile", {}, DECLINE)
        self.assertEqual(result["structuredContent"], {"action": "decline", "profile": {}})

    @in_both_eras
    def test_a_value_that_does_not_fit_is_named(self, person: Person) -> None:
        wrong: dict[str, dict[str, Any]] = {
            "`name` is missing.": {"name": None},
            "`name` must have 2 characters or more.": {"name": "x"},
            "`email` must be an address such as ada@lovelace.example.": {"email": "ada"},
            "`age` must be 18 or more, not 17.": {"age": 17},
            "`age` must be an integer, not a string.": {"age": "36"},
            "`colour` must be one of #0f766e, #b45309, #84448c, not 'Teal'.": {"colour": "Teal"},
            "`days` must have 1 or more items, not 0.": {"days": []},
            "`days` must have 3 or fewer items, not 4.": {"days": ["mo", "tu", "we", "th"]},
            "`days[1]` must be one of mo, tu, we, th, fr, not 'su'.": {"days": ["mo", "su"]},
            "`start` must be a date such as 2026-07-28.": {"start": "2026-02-30"},
        }
        for told, change in wrong.items():
            result = person.call("profile", {}, accept(**{**PROFILE, **change}))
            self.assertEqual(words(result), f"The answer does not fit the form: {told}")
            self.assertIs(result["isError"], True)

    @in_both_eras
    def test_an_address_is_shown_whole_and_only_the_legacy_era_names_the_question(
        self, person: Person
    ) -> None:
        result = person.call("open_url", {}, {"action": "accept"})
        url = "https://example.com/steward-demo"
        self.assertEqual(words(result), f"The person agreed to open {url}.")
        asked = dict(person.asked[0])
        named = asked.pop("elicitationId", None)
        self.assertEqual(named is not None, isinstance(person, LegacyPerson))
        told = "The demo would like to show you a page."
        self.assertEqual(asked, {"mode": "url", "message": told, "url": url})
        result = person.call("open_url", {"url": "https://example.com/x"}, DECLINE)
        self.assertEqual(
            words(result), "The person declined; https://example.com/x was not opened."
        )

    @in_both_eras
    def test_two_questions_come_one_after_the_other(self, person: Person) -> None:
        result = person.call("two_questions", {}, accept(city="Ulm"), accept(nights=3))
        self.assertEqual(result["structuredContent"], {"city": "Ulm", "nights": 3})
        self.assertEqual(person.asked[1]["message"], "Second question: how long in Ulm?")
        result = person.call("two_questions", {}, accept(city="Ulm"), CANCEL)
        told = "The person closed the question at the second question."
        self.assertEqual(words(result), told)
        result = person.call("two_questions", {}, DECLINE)
        self.assertEqual(words(result), "The person declined at the first question.")

    @in_both_eras
    def test_a_reply_that_is_none_ends_the_call_in_words(self, person: Person) -> None:
        no_action = "The client answered the question with no action that there is."
        no_object = "The client answered the form with something that is no object."
        replies: tuple[Result, ...] = ({}, {"action": "maybe"}, {"action": None})
        for reply in replies:
            result = person.call("ask_secret", {"label": "x"}, reply)
            self.assertEqual((words(result), result["isError"]), (no_action, True))
        odd = {"action": "accept", "content": "hunter2"}
        self.assertEqual(words(person.call("ask_secret", {"label": "x"}, odd)), no_object)


class TheLeak(unittest.TestCase):
    """The switch for tests of redaction."""

    SPELLINGS = (
        SECRET,
        "Y2FuYXJ5LTQ3MTEgw7w=",
        "63616e6172792d3437313120c3bc",
        "canary-4711%20%C3%BC",
        "ü 1174-yranac",
    )

    def test_with_the_switch_every_way_out_has_every_spelling(self) -> None:
        for label in ("key", "error key"):
            with Talk(DEMO, "--leak") as server, self.subTest(label):
                person = LegacyPerson(server)
                params = {"name": "ask_secret", "arguments": {"label": label}}
                request = server.ask("tools/call", params | {"_meta": {"progressToken": "p"}})
                person.reply(accept(secret=SECRET))
                log, progress, answer = server.read(), server.read(), server.answer_to(request)
                _, stderr = server.close()
                self.assertEqual(log["method"], "notifications/message")
                self.assertEqual(progress["method"], "notifications/progress")
                result = answer["result"]
                self.assertIs(result["isError"], label.startswith("error"))
                ways = {
                    "log": json.dumps(log, ensure_ascii=False),
                    "progress": progress["params"]["message"],
                    "text": words(result),
                    "stderr": stderr,
                }
                if not result["isError"]:
                    ways["structure"] = json.dumps(result["structuredContent"], ensure_ascii=False)
                for way, said in ways.items():
                    for spelling in self.SPELLINGS:
                        self.assertIn(spelling, said, way)

    def test_log_messages_come_only_where_they_are_wanted(self) -> None:
        with Talk(DEMO, "--leak") as server:
            person = LegacyPerson(server)
            self.assertEqual(server.legacy("logging/setLevel", level="error")["result"], {})
            # The next message is the answer, not a warning in the log.
            person.call("ask_secret", {"label": "x"}, accept(secret=SECRET))
            ModernPerson(server).call("ask_secret", {"label": "x"}, accept(secret=SECRET))
            refused = server.legacy("logging/setLevel", level="loud")["error"]
            self.assertEqual(refused["code"], -32602)

    def test_without_the_switch_there_is_no_logging_at_all(self) -> None:
        with Talk(DEMO) as server:
            self.assertNotIn("logging", server.initialize()["capabilities"])
            error = server.legacy("logging/setLevel", level="debug")["error"]
            self.assertEqual(error["code"], -32601)
        with Talk(DEMO, "--leak") as server:
            self.assertIn("logging", server.initialize()["capabilities"])


if __name__ == "__main__":
    unittest.main()
