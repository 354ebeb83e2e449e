"""A real SSH server on loopback with a user made for the run; it needs root and takes all back."""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

START_SECONDS = 20.0
SUDOERS = Path("/etc/sudoers.d")
# Stands before each command of the bench where a command of the system would be.
STUB = '#!/bin/sh\necho "$(basename "$0") as $(id -un): $*"\n'


def why_not() -> str:
    """Why these tests cannot run here; empty if they can."""
    if os.geteuid() == 0:
        return ""
    return "THE SSH TESTS DID NOT RUN: they start a real sshd and make a user, which takes root"


def shout() -> str:
    """The same, said where nobody can overlook it."""
    if words := why_not():
        print(f"\n*** {words} ***\n", file=sys.stderr)
    return words


class Bench:
    """The server, its user, and the keys of both."""

    def __init__(self) -> None:
        self._ends = contextlib.ExitStack()
        self.root = Path(tempfile.mkdtemp(prefix="steward-ssh-"))
        self._ends.callback(shutil.rmtree, self.root, ignore_errors=True)
        self.root.chmod(0o711)
        self.user = f"steward{secrets.token_hex(4)}"
        self.password = secrets.token_urlsafe(12)
        self.passphrase = secrets.token_urlsafe(12)
        self.home = self.root / "home"
        self._daemon: subprocess.Popen[bytes] | None = None
        self.port = 0
        try:
            self._make()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Ends the server and takes the user away."""
        self._ends.close()

    def _make(self) -> None:
        self._make_user()
        self.sudoers()
        for name, kind, phrase in (
            ("key", "ed25519", ""),
            ("locked_key", "ed25519", self.passphrase),
            ("rsa_key", "rsa", ""),
            ("stranger", "ed25519", ""),
            ("host", "ed25519", ""),
            ("host_rsa", "rsa", ""),
            ("other_host", "ed25519", ""),
        ):
            self._keygen(name, kind, phrase)
        # The server looks at the folders above such a file, and trusts only what is in a home.
        allowed = [self.public(name) for name in ("key", "locked_key", "rsa_key")]
        (self.home / ".ssh").mkdir()
        (self.home / ".ssh/authorized_keys").write_text("\n".join(allowed) + "\n")
        self.start("host", "host_rsa")
        self._ends.callback(self.stop)

    def _make_user(self) -> None:
        run("useradd", "--create-home", "--home-dir", str(self.home), "-s", "/bin/bash", self.user)
        self._ends.callback(self._remove_user)
        self.set_password(self.password)
        stubs = self.home / "bin"
        stubs.mkdir()
        for name in ("systemctl", "journalctl"):
            (stubs / name).write_text(STUB)
            (stubs / name).chmod(0o755)

    def set_password(self, password: str) -> None:
        """Gives the user another password."""
        run("chpasswd", words=f"{self.user}:{password}\n")

    def _remove_user(self) -> None:
        # What a test left running would keep the user; its processes alone are ended.
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        until = time.monotonic() + START_SECONDS
        while self.processes() and time.monotonic() < until:
            time.sleep(0.05)
        run("userdel", self.user)

    def processes(self) -> list[int]:
        """The processes of the user."""
        ran = subprocess.run(
            ["ps", "-u", self.user, "-o", "pid="], capture_output=True, text=True, check=False
        )
        return [int(word) for word in ran.stdout.split()]

    def sudoers(self, more: str = "") -> None:
        """What the user may do: all with a password, and as `nobody` without."""
        path = SUDOERS / f"steward-test-{self.user}"
        if not path.exists():
            self._ends.callback(path.unlink, missing_ok=True)
        search = f"{self.home}/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        path.write_text(
            f'Defaults:{self.user} secure_path="{search}"\n{more}\n'
            f"{self.user} ALL=(ALL) ALL\n{self.user} ALL=(nobody) NOPASSWD: ALL\n"
        )
        path.chmod(0o440)

    def _keygen(self, name: str, kind: str, phrase: str) -> None:
        bits = ("-b", "2048") if kind == "rsa" else ()
        run("ssh-keygen", "-q", "-t", kind, *bits, "-N", phrase, "-f", str(self.root / name))

    def key(self, name: str) -> str:
        """The path of a private key."""
        return str(self.root / name)

    def public(self, name: str) -> str:
        """The kind and the blob of a public key."""
        return " ".join((self.root / f"{name}.pub").read_text().split()[:2])

    def known_line(self, name: str) -> str:
        """The line by which a file of known hosts names us with a key."""
        return f"[127.0.0.1]:{self.port} {self.public(name)}\n"

    def start(self, *host_keys: str, **options: str) -> None:
        """Starts the server; on the port it had before, if it had one."""
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
        until = time.monotonic() + START_SECONDS
        wanted = self.port
        while not self.port or self._daemon is None:
            self.port = wanted or free_port()
            self._start_once(host_keys, options)
            assert self._daemon or time.monotonic() < until, self.log()

    def _start_once(self, host_keys: tuple[str, ...], options: dict[str, str]) -> None:
        """One try; another program may have taken the port in the meantime."""
        config = self.root / "sshd_config"
        path = f"{self.home}/bin:/usr/local/bin:/usr/bin:/bin"
        settings = {
            "UsePAM": "no",
            "ListenAddress": f"127.0.0.1:{self.port}",
            "AllowUsers": self.user,
            "PasswordAuthentication": "yes",
            "KbdInteractiveAuthentication": "no",
            "Subsystem": "sftp internal-sftp",
            "SetEnv": f"PATH={path}",
            "PidFile": "none",
            "MaxStartups": "100",
            "LogLevel": "VERBOSE",
        }
        lines = [f"{name} {value}" for name, value in (settings | options).items()]
        lines += [f"HostKey {self.root / name}" for name in host_keys]
        config.write_text("\n".join(lines) + "\n")
        with open(self.root / "sshd.log", "wb") as log:
            daemon = subprocess.Popen(
                [
                    shutil.which("sshd", path="/usr/sbin:/usr/bin") or "sshd",
                    "-D",
                    "-e",
                    "-f",
                    config,
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + START_SECONDS
        while daemon.poll() is None and time.monotonic() < until:
            if "Server listening" in self.log():
                self._daemon = daemon
                return
            time.sleep(0.02)
        daemon.kill()
        daemon.wait()

    def stop(self) -> None:
        """Ends the server; connections that are open go on."""
        if self._daemon:
            self._daemon.terminate()
            self._daemon.wait()
            self._daemon = None

    def cut(self) -> None:
        """Ends all open connections."""
        listed = subprocess.run(
            ["ps", "-A", "-o", "pid=", "-o", "args="], capture_output=True, text=True, check=True
        )
        for line in listed.stdout.splitlines():
            number, _, words = line.strip().partition(" ")
            if words.strip().startswith(f"sshd: {self.user}"):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(number), signal.SIGKILL)

    def log(self) -> str:
        """What the server says."""
        with contextlib.suppress(FileNotFoundError):
            return (self.root / "sshd.log").read_text()
        return ""

    def logins(self, way: str) -> int:
        """How many logins of a way succeeded since the start of the server."""
        return self.log().count(f"Accepted {way} for {self.user}")


def run(*command: str, words: str = "") -> None:
    """A command that must work."""
    ran = subprocess.run(command, input=words, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{command[0]}: {ran.stderr}"


def free_port() -> int:
    """A port that nobody uses right now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
