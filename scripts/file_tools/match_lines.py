"""The other side of `matching.py`: lists of lines on stdin, the places of those that match out."""

import json
import re
import sys
import time


def main() -> None:
    """The first line is the rule, each further one a file."""
    rule = json.loads(sys.stdin.buffer.readline())
    pattern = re.compile(rule["pattern"], 0 if rule["case_sensitive"] else re.IGNORECASE)
    for line in sys.stdin.buffer:
        _limit_processor_time(rule["seconds"])
        sys.stdout.write(json.dumps(matching(pattern, json.loads(line))) + "\n")
        sys.stdout.flush()


def matching(pattern: re.Pattern[str], lines: list[str]) -> list[int]:
    """The lines in which the pattern is found; `^` and `$` are the ends of a line."""
    return [at for at, line in enumerate(lines) if pattern.search(line)]


def _limit_processor_time(seconds: int) -> None:
    """Lets the system end us in so long, should the one who asks be gone before it could."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + seconds, hard))


if __name__ == "__main__":
    main()
