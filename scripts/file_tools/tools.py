"""The five file tools as a server lists them, for whatever disk the server has."""

from collections.abc import Callable, Mapping
from typing import Any

from mcp_stdio import Call, Outcome, Tool, text

from .disk import Disk
from .editing import edit_file, replace_lines
from .listing import MOST_DEPTH, MOST_ENTRIES, list_files
from .matching import Matcher
from .reading import MOST_LINES, read_file
from .searching import MOST_CONTEXT, MOST_RESULTS, Query, grep_files

Arguments = dict[str, Any]
Frame = dict[str, Any]

READS = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True}
WRITES = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": False}


def file_tools(
    disk_of: Callable[[Call, Arguments], Disk],
    *,
    extra: Mapping[str, Frame] | None = None,
    base: str = "the folder in which the server was started",
    writing: str = "",
    open_world: bool = False,
) -> tuple[Tool, ...]:
    """The tools, in a fixed order.

    `disk_of` gives the disk of one call. `extra` are more arguments, all required, which stand
    before the others. `base` says where relative paths start, `writing` what a model must know of
    writing there.
    """
    more = dict(extra or {})
    parts = Listed(disk_of, more, base, f" {writing}" if writing else "", open_world)
    return (
        _read_file(parts),
        _list_files(parts),
        _grep_files(parts),
        _edit_file(parts),
        _replace_lines(parts),
    )


class Listed:
    """What the five tools have in common."""

    def __init__(
        self,
        disk_of: Callable[[Call, Arguments], Disk],
        extra: Mapping[str, Frame],
        base: str,
        writing: str,
        open_world: bool,
    ) -> None:
        self.disk_of = disk_of
        self.writing = writing
        self._extra = extra
        self._base = base
        self._open_world = open_world

    def tool(
        self,
        name: str,
        title: str,
        description: str,
        run: Callable[[Disk, Call, Arguments], str],
        properties: Mapping[str, Frame],
        required: tuple[str, ...],
        hints: Mapping[str, bool],
    ) -> Tool:
        """One tool, with the arguments that all of them take in front."""

        def answer(call: Call, arguments: Arguments) -> Outcome:
            return text(run(self.disk_of(call, arguments), call, arguments))

        return Tool(
            name=name,
            title=title,
            description=description,
            run=answer,
            properties={**self._extra, **properties},
            required=(*self._extra, *required),
            annotations={**hints, "openWorldHint": self._open_world},
        )

    def path(self, what: str) -> Frame:
        """The argument `path`."""
        return _string(f"{what} `~` is the home folder; a relative path starts at {self._base}.")


def _read_file(parts: Listed) -> Tool:
    def run(disk: Disk, call: Call, given: Arguments) -> str:
        return read_file(
            disk,
            given["path"],
            given["start_line"],
            given.get("end_line"),
            given["limit"],
            call.check,
        )

    return parts.tool(
        "read_file",
        "Read a file",
        "Reads lines of a UTF-8 text file. Each line stands behind its number and a tab; the first "
        "line of the answer says how many lines there are and which are shown, the last how to go "
        "on. Very long lines are cut.",
        run,
        {
            "path": parts.path("The file."),
            "start_line": _whole("The first line to show, counted from 1.", 1, default=1),
            "end_line": _whole("The last line to show; the end of the file if left out.", 1),
            "limit": _whole("How many lines to show at most.", 1, MOST_LINES, MOST_LINES),
        },
        ("path",),
        READS,
    )


def _list_files(parts: Listed) -> Tool:
    def run(disk: Disk, call: Call, given: Arguments) -> str:
        return list_files(disk, given["path"], given["depth"], given["dirs_only"], call.check)

    return parts.tool(
        "list_files",
        "List files",
        f"Lists what is in a folder, by name, with paths from that folder; folders end in `/`. "
        f"Links are named and not followed; .git, .hg and .svn are not opened. At most "
        f"{MOST_ENTRIES:,} entries.",
        run,
        {
            "path": parts.path("The folder."),
            "depth": _whole("How many levels to list; 1 is the folder alone.", 1, MOST_DEPTH, 1),
            "dirs_only": _flag("Whether to list folders alone.", False),
        },
        ("path",),
        READS,
    )


def _grep_files(parts: Listed) -> Tool:
    def run(disk: Disk, call: Call, given: Arguments) -> str:
        query = Query(
            given["pattern"],
            given["case_sensitive"],
            given.get("include_glob", ""),
            given["output_mode"],
            given["context_lines"],
            given["max_results"],
        )
        with Matcher(query.pattern, query.case_sensitive, call.check) as matcher:
            return grep_files(disk, given["path"], query, matcher, call.check)

    modes = "content: the matching lines; files_only: the names of the files; count: how many lines"
    return parts.tool(
        "grep_files",
        "Search files",
        "Searches a file, or all files under a folder, for lines that match a regular expression. "
        "A found line is written `path:line number:text`, a line around it with `-` in place of "
        "`:`. Binary files are not searched, links are not followed, .git, .hg and .svn are not "
        "opened.",
        run,
        {
            "path": parts.path("The folder or the file."),
            "pattern": _string(
                "A regular expression as Python has it, matched within one line.", most=2_000
            ),
            "case_sensitive": _flag("Whether capital letters count.", True),
            "include_glob": _string(
                "Search only files that fit, such as `*.py`, `*.{ts,tsx}` or `src/**/*.rs`.",
                most=500,
            ),
            "output_mode": {
                "type": "string",
                "description": f"{modes} each of them has.",
                "enum": ["content", "files_only", "count"],
                "default": "content",
            },
            "context_lines": _whole(
                "How many lines to show before and after each found one.", 0, MOST_CONTEXT, 0
            ),
            "max_results": _whole(
                "How many lines (or files, in the other modes) to find at most.",
                1,
                MOST_RESULTS,
                100,
            ),
        },
        ("path", "pattern"),
        READS,
    )


def _edit_file(parts: Listed) -> Tool:
    def run(disk: Disk, _call: Call, given: Arguments) -> str:
        return edit_file(disk, given["path"], given["old"], given["new"], given["replace_all"])

    return parts.tool(
        "edit_file",
        "Edit a file",
        "Replaces a passage of a UTF-8 text file. `old` must be in the file letter for letter, and "
        "only once unless replace_all is set. The file is replaced whole, so it is never half "
        f"written.{parts.writing}",
        run,
        {
            "path": parts.path("The file."),
            "old": _string("The passage to replace, without line numbers."),
            "new": _string("What to put there; empty removes the passage.", least=0),
            "replace_all": _flag("Whether to replace every occurrence.", False),
        },
        ("path", "old", "new"),
        WRITES,
    )


def _replace_lines(parts: Listed) -> Tool:
    def run(disk: Disk, _call: Call, given: Arguments) -> str:
        first, last = given["from_line"], given["to_line"]
        return replace_lines(disk, given["path"], first, last, given["new"])

    return parts.tool(
        "replace_lines",
        "Replace lines",
        "Replaces a range of lines of a UTF-8 text file, both ends included, counted as read_file "
        "counts them. to_line = from_line - 1 inserts before from_line. The file is replaced "
        f"whole, so it is never half written.{parts.writing}",
        run,
        {
            "path": parts.path("The file."),
            "from_line": _whole("The first line to replace, counted from 1.", 1),
            "to_line": _whole("The last line to replace.", 0),
            "new": _string("The new lines, without numbers; empty removes the range.", least=0),
        },
        ("path", "from_line", "to_line", "new"),
        WRITES,
    )


def _string(about: str, least: int = 1, most: int = 0) -> Frame:
    """The schema of a text."""
    schema: Frame = {"type": "string", "description": about}
    if least:
        schema["minLength"] = least
    return schema | ({"maxLength": most} if most else {})


def _whole(about: str, low: int, high: int | None = None, default: int | None = None) -> Frame:
    """The schema of a whole number."""
    schema: Frame = {"type": "integer", "description": about, "minimum": low}
    if high is not None:
        schema["maximum"] = high
    return schema | ({} if default is None else {"default": default})


def _flag(about: str, default: bool) -> Frame:
    """The schema of a yes or no."""
    return {"type": "boolean", "description": about, "default": default}
