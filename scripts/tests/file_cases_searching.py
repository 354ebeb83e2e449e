"""What `grep_files` answers."""

from file_case import COUNTED, PROJECT, Case

SEARCHING = [
    Case(
        "a folder is searched in order, without binary files, links and version control",
        PROJECT,
        "grep_files",
        {"path": "{root}", "pattern": "main"},
        "3 matching lines in 2 files.\nsrc/lib/util.py:2:    return 'main'\n"
        "src/main.py:3:def main():\nsrc/main.py:6:main()\nNot searched: 1 binary file.",
    ),
    Case(
        "one file is searched like a folder that holds it alone",
        PROJECT,
        "grep_files",
        {"path": "{root}/src/main.py", "pattern": "main"},
        "2 matching lines in 1 file.\nmain.py:3:def main():\nmain.py:6:main()",
    ),
    Case(
        "one file has the lines around a match, too",
        PROJECT,
        "grep_files",
        {"path": "{root}/src/main.py", "pattern": "^(import|main)", "context_lines": 1},
        "2 matching lines in 1 file.\nmain.py:1:import os\nmain.py-2-\n--\nmain.py-5-\n"
        "main.py:6:main()",
    ),
    Case(
        "lines around matches that touch are written once",
        {"a": b"x1\ny\nx2\nz\n", "b": b"x\n"},
        "grep_files",
        {"path": "{root}", "pattern": "x", "context_lines": 1},
        "3 matching lines in 2 files.\na:1:x1\na-2-y\na:3:x2\na-4-z\n--\nb:1:x",
    ),
    Case(
        "capital letters need not count",
        PROJECT,
        "grep_files",
        {"path": "{root}", "pattern": "MAIN THING", "case_sensitive": False},
        "1 matching line in 1 file.\nREADME.md:1:Main thing\nNot searched: 1 binary file.",
    ),
    Case(
        "names of files alone",
        PROJECT,
        "grep_files",
        {"path": "{root}", "pattern": "main", "output_mode": "files_only"},
        "3 matching lines in 2 files.\nsrc/lib/util.py\nsrc/main.py\nNot searched: 1 binary file.",
    ),
    Case(
        "counts",
        PROJECT,
        "grep_files",
        {"path": "{root}", "pattern": "main", "output_mode": "count"},
        "3 matching lines in 2 files.\nsrc/lib/util.py: 1\nsrc/main.py: 2\n"
        "Not searched: 1 binary file.",
    ),
    Case(
        "counts of one file",
        PROJECT,
        "grep_files",
        {"path": "{root}/src/main.py", "pattern": "main", "output_mode": "count"},
        "2 matching lines in 1 file.\nmain.py: 2",
    ),
    Case(
        "a glob without a slash fits names anywhere",
        PROJECT,
        "grep_files",
        {"path": "{root}", "pattern": "(?i)main", "include_glob": "*.{md,txt}"},
        "1 matching line in 1 file.\nREADME.md:1:Main thing",
    ),
    Case(
        "a glob with slashes fits paths",
        PROJECT,
        "grep_files",
        {"path": "{root}", "pattern": "main", "include_glob": "src/**/util.py"},
        "1 matching line in 1 file.\nsrc/lib/util.py:2:    return 'main'",
    ),
    Case(
        "the most results say how to get the rest",
        COUNTED,
        "grep_files",
        {"path": "{root}", "pattern": "7", "max_results": 2},
        "At least 2 matching lines in 1 file.\nn.txt:7:7\nn.txt:17:17\nStopped early: "
        "max_results=2 lines were found. For the rest, raise max_results (at most 1,000) or narrow "
        "path, pattern or include_glob.",
    ),
    Case(
        "as many results as the most are not said to be stopped",
        {"a": b"x\nx\n"},
        "grep_files",
        {"path": "{root}", "pattern": "x", "max_results": 2},
        "2 matching lines in 1 file.\na:1:x\na:2:x",
    ),
    Case(
        "the most files say how to get the rest",
        {"a": b"x\n", "b": b"x\n"},
        "grep_files",
        {"path": "{root}", "pattern": "x", "max_results": 1, "output_mode": "files_only"},
        "At least 1 matching line in 1 file.\na\nStopped early: max_results=1 files were found. "
        "For the rest, raise max_results (at most 1,000) or narrow path, pattern or include_glob.",
    ),
    Case(
        "nothing found says how much was searched",
        PROJECT,
        "grep_files",
        {"path": "{root}", "pattern": "nonesuch"},
        "No match in 3 files.\nNot searched: 1 binary file.",
    ),
    Case(
        "a carriage return is no part of a line",
        {"a": b"one\r\ntwo\r\n"},
        "grep_files",
        {"path": "{root}/a", "pattern": "one$"},
        "1 matching line in 1 file.\na:1:one",
    ),
    Case(
        "a pattern that is none is refused",
        PROJECT,
        "grep_files",
        {"path": "{root}", "pattern": "["},
        "`pattern` is no regular expression: unterminated character set at position 0.",
        fails=True,
    ),
    Case(
        "a missing root is named",
        {},
        "grep_files",
        {"path": "{root}/nope", "pattern": "x"},
        "Cannot search `{root}/nope`: there is no such file or folder.",
        fails=True,
    ),
]
