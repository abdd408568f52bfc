"""A disk under SQLite: every operation on files of this process is seen, and fails where a test asks for it.

It is the usual VFS of SQLite with some of its methods replaced, so all that SQLite does around them (locks, shared
memory, what it makes of an error) is the real thing. One at a time in a process.
"""

from __future__ import annotations

import _sqlite3
import ctypes
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

if TYPE_CHECKING:
    from collections.abc import Callable

Kind = Literal["write", "sync", "truncate", "delete", "open", "read"]

OK, READONLY, IOERR, FULL, CANTOPEN = 0, 8, 10, 13, 14
IOERR_READ, IOERR_WRITE, IOERR_FSYNC, IOERR_TRUNCATE, IOERR_DELETE = (
    IOERR | n << 8 for n in (1, 3, 4, 6, 10)
)

_File = c_void_p
_CLOSE = CFUNCTYPE(c_int, _File)
_READ = CFUNCTYPE(c_int, _File, c_void_p, c_int, c_int64)
_SIZE = CFUNCTYPE(c_int, _File, c_int64)
_SYNC = CFUNCTYPE(c_int, _File, c_int)


class _Methods(ctypes.Structure):
    """sqlite3_io_methods, as far as it is looked at; the rest is copied as it is."""

    _fields_: ClassVar[Any] = [
        ("version", c_int),
        ("close", _CLOSE),
        ("read", _READ),
        ("write", _READ),
        ("truncate", _SIZE),
        ("sync", _SYNC),
        ("rest", c_void_p * 13),
    ]


class _Vfs(ctypes.Structure):
    """sqlite3_vfs, likewise."""

    _fields_: ClassVar[Any] = [
        ("version", c_int),
        ("file_size", c_int),
        ("path_max", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        ("rest", c_void_p * 14),
    ]


_OPEN = CFUNCTYPE(c_int, POINTER(_Vfs), c_void_p, _File, c_int, POINTER(c_int))
_DELETE = CFUNCTYPE(c_int, POINTER(_Vfs), c_char_p, c_int)

_kept: list[object] = []
"""What SQLite may still point to when a disk is no longer used."""

_sqlite = ctypes.CDLL(_sqlite3.__file__)
_sqlite.sqlite3_vfs_find.restype = POINTER(_Vfs)
_sqlite.sqlite3_vfs_find.argtypes = [c_char_p]
_sqlite.sqlite3_vfs_register.argtypes = [POINTER(_Vfs), c_int]


@dataclass(frozen=True, slots=True)
class Op:
    """One operation on a file.

    Attributes:
        name: of the file, without its folder.
        data: what was written.
        at: where, or the size that it was cut to.
    """

    kind: Kind
    name: str
    data: bytes = b""
    at: int = 0


class Disk:
    """While the block runs, SQLite's files are on this disk.

    Attributes:
        seen: is called with each operation before it is done, and returns SQLite's code of what happens instead;
            `OK` lets it happen. A write that fails with `FULL` after `short` bytes has written those.
        short: how many bytes of a failing write reach the file all the same.
        wrong: whether a reading gives other bytes than those that are there.
    """

    def __init__(self, seen: Callable[[Op], int]) -> None:
        self.seen = seen
        self.short = 0
        self.wrong: Callable[[Op], bool] = lambda _: False
        self._names: dict[int, str] = {}
        self._tables: dict[int, _Methods] = {}

    def __enter__(self) -> Self:
        self._real = _sqlite.sqlite3_vfs_find(None)
        vfs = _Vfs.from_buffer_copy(self._real.contents)
        vfs.name = b"touchmove-test"
        self._open, self._delete = _OPEN(vfs.open), _DELETE(vfs.delete)
        mine = (_OPEN(self._on_open), _DELETE(self._on_delete))
        vfs.open, vfs.delete = (ctypes.cast(each, c_void_p) for each in mine)
        _kept.extend((vfs, *mine))
        self._vfs = vfs
        _sqlite.sqlite3_vfs_register(ctypes.byref(vfs), 1)
        return self

    def __exit__(self, *_: object) -> None:
        _sqlite.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
        _sqlite.sqlite3_vfs_register(self._real, 1)

    def _on_open(self, _: object, path: int | None, file: int, flags: int, out: Any) -> int:  # noqa: ANN401
        name = Path((ctypes.string_at(path) if path else b"temporary").decode()).name
        if code := self.seen(Op("open", name)):
            ctypes.cast(file, POINTER(c_void_p))[0] = None
            return code
        code = int(self._open(self._real, path, file, flags, out))
        if code == OK:
            self._names[file] = name
            place = ctypes.cast(file, POINTER(c_void_p))
            place[0] = ctypes.addressof(self._watched(place[0] or 0))
        return code

    def _watched(self, address: int) -> _Methods:
        """The methods of a file with ours between."""
        if address in self._tables:
            return self._tables[address]
        real = _Methods.from_address(address)
        table = _Methods.from_buffer_copy(real)
        names = self._names

        def write(file: int, data: int, count: int, at: int) -> int:
            code = self.seen(Op("write", names[file], ctypes.string_at(data, count), at))
            if code and self.short:
                real.write(file, data, min(self.short, count), at)
            return code or int(real.write(file, data, count, at))

        def read(file: int, data: int, count: int, at: int) -> int:
            op = Op("read", names[file], at=at)
            code = self.seen(op) or int(real.read(file, data, count, at))
            if code == OK and self.wrong(op):
                ctypes.memset(data, 0x5A, count)
            return code

        def truncate(file: int, size: int) -> int:
            return self.seen(Op("truncate", names[file], at=size)) or int(real.truncate(file, size))

        def sync(file: int, flags: int) -> int:
            return self.seen(Op("sync", names[file])) or int(real.sync(file, flags))

        table.read, table.write = _READ(read), _READ(write)
        table.truncate, table.sync = _SIZE(truncate), _SYNC(sync)
        self._tables[address] = table
        _kept.append(table)
        return table

    def _on_delete(self, _: object, path: bytes, sync: int) -> int:
        return self.seen(Op("delete", Path(path.decode()).name)) or int(
            self._delete(self._real, path, sync)
        )
