"""Our own code runs where there is no POSIX: it uses nothing of it, and names the encoding of every text file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.without_posix import MODULES
from tools.checks import ROOT

PACKAGES = ("engine", "judging", "tournaments")
ATTRIBUTES = {
    *("AF_UNIX", "SIGKILL", "SIGHUP", "SIGALRM", "alarm", "fork", "forkpty", "getpgid", "killpg", "setitimer"),
    *("setpgid", "setpgrp", "setsid", "geteuid", "getuid"),
}
KEYWORDS = {"preexec_fn", "start_new_session", "process_group"}
ALLOWED = {"tournaments/site/web.py: resource"}
"""The web server raises its limit of open files where there is one."""


def faults(tree: ast.AST) -> Iterator[str]:
    """Yield what only POSIX has, and texts read or written in the encoding of the machine."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name in MODULES)
            case ast.ImportFrom(module=str(module)) if module in MODULES:
                yield module
            case ast.Attribute(value=ast.Name(id="os" | "signal" | "socket"), attr=name) if name in ATTRIBUTES:
                yield name
            case ast.Call(func=ast.Attribute(attr="read_text"), args=[], keywords=[]):
                yield "read_text without an encoding"
            case ast.Call(func=ast.Attribute(attr="write_text"), args=[_], keywords=[]):
                yield "write_text without an encoding"
            case ast.Call(keywords=keywords):
                yield from (str(each.arg) for each in keywords if each.arg in KEYWORDS)
                if any(isinstance(each.value, ast.Constant) and each.value.value == "fork" for each in keywords):
                    yield "fork"


def found(path: Path) -> list[str]:
    return [f"{path.relative_to(ROOT)}: {fault}" for fault in faults(ast.parse(path.read_text(encoding="utf-8")))]


def test_our_own_code_needs_no_posix() -> None:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    assert {fault for path in paths for fault in found(path)} == ALLOWED


def test_a_fault_is_found() -> None:
    code = (
        "import fcntl\nfrom resource import getrlimit\nos.fork()\nsocket.AF_UNIX\np.read_text()\np.write_text(x)\n"
        "Popen(a, start_new_session=True)\np.read_text('utf-8')"
    )
    assert sorted(faults(ast.parse(code))) == [
        *("AF_UNIX", "fcntl", "fork", "read_text without an encoding", "resource", "start_new_session"),
        "write_text without an encoding",
    ]
