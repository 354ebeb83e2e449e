"""Shows that a step says its name, that a failing one ends the run, and that tests are counted."""

import unittest

from machine import Machine


class StepTest(unittest.TestCase):
    """A fresh machine for each test."""

    def setUp(self) -> None:
        self.machine = Machine()
        self.addCleanup(self.machine.close)

    def test_a_good_step_is_one_line_and_its_output_is_in_its_log(self) -> None:
        ran = self.machine.run('step "page: types" echo hello')
        self.assertRegex(ran.said, r"^page: types +ok +\d+ s\n$")
        self.assertEqual((self.machine.cache / "logs/page--types.log").read_text(), "hello\n")

    def test_a_failing_step_shows_its_output_names_itself_and_keeps_its_exit_code(self) -> None:
        ran = self.machine.run(
            'bad() { echo "the cause"; return 7; }\nstep "rust: tests" bad\necho went on'
        )
        self.assertEqual(ran.status, 7)
        self.assertIn("the cause", ran.said)
        self.assertNotIn("went on", ran.said)
        self.assertIn('error: step "rust: tests" ended with exit code 7', ran.complained)
        self.assertIn("rust--tests.log", ran.complained)

    def test_a_function_stops_at_its_first_failing_command(self) -> None:
        ran = self.machine.run("bad() { false; echo went on; }\nstep name bad")
        self.assertEqual(ran.status, 1)
        self.assertNotIn("went on", ran.said)

    def test_a_command_that_does_not_exist_is_a_failing_step(self) -> None:
        self.assertEqual(self.machine.run("step name no-such-command").status, 127)

    def test_tests_of_all_runners_are_added_up(self) -> None:
        closings = (
            r"     Summary [   1.234s] 12 tests run: 11 passed (1 slow), 1 failed, 2 skipped",
            r"\033[2m      Tests \033[22m \033[32m40 passed\033[39m (40)",
            r"Ran 33 tests in 1.754s\n\nOK",
            r"Ran 5 tests in 0.1s\n\nFAILED (failures=1, errors=2)",
            r"     Summary [   9.0s] 3 tests run: 2 passed, 1 timed out, 0 skipped",
        )
        steps = "".join(f"step s{n} printf '{line}\\n'\n" for n, line in enumerate(closings))
        ran = self.machine.run(f"{steps}total")
        self.assertEqual(ran.said.splitlines()[-1], "total: 88 passed, 5 failed")


if __name__ == "__main__":
    unittest.main()
