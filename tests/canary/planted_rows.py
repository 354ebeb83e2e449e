"""Puts what it is given into a table of its own in a database that others have open.

Reads a JSON object: the `database`, and in base64 the `rows`.
"""

import base64
import json
import sqlite3
import sys


def main() -> None:
    """Each in a row of its own, lest one lies over the seam of two pages."""
    told = json.load(sys.stdin)
    database = sqlite3.connect(told["database"], timeout=20)
    with database:
        database.execute("CREATE TABLE planted (row BLOB)")
        rows = [(base64.b64decode(row),) for row in told["rows"]]
        database.executemany("INSERT INTO planted VALUES (?)", rows)
    database.close()


if __name__ == "__main__":
    main()
