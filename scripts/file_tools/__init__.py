"""Five tools for text files, the same on every disk: a server brings a `Disk` and lists them."""

from .disk import Disk, Entry, Kind
from .local import LocalDisk
from .tools import file_tools

__all__ = ["Disk", "Entry", "Kind", "LocalDisk", "file_tools"]
