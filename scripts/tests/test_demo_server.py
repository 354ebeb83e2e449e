"""Shows that the demo server keeps to both eras, and that each tool gives what it says."""

import base64
import json
import struct
import unittest
import zlib
from typing import Any

from talk import META, Talk


class DemoTest(unittest.TestCase):
    """A fresh server for each test."""

    def setUp(self) -> None:
        self.server = Talk("demo_server.py")
        self.addCleanup(self.server.close)

    def call(self, tool: str, **arguments: Any) -> Any:
        """The result of one call of the legacy era."""
        return self.server.legacy("tools/call", name=tool, arguments=arguments)["result"]


class TheTwoEras(DemoTest):
    """Handshake, discovery, and what each refuses."""

    def test_an_older_client_gets_the_version_it_asked_for(self) -> None:
        client = {"name": "old", "version": "0"}
        answer = self.server.legacy(
            "initialize", protocolVersion="2024-11-05", capabilities={}, clientInfo=client
        )
        self.assertEqual(answer["result"]["protocolVersion"], "2024-11-05")

    def test_a_handshake_with_an_unknown_version_is_answered_with_our_newest_legacy_one(
        self,
    ) -> None:
        answer = self.server.legacy("initialize", protocolVersion="1900-01-01", capabilities={})
        self.assertEqual(answer["result"]["protocolVersion"], "2025-11-25")

    def test_discovery_names_the_version_and_the_server(self) -> None:
        result = self.server.modern("server/discover")["result"]
        self.assertEqual(result["resultType"], "complete")
        self.assertEqual(result["supportedVersions"], ["2026-07-28"])
        self.assertEqual(result["_meta"][f"{META}serverInfo"]["name"], "steward-demo")
        self.assertGreater(result["ttlMs"], 0)

    def test_a_version_from_the_future_is_refused_with_the_versions_we_speak(self) -> None:
        error = self.server.modern("tools/list", version="2099-01-01")["error"]
        self.assertEqual(error["code"], -32022)
        self.assertEqual(error["data"]["requested"], "2099-01-01")
        self.assertEqual(error["data"]["supported"][:2], ["2026-07-28", "2025-11-25"])

    def test_a_request_before_any_handshake_and_without_meta_is_refused(self) -> None:
        self.assertEqual(self.server.legacy("tools/list")["error"]["code"], -32602)

    def test_a_modern_request_without_capabilities_is_refused(self) -> None:
        meta = {f"{META}protocolVersion": "2026-07-28"}
        error = self.server.legacy("tools/list", _meta=meta)["error"]
        self.assertEqual(error["code"], -32602)
        self.assertIn("clientCapabilities", error["message"])

    def test_both_eras_may_share_one_process(self) -> None:
        self.server.initialize()
        modern = self.server.modern("tools/list")["result"]
        legacy = self.server.legacy("tools/list")["result"]
        self.assertEqual([t["name"] for t in modern["tools"]], [t["name"] for t in legacy["tools"]])
        self.assertNotIn("resultType", legacy)

    def test_only_the_modern_era_is_told_of_output_that_is_an_array(self) -> None:
        self.server.initialize()
        listed = {t["name"]: t for t in self.server.modern("tools/list")["result"]["tools"]}
        self.assertEqual(listed["table"]["outputSchema"]["type"], "array")
        listed = {t["name"]: t for t in self.server.legacy("tools/list")["result"]["tools"]}
        self.assertNotIn("outputSchema", listed["table"])
        self.assertNotIn("structuredContent", self.call("table", rows=1))
        answer = self.server.modern("tools/call", name="table", arguments={"rows": 1})
        self.assertEqual(answer["result"]["structuredContent"][0]["no"], 1)


class TheWire(DemoTest):
    """What must not upset the server, and what it must never do."""

    def setUp(self) -> None:
        super().setUp()
        self.server.initialize()

    def test_ping_is_answered_while_a_call_runs(self) -> None:
        self.server.ask("tools/call", {"name": "slow", "arguments": {"seconds": 600}})
        self.assertEqual(self.server.legacy("ping")["result"], {})

    def test_a_notification_is_never_answered(self) -> None:
        self.server.send({"jsonrpc": "2.0", "method": "notifications/unheard-of"})
        self.server.send({"jsonrpc": "2.0", "method": "tools/list"})
        self.assertEqual(self.server.legacy("ping")["result"], {})

    def test_an_answer_to_a_question_nobody_asked_is_passed_over(self) -> None:
        self.server.send({"jsonrpc": "2.0", "id": 77, "result": {}})
        self.assertEqual(self.server.legacy("ping")["result"], {})

    def test_lines_that_are_no_message_get_an_error_and_the_next_is_served(self) -> None:
        for line in (b"{", b"\xff\xfe", b'{"a":NaN}', b"[" * 100_000):
            self.server.write(line)
            self.assertEqual(self.server.read()["error"]["code"], -32700, line[:20])
        for line in (b"[]", b"7", b'{"jsonrpc":"2.0","id":null,"method":"ping"}'):
            self.server.write(line)
            self.assertEqual(self.server.read()["error"]["code"], -32600, line)
        self.assertEqual(self.server.legacy("ping")["result"], {})

    def test_an_unknown_method_and_an_unknown_tool_are_protocol_errors(self) -> None:
        self.assertEqual(self.server.legacy("prompts/list")["error"]["code"], -32601)
        error = self.server.legacy("tools/call", name="nonesuch")["error"]
        self.assertEqual((error["code"], error["message"]), (-32602, "Unknown tool: nonesuch"))

    def test_a_cursor_that_is_not_ours_is_refused(self) -> None:
        self.assertEqual(self.server.legacy("tools/list", cursor="")["error"]["code"], -32602)

    def test_an_id_in_use_is_refused(self) -> None:
        first = self.server.ask("tools/call", {"name": "slow", "arguments": {"seconds": 600}})
        again = {"name": "greet", "arguments": {"name": "Ada"}}
        self.server.send({"jsonrpc": "2.0", "id": first, "method": "tools/call", "params": again})
        self.assertEqual(self.server.read()["error"]["code"], -32600)

    def test_the_end_of_stdin_ends_the_server_even_during_a_call(self) -> None:
        self.server.ask("tools/call", {"name": "slow", "arguments": {"seconds": 600}})
        status, logged = self.server.close()
        self.assertEqual(status, 0)
        self.assertNotIn("Traceback", logged)

    def test_a_quick_call_is_still_answered_after_the_end_of_stdin(self) -> None:
        self.server.ask("tools/call", {"name": "greet", "arguments": {"name": "Ada"}})
        self.server.close()
        self.assertIn(b"Hello, Ada", self.server.left)

    def test_what_is_logged_names_the_tool_and_never_its_arguments(self) -> None:
        self.call("greet", name="canary-4711")
        _, logged = self.server.close()
        self.assertIn("tool=greet", logged)
        self.assertNotIn("canary-4711", logged)


class Arguments(DemoTest):
    """The wrong argument is named, in a result that a model can read."""

    def setUp(self) -> None:
        super().setUp()
        self.server.initialize()

    def refusal(self, tool: str, **arguments: Any) -> str:
        """The words of a call that was refused."""
        result = self.call(tool, **arguments)
        self.assertIs(result["isError"], True)
        return str(result["content"][0]["text"])

    def test_a_missing_one_is_named(self) -> None:
        self.assertEqual(self.refusal("greet"), "`name` is missing.")

    def test_one_of_the_wrong_type_is_named_with_both_types(self) -> None:
        cases: dict[str, tuple[str, dict[str, Any]]] = {
            "`name` must be a string, not an integer.": ("greet", {"name": 7}),
            "`name` must be a string, not null.": ("greet", {"name": None}),
            "`rows` must be an integer, not a boolean.": ("table", {"rows": True}),
            "`rows` must be an integer, not a number.": ("table", {"rows": 2.5}),
            "`seconds` must be a number, not a string.": ("slow", {"seconds": "2"}),
        }
        for words, (tool, arguments) in cases.items():
            self.assertEqual(self.refusal(tool, **arguments), words)

    def test_one_out_of_range_or_unknown_says_what_would_fit(self) -> None:
        self.assertEqual(
            self.refusal("picture", width=5000), "`width` must be 1024 or less, not 5000."
        )
        self.assertIn("teal, amber", self.refusal("picture", colour="octarine"))
        self.assertEqual(self.refusal("greet", name=""), "`name` must not be empty.")
        self.assertEqual(self.refusal("table", row=1), "There is no argument `row`. Known: `rows`.")

    def test_a_whole_float_counts_as_an_integer(self) -> None:
        self.assertEqual(len(json.loads(self.call("table", rows=3.0)["content"][0]["text"])), 3)


class Tools(DemoTest):
    """Each tool gives what its description says."""

    def setUp(self) -> None:
        super().setUp()
        self.server.initialize()

    def test_greet_keeps_every_character_of_the_name(self) -> None:
        for name in ("Zoë", "李", "a\nb", "🪴", "\ud800"):
            self.assertIn(name, self.call("greet", name=name)["content"][0]["text"])

    def test_word_count_gives_the_same_value_as_text_and_as_structure(self) -> None:
        result = self.call("word_count", text="One fish, two fish.\nRed fish")
        counted = result["structuredContent"]
        self.assertEqual((counted["words"], counted["lines"], counted["characters"]), (6, 2, 28))
        self.assertEqual(counted["most_frequent"][0], {"word": "fish", "times": 3})
        self.assertEqual(json.loads(result["content"][0]["text"]), counted)

    def test_word_count_of_nothing_is_zero(self) -> None:
        counted = self.call("word_count", text="")["structuredContent"]
        self.assertEqual(
            (counted["words"], counted["longest"], counted["most_frequent"]), (0, "", [])
        )

    def test_table_rows_all_have_the_same_keys(self) -> None:
        rows = json.loads(self.call("table", rows=20)["content"][0]["text"])
        self.assertEqual(len(rows), 20)
        self.assertEqual({tuple(row) for row in rows}, {tuple(rows[0])})

    def test_picture_is_a_png_of_the_size_asked_for_in_the_colour_asked_for(self) -> None:
        content = self.call("picture", width=64, height=40, colour="plum")["content"][0]
        self.assertEqual((content["type"], content["mimeType"]), ("image", "image/png"))
        png = base64.b64decode(content["data"], validate=True)
        self.assertEqual(struct.unpack(">II", png[16:24]), (64, 40))
        start = png.index(b"IDAT") + 4
        length = struct.unpack(">I", png[start - 8 : start - 4])[0]
        rows = zlib.decompress(png[start : start + length])
        self.assertEqual(len(rows), 40 * (1 + 3 * 64))
        self.assertIn(bytes((132, 68, 140)), rows, "the curve is drawn in plum")

    def test_fail_is_a_result_and_not_a_protocol_error(self) -> None:
        result = self.call("fail", message="The kettle is cold.")
        expected = {"content": [{"type": "text", "text": "The kettle is cold."}], "isError": True}
        self.assertEqual(result, expected)

    def slow(self, **arguments: Any) -> int:
        """Starts the slow tool with a progress token and returns the request's id."""
        params = {"name": "slow", "arguments": arguments, "_meta": {"progressToken": "p"}}
        return self.server.ask("tools/call", params)

    def test_slow_reports_each_step_before_it_answers(self) -> None:
        request = self.slow(seconds=0, steps=3)
        seen = [self.server.read()["params"] for _ in range(4)]
        self.assertEqual([p["progress"] for p in seen], [0, 1, 2, 3])
        self.assertEqual({(p["progressToken"], p["total"]) for p in seen}, {("p", 3)})
        self.assertEqual(seen[0]["message"], "Step 1 of 3")
        result = self.server.answer_to(request)["result"]
        self.assertEqual(result["content"][0]["text"], "Took 0 s in 3 steps.")

    def test_slow_without_a_token_reports_nothing(self) -> None:
        result = self.call("slow", seconds=0, steps=1)
        self.assertEqual(result["content"][0]["text"], "Took 0 s in 1 step.")

    def test_a_cancelled_call_says_nothing_more_and_the_next_is_answered(self) -> None:
        request = self.slow(seconds=600, steps=2)
        self.assertEqual(self.server.read()["params"]["progress"], 0)
        cancel = {"requestId": request, "reason": "test"}
        self.server.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel})
        self.assertEqual(self.server.legacy("ping")["result"], {})
        _, logged = self.server.close()
        self.assertEqual(self.server.left, b"")
        self.assertIn("tool=slow cancelled", logged)

    def test_cancelling_what_is_unknown_or_odd_does_nothing(self) -> None:
        request = self.slow(seconds=600, steps=1)
        self.assertEqual(self.server.read()["params"]["progress"], 0)
        odd: Any
        for odd in (99, None, [], {"a": 1}, str(request)):
            params = {"requestId": odd}
            self.server.send(
                {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
            )
        self.assertEqual(self.server.legacy("ping")["result"], {})

    def test_many_calls_run_side_by_side_and_each_gets_its_own_answer(self) -> None:
        names = {self.server.ask("tools/call", _greeting(n)): n for n in range(200)}
        for _ in range(200):
            answer = self.server.read()
            n = names.pop(answer["id"])
            self.assertIn(f"Hello, guest {n}.", answer["result"]["content"][0]["text"])
        self.assertEqual(names, {})


def _greeting(n: int) -> dict[str, Any]:
    return {"name": "greet", "arguments": {"name": f"guest {n}"}}


if __name__ == "__main__":
    unittest.main()
