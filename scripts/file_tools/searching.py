"""Searches the files of a folder, or one file, line by line, and writes out what was found."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from .disk import Disk, Kind, cannot, cause, found, refused, shown
from .globs import glob_fits
from .lines import ANSWER_CHARACTERS, SNIFFED_BYTES, count, cut, decoded, is_binary, watched
from .matching import Matcher
from .walking import Found, walk

MOST_RESULTS = 1_000
MOST_CONTEXT = 10
MOST_FILES = 20_000
# The rest of a larger file is not searched.
SEARCHED_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True)
class Query:
    """What to look for and how to tell it."""

    pattern: str
    case_sensitive: bool = True
    include_glob: str = ""
    output_mode: str = "content"
    context_lines: int = 0
    max_results: int = 100


@dataclass
class Report:
    """What was found so far, and what was not searched."""

    query: Query
    lines: list[str] = field(default_factory=list)
    matches: int = 0
    files: int = 0
    # Files that were opened, and those of them that were searched.
    opened: int = 0
    searched: int = 0
    characters: int = 0
    binary: int = 0
    cut_short: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    stopped: str = ""

    def add(self, lines: list[str]) -> None:
        """Writes lines, unless the answer is full."""
        for line in lines:
            self.characters += len(line) + 1
            if self.characters > ANSWER_CHARACTERS:
                self.stopped = "the answer is full"
                return
            self.lines.append(line)


def grep_files(
    disk: Disk, path: str, query: Query, matcher: Matcher, check: Callable[[], None]
) -> str:
    """The answer of the tool `grep_files`; the root may be a folder or a file."""
    root = found(disk, path, "search")
    if root.kind is Kind.OTHER:
        raise cannot("search", path, "it is neither a file nor a folder")
    report = Report(query)
    try:
        for name, file in _files(disk, path, root.kind, query, report, check):
            if report.opened == MOST_FILES:
                report.stopped = f"{MOST_FILES:,} files were opened"
                break
            _search(disk, name, file, report, matcher, check)
            if report.stopped:
                break
    except OSError as reason:
        raise refused("search", path, reason) from None
    return told(report)


def _files(
    disk: Disk,
    path: str,
    kind: Kind,
    query: Query,
    report: Report,
    check: Callable[[], None],
) -> Iterator[tuple[str, str]]:
    """The files to search: how each is named in the answer, and its whole path."""
    if kind is Kind.FILE:
        # It was named, so no glob leaves it out.
        yield path.rstrip("/").rsplit("/", 1)[-1], path
        return
    for one in walk(disk, path, None, check):
        if not isinstance(one, Found):
            report.unread.append(f"{shown(one.path)}/ ({one.why})")
            continue
        # Files of no size hold nothing, or are made up by the kernel and may never end.
        if one.entry.kind is not Kind.FILE or not one.entry.size:
            continue
        if not query.include_glob or glob_fits(query.include_glob, one.path):
            yield one.path, f"{path.rstrip('/')}/{one.path}"


def _search(
    disk: Disk,
    name: str,
    file: str,
    report: Report,
    matcher: Matcher,
    check: Callable[[], None],
) -> None:
    """Searches one file and writes what it holds into the report."""
    report.opened += 1
    try:
        content = _content(disk, file, check)
    except OSError as reason:
        report.unread.append(f"{shown(name)} ({cause(reason)})")
        return
    if is_binary(content):
        report.binary += 1
        return
    report.searched += 1
    if len(content) > SEARCHED_BYTES:
        content = content[:SEARCHED_BYTES]
        report.cut_short.append(shown(name))
    lines = [decoded(line) for line in re.split(rb"(?<=\n)", content)]
    if lines[-1] == "":
        lines.pop()
    hits = matcher.hits(name, lines)
    if hits:
        _note(name, lines, hits, report)


def _content(disk: Disk, file: str, check: Callable[[], None]) -> bytes:
    """As much of a file as is searched and a little more, or the start of a binary one."""
    content = bytearray()
    for chunk in watched(disk.chunks(file), check):
        content += chunk
        if len(content) > SEARCHED_BYTES or is_binary(bytes(content[:SNIFFED_BYTES])):
            break
    return bytes(content)


def _note(name: str, lines: list[str], hits: list[int], report: Report) -> None:
    """Counts the hits of one file and writes them in the way that was asked for."""
    query, most = report.query, report.query.max_results
    if query.output_mode != "content":
        if report.files == most:
            report.stopped = f"max_results={most} files were found"
            return
        counted = f": {len(hits)}" if query.output_mode == "count" else ""
        report.files += 1
        report.matches += len(hits)
        report.add([f"{shown(name)}{counted}"])
        return
    left = most - report.matches
    if not left:
        report.stopped = f"max_results={most} lines were found"
        return
    taken = hits[:left]
    report.files += 1
    report.matches += len(taken)
    if query.context_lines and report.lines:
        report.lines.append("--")
    report.add(excerpted(shown(name), lines, taken, query.context_lines))
    if len(taken) < len(hits) and not report.stopped:
        report.stopped = f"max_results={most} lines were found"


def excerpted(name: str, lines: list[str], hits: list[int], context: int) -> list[str]:
    """`name:12:the line` for a hit, `name-13-the line` around it, `--` where lines are left out."""
    written: list[str] = []
    marked, last = set(hits), -1
    for hit in hits:
        for at in range(max(hit - context, last + 1), min(hit + context + 1, len(lines))):
            if context and written and at > last + 1:
                written.append("--")
            sign = ":" if at in marked else "-"
            written.append(f"{name}{sign}{at + 1}{sign}{cut(lines[at])}")
            last = at
    return written


def told(report: Report) -> str:
    """The whole answer: a line that counts, what was found, what was not searched."""
    head = _head(report)
    notes = []
    if report.stopped:
        notes.append(
            f"Stopped early: {report.stopped}. For the rest, raise max_results (at most "
            f"{MOST_RESULTS:,}) or narrow path, pattern or include_glob."
        )
    if report.binary:
        notes.append(f"Not searched: {count(report.binary, 'binary file')}.")
    notes += _named("Only the first 16 MiB were searched of", report.cut_short)
    notes += _named("Could not be read:", report.unread)
    return "\n".join([head, *report.lines, *notes])


def _head(report: Report) -> str:
    """How much was found."""
    if not report.matches:
        return f"No match in {count(report.searched, 'file')}."
    least = "At least " if report.stopped else ""
    lines = count(report.matches, "matching line")
    return f"{least}{lines} in {count(report.files, 'file')}."


def _named(words: str, names: list[str]) -> list[str]:
    """A note that names the first few, and counts the others."""
    if not names:
        return []
    more = f" and {len(names) - 5:,} more" if len(names) > 5 else ""
    return [f"{words} {', '.join(names[:5])}{more}."]
