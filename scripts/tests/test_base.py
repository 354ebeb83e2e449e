"""Shows that a tool which misbehaves harms neither the wire nor the next call."""

import unittest
from typing import Any

from talk import Talk


class BaseTest(unittest.TestCase):
    """A fresh server of odd tools for each test."""

    def setUp(self) -> None:
        self.server = Talk("tests/odd_server.py")
        self.addCleanup(self.server.close)
        self.server.initialize()

    def call(self, tool: str, **arguments: Any) -> Any:
        """The result of one call."""
        return self.server.legacy("tools/call", name=tool, arguments=arguments)["result"]

    def test_a_tool_that_breaks_is_answered_and_only_the_log_knows_why(self) -> None:
        for tool in ("raises", "leaves", "unwritable"):
            result = self.call(tool)
            words = f"`{tool}` broke; its log says where."
            self.assertEqual(
                result, {"content": [{"type": "text", "text": words}], "isError": True}
            )
        self.assertEqual(self.server.legacy("ping")["result"], {})
        _, logged = self.server.close()
        self.assertIn("canary-in-the-log", logged)

    def test_a_stray_print_goes_to_the_log(self) -> None:
        self.assertEqual(self.call("prints")["content"][0]["text"], "printed")
        _, logged = self.server.close()
        self.assertIn("a stray line", logged)

    def test_an_item_of_a_list_is_named_by_its_place(self) -> None:
        self.assertEqual(self.call("lists", names=["ab", "cd"])["content"][0]["text"], "ab,cd")
        cases = {
            "`names[1]` must be a string, not an integer.": ["ab", 7],
            "`names[0]` must have 2 characters or more.": ["a"],
            "`names[0]` must match ^[a-z]+$.": ["A1"],
            "`names` must be an array, not a string.": "ab",
        }
        for words, names in cases.items():
            self.assertEqual(self.call("lists", names=names)["content"][0]["text"], words)

    def test_a_tool_without_arguments_takes_none(self) -> None:
        result = self.call("prints", loud=True)
        said = "There is no argument `loud`. This tool takes none."
        self.assertEqual(result["content"][0]["text"], said)


if __name__ == "__main__":
    unittest.main()
