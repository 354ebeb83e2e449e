"""Paints a small area chart as a PNG with nothing but zlib; it knows no protocol."""

import math
import struct
import zlib
from collections.abc import Callable

Colour = tuple[int, int, int]

COLOURS: dict[str, Colour] = {
    "teal": (18, 122, 122),
    "amber": (196, 127, 20),
    "plum": (132, 68, 140),
    "slate": (84, 100, 120),
    "green": (58, 134, 76),
}
PAPER: Colour = (248, 249, 248)
GRID_LINES = 4


def paint(width: int, height: int, colour: Colour, check: Callable[[], None]) -> bytes:
    """An invented curve over a grid, in pixels; `check` is called for each row and may stop it."""
    tops = [_curve(x / max(1, width - 1)) * height for x in range(width)]
    slopes = _steepness(tops)
    grid = {round(height * line / (GRID_LINES + 1)) for line in range(1, GRID_LINES + 1)}
    stroke = max(1.0, height / 110)
    rows = bytearray()
    for y in range(height):
        check()
        paper = mix(PAPER, colour, 0.16 if y in grid else 0.0)
        filled = mix(PAPER, colour, 0.50 - 0.42 * y / height)
        rows += b"\0"  # Each row opens with its filter; 0 is none.
        for top, slope in zip(tops, slopes, strict=True):
            rows += bytes(_pixel(paper, filled, colour, y - top, stroke * slope, slope))
    return png(width, height, bytes(rows))


def _pixel(
    paper: Colour, filled: Colour, colour: Colour, under: float, reach: float, slope: float
) -> Colour:
    """One pixel `under` the curve: plain far from the line, a mix of three colours near it."""
    if abs(under) > reach + slope:
        return paper if under < 0 else filled
    line = clamp((reach - abs(under)) / slope + 0.5)
    return mix(mix(paper, filled, clamp(under + 0.5)), colour, line)


def _curve(at: float) -> float:
    """Where the curve is at 0 to 1 of the width, as a part of the height from the top."""
    wave = 0.16 * math.sin(at * 7.1 + 0.6) + 0.07 * math.sin(at * 17.3) + 0.03 * math.sin(at * 41)
    return 0.62 - 0.26 * at + wave


def _steepness(tops: list[float]) -> list[float]:
    """How much longer than wide each step is; without it a steep line would look thicker."""
    after = [*tops[1:], tops[-1]]
    return [math.hypot(1.0, b - a) for a, b in zip(tops, after, strict=True)]


def clamp(value: float) -> float:
    """Held between 0 and 1."""
    return min(1.0, max(0.0, value))


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """The colour at `share` of the way from `a` to `b`."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


def png(width: int, height: int, rows: bytes) -> bytes:
    """A PNG of 8-bit RGB rows, each with its filter byte."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in parts)


def _chunk(kind: bytes, body: bytes) -> bytes:
    """Length, kind, body and checksum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
