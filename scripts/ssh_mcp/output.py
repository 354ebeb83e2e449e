"""Collects what a command writes: up to a limit, and from the line on that says it has begun."""

from dataclasses import dataclass, field

LIMIT_BYTES = 1024 * 1024


@dataclass
class Capped:
    """The first bytes of a stream, and how many more there were."""

    limit: int = LIMIT_BYTES
    kept: bytearray = field(default_factory=bytearray)
    left_out: int = 0

    def add(self, piece: bytes) -> None:
        """Keeps what still fits."""
        room = self.limit - len(self.kept)
        self.kept += piece[:room]
        self.left_out += max(0, len(piece) - room)

    def text(self) -> str:
        """What was kept; bytes that are no UTF-8 become �."""
        return self.kept.decode("utf-8", "replace")

    def note(self, name: str) -> str:
        """What to say of what was left out."""
        if not self.left_out:
            return ""
        return f"{name} was cut after {self.limit:,} bytes; {self.left_out:,} more were left out."


@dataclass
class Beginning:
    """Finds the line `MARK PID`; what stands before it was said by `sudo`, not by the command."""

    mark: str
    leader: int | None = None
    before: bytes = b""

    def add(self, piece: bytes) -> bytes:
        """What of a piece belongs to the command."""
        if self.leader is not None:
            return piece
        self.before += piece
        start = self.before.find(self.mark.encode() + b" ")
        end = self.before.find(b"\n", start)
        if start < 0 or end < 0:
            self.before = self.before[-LIMIT_BYTES:]
            return b""
        self.leader = int(self.before[start:end].split()[1])
        rest, self.before = self.before[end + 1 :], self.before[:start]
        return rest
