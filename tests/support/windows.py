"""The part of Windows that starts a process, below Python's own `subprocess` of that platform.

Handles are file descriptors here, and `CreateProcess` only records what a process would be given.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

NUMBERS = {"STARTF_USESTDHANDLES": 0x100, "DUPLICATE_SAME_ACCESS": 2, "FILE_TYPE_CHAR": 2, "WAIT_TIMEOUT": 258}


class Kernel(ModuleType):
    """`_winapi`; `started` lists the arguments of each process."""

    def __init__(self) -> None:
        super().__init__("_winapi")
        self.started: list[SimpleNamespace] = []

    def __getattr__(self, name: str) -> int:
        if name.startswith("__"):
            raise AttributeError(name)
        return NUMBERS.get(name, 0)

    def CreatePipe(self, *_given: object) -> tuple[int, int]:
        return os.pipe()

    def GetCurrentProcess(self) -> int:
        return -1

    def DuplicateHandle(self, _source: int, handle: int, *_given: object) -> int:
        return os.dup(handle)

    def GetFileType(self, _handle: int) -> int:
        return 3

    def CloseHandle(self, handle: int) -> None:
        os.close(handle)

    def CreateProcess(self, *given: Any) -> tuple[int, int, int, int]:
        self.started.append(SimpleNamespace(inherits=given[4], startup=given[8]))
        return *os.pipe(), 4711, 1

    def WaitForSingleObject(self, *_given: int) -> int:
        return 0

    def GetExitCodeProcess(self, _handle: int) -> int:
        return 0


def subprocess_of_windows() -> tuple[Any, Kernel]:
    """Return Python's module as Windows loads it, and what it calls."""
    kernel, runtime = Kernel(), ModuleType("msvcrt")
    runtime.get_osfhandle = lambda number: number  # type: ignore[attr-defined]
    runtime.open_osfhandle = lambda handle, _flags: handle  # type: ignore[attr-defined]
    spec = importlib.util.spec_from_file_location("subprocess_of_windows", subprocess.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with mock.patch.dict(sys.modules, {"_winapi": kernel, "msvcrt": runtime}):
        spec.loader.exec_module(module)
    return module, kernel
