"""What `read_file` and `list_files` answer."""

from file_case import COUNTED, POEM, PROJECT, Case, LinkTo, Pipe


def _lines(first: int, last: int) -> str:
    """Numbered lines that hold their own number."""
    return "\n".join(f"{n:>6}\t{n}" for n in range(first, last + 1))


NUMBERS = "`{root}/n.txt` has 2,501 lines; "


READING = [
    Case(
        "a whole file is numbered and counted",
        POEM,
        "read_file",
        {"path": "{root}/poem.txt"},
        "`{root}/poem.txt` has 3 lines; lines 1–3 shown.\n"
        "     1\troses\n     2\tviolets\n     3\tsugar",
    ),
    Case(
        "a range is shown without a word on what was not asked for",
        POEM,
        "read_file",
        {"path": "{root}/poem.txt", "start_line": 2, "end_line": 2},
        "`{root}/poem.txt` has 3 lines; line 2 shown.\n     2\tviolets",
    ),
    Case(
        "a limit says where to go on",
        POEM,
        "read_file",
        {"path": "{root}/poem.txt", "start_line": 2, "limit": 1},
        "`{root}/poem.txt` has 3 lines; line 2 shown.\n     2\tviolets\nGo on with start_line=3.",
    ),
    Case(
        "two thousand lines are the most",
        COUNTED,
        "read_file",
        {"path": "{root}/n.txt"},
        f"{NUMBERS}lines 1–2000 shown.\n{_lines(1, 2000)}\nGo on with start_line=2001.",
    ),
    Case(
        "a range wider than the limit says where to go on",
        COUNTED,
        "read_file",
        {"path": "{root}/n.txt", "start_line": 11, "end_line": 100, "limit": 5},
        f"{NUMBERS}lines 11–15 shown.\n{_lines(11, 15)}\nGo on with start_line=16.",
    ),
    Case(
        "a range past the end stops there",
        COUNTED,
        "read_file",
        {"path": "{root}/n.txt", "start_line": 2500, "end_line": 9000},
        f"{NUMBERS}lines 2500–2501 shown.\n{_lines(2500, 2501)}",
    ),
    Case(
        "a limit beyond the most is refused",
        COUNTED,
        "read_file",
        {"path": "{root}/n.txt", "limit": 2001},
        "`limit` must be 2000 or less, not 2001.",
        fails=True,
    ),
    Case(
        "a start past the end says how long the file is",
        POEM,
        "read_file",
        {"path": "{root}/poem.txt", "start_line": 9},
        "`{root}/poem.txt` has 3 lines; `start_line` 9 is past its end.",
        fails=True,
    ),
    Case(
        "an end before the start is refused",
        POEM,
        "read_file",
        {"path": "{root}/poem.txt", "start_line": 3, "end_line": 2},
        "`end_line` (2) is before `start_line` (3).",
        fails=True,
    ),
    Case(
        "an empty file is said to be empty",
        {"e": b""},
        "read_file",
        {"path": "{root}/e"},
        "`{root}/e` is empty.",
    ),
    Case(
        "a last line without a line feed is told",
        {"a": b"x\ny"},
        "read_file",
        {"path": "{root}/a"},
        "`{root}/a` has 2 lines; lines 1–2 shown. The last line has no line feed.\n"
        "     1\tx\n     2\ty",
    ),
    Case(
        "carriage returns and a byte order mark are not shown",
        {"a": b"\xef\xbb\xbfx\r\n\r\ny\r\n"},
        "read_file",
        {"path": "{root}/a"},
        "`{root}/a` has 3 lines; lines 1–3 shown.\n     1\tx\n     2\t\n     3\ty",
    ),
    Case(
        "bytes that are not utf-8 are told and replaced",
        {"a": b"caf\xe9\nok\n"},
        "read_file",
        {"path": "{root}/a"},
        "`{root}/a` has 2 lines; lines 1–2 shown. "
        "1 line holds bytes that are not UTF-8, shown as �.\n     1\tcaf�\n     2\tok",
    ),
    Case(
        "a binary file is not shown",
        {"a": b"GIF\0\1\2"},
        "read_file",
        {"path": "{root}/a"},
        "Cannot show `{root}/a`: it is a binary file of 6 bytes.",
        fails=True,
    ),
    Case(
        "a very long line is cut and counted",
        {"a": b"x" * 5000 + b"\nend\n"},
        "read_file",
        {"path": "{root}/a"},
        "`{root}/a` has 2 lines; lines 1–2 shown.\n     1\t"
        + "x" * 2000
        + "… [line cut: it has 5,000 characters]\n     2\tend",
    ),
    Case(
        "a full answer says where to go on",
        {"a": b"".join(b"%03d" % n + b"x" * 1896 + b"\n" for n in range(1, 100))},
        "read_file",
        {"path": "{root}/a"},
        "`{root}/a` has 99 lines; lines 1–52 shown.\n"
        + "\n".join(f"{n:>6}\t{n:03}{'x' * 1896}" for n in range(1, 53))
        + "\nThe answer is full. Go on with start_line=53.",
    ),
    Case(
        "a folder is no file",
        PROJECT,
        "read_file",
        {"path": "{root}/src"},
        "Cannot read `{root}/src`: it is a folder.",
        fails=True,
    ),
    Case(
        "a pipe is not opened",
        {"p": Pipe()},
        "read_file",
        {"path": "{root}/p"},
        "Cannot read `{root}/p`: it is neither a file nor a folder.",
        fails=True,
    ),
    Case(
        "a missing file is named",
        {},
        "read_file",
        {"path": "{root}/nope"},
        "Cannot read `{root}/nope`: there is no such file or folder.",
        fails=True,
    ),
    Case(
        "a path through a file is as good as missing",
        POEM,
        "read_file",
        {"path": "{root}/poem.txt/x"},
        "Cannot read `{root}/poem.txt/x`: there is no such file or folder.",
        fails=True,
    ),
    Case(
        "a link that points to itself ends",
        {"a": LinkTo("a")},
        "read_file",
        {"path": "{root}/a"},
        "Cannot read `{root}/a`: there is no such file or folder.",
        fails=True,
    ),
    Case(
        "a path with a zero character is refused",
        {},
        "read_file",
        {"path": "{root}/a\0b"},
        "Cannot read `{root}/a\\x00b`: a path has no zero character.",
        fails=True,
    ),
]

LISTING = [
    Case(
        "one level is the folder alone",
        PROJECT,
        "list_files",
        {"path": "{root}"},
        "`{root}`, 1 level deep: 3 folders, 2 files.\n"
        ".git/\nREADME.md (11 bytes)\nempty/\nlatest (link, not followed)\nsrc/",
    ),
    Case(
        "links end a walk and version control stays closed",
        PROJECT,
        "list_files",
        {"path": "{root}", "depth": 20},
        "`{root}`, 20 levels deep: 4 folders, 6 files.\n"
        ".git/ (not opened)\nREADME.md (11 bytes)\nempty/\nlatest (link, not followed)\nsrc/\n"
        "src/lib/\nsrc/lib/data.bin (9 bytes)\nsrc/lib/up (link, not followed)\n"
        "src/lib/util.py (30 bytes)\nsrc/main.py (40 bytes)",
    ),
    Case(
        "folders alone",
        PROJECT,
        "list_files",
        {"path": "{root}", "depth": 3, "dirs_only": True},
        "`{root}`, 3 levels deep: 4 folders.\n.git/ (not opened)\nempty/\nsrc/\nsrc/lib/",
    ),
    Case(
        "a link that is named is followed",
        PROJECT,
        "list_files",
        {"path": "{root}/latest"},
        "`{root}/latest`, 1 level deep: 1 folder, 1 file.\nlib/\nmain.py (40 bytes)",
    ),
    Case(
        "a closed folder that is named is opened",
        PROJECT,
        "list_files",
        {"path": "{root}/.git/"},
        "`{root}/.git/`, 1 level deep: 1 file.\nconfig (5 bytes)",
    ),
    Case(
        "an empty folder holds nothing",
        PROJECT,
        "list_files",
        {"path": "{root}/empty"},
        "`{root}/empty`, 1 level deep: nothing.",
    ),
    Case(
        "a folder without folders",
        POEM,
        "list_files",
        {"path": "{root}", "dirs_only": True},
        "`{root}`, 1 level deep: no folders.",
    ),
    Case(
        "a file is listed as itself",
        POEM,
        "list_files",
        {"path": "{root}/poem.txt"},
        "`{root}/poem.txt` is a file of 20 bytes.",
    ),
    Case(
        "a file is no folder",
        POEM,
        "list_files",
        {"path": "{root}/poem.txt", "dirs_only": True},
        "Cannot list `{root}/poem.txt`: it is a file.",
        fails=True,
    ),
    Case(
        "a thousand entries are the most",
        {f"{n:04}": b"" for n in range(1, 1003)},
        "list_files",
        {"path": "{root}"},
        "`{root}`, 1 level deep: the first 1,000 entries. "
        "For the rest, list a folder inside it, or less deep.\n"
        + "\n".join(f"{n:04} (0 bytes)" for n in range(1, 1001)),
    ),
    Case(
        "a pipe is named as what it is not, and a line break in a name is escaped",
        {"a\nb": b"1", "p": Pipe()},
        "list_files",
        {"path": "{root}"},
        "`{root}`, 1 level deep: 2 files.\na\\nb (1 byte)\np (neither file nor folder)",
    ),
    Case(
        "a missing folder is named",
        {},
        "list_files",
        {"path": "{root}/nope"},
        "Cannot list `{root}/nope`: there is no such file or folder.",
        fails=True,
    ),
]
