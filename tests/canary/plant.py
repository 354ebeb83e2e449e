"""Writes control values in every encoding, for the search to find; it knows nothing of the search.

Reads a JSON list of [value, encoding] pairs and prints a JSON list of what to plant, in base64.
"""

import base64
import json
import sys
from collections.abc import Callable
from urllib.parse import quote


def at_offset(encode: Callable[[bytes], bytes], before: int) -> Callable[[str], bytes]:
    """Base64 of a longer text, in which the value stands so many bytes behind a boundary."""
    return lambda value: encode(b"#" * before + value.encode() + b"!!")


STANDARD, ADDRESS = base64.b64encode, base64.urlsafe_b64encode
WRITERS: dict[str, Callable[[str], bytes]] = {
    "plain": lambda value: value.encode(),
    "b64+0": at_offset(STANDARD, 0),
    "b64+1": at_offset(STANDARD, 1),
    "b64+2": at_offset(STANDARD, 2),
    "url+0": at_offset(ADDRESS, 0),
    "url+1": at_offset(ADDRESS, 1),
    "url+2": at_offset(ADDRESS, 2),
    "hex": lambda value: value.encode().hex().encode(),
    "HEX": lambda value: value.encode().hex().upper().encode(),
    "percent": lambda value: quote(value, safe="").encode(),
    "JSON": lambda value: json.dumps(value).encode(),
    "reverse": lambda value: value[::-1].encode(),
    "16LE": lambda value: value.encode("utf-16-le"),
    "16BE": lambda value: value.encode("utf-16-be"),
}


def written(pairs: list[tuple[str, str]]) -> list[str]:
    """What to plant for each pair."""
    return [base64.b64encode(WRITERS[encoding](value)).decode() for value, encoding in pairs]


if __name__ == "__main__":
    json.dump(written(json.load(sys.stdin)), sys.stdout)
