"""No test of ours is told by the clock of a busy machine: it waits by the one limit, and compares no durations."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tools.checks import ROOT

WAITS = {"communicate", "get", "join", "poll", "result", "wait", "wait_for_timeout"}
"""Methods whose first argument, or the one named timeout, may be a limit."""
CLOCKS = {"monotonic", "perf_counter", "process_time"}

ALLOWED = {
    ("tests/support/patience.py", "monotonic"),
    ("tests/support/patience.py", "sleep"),
    # A page that sends a form twice does so at once; a slow machine hides it from this run at worst.
    ("tests/journeys/test_as_it_is_served.py", "wait_for_timeout"),
    # Others ask for the page while it is made; on a slow machine they find it made.
    ("tests/tournaments/core/test_response_cache.py", "sleep"),
    # The clock of a memory, which the test moves from its present time.
    ("tests/tournaments/core/test_response_cache.py", "monotonic"),
    # Bytes that come slowly, and an answer that is waited for while it does not come.
    ("tests/tournaments/exchange/test_pinned_connections.py", "sleep"),
    ("tests/tournaments/exchange/test_pinned_connections.py", "join"),
    # A limit that has to pass.
    ("tests/tournaments/exchange/test_pinned_connections.py", "monotonic"),
    # A request that somebody holds lasts beyond the moment when the server is asked to end; a slow machine hides a
    # server that did not wait for it at worst.
    ("tests/tournaments/site/test_serve.py", "wait"),
    # Processes and jobs that do something for a while are what is tested.
    ("tests/support/trial_jobs.py", "sleep"),
    ("tests/support/work.py", "sleep"),
    # The clock of an event runs: its age decides if it is made anew.
    ("tests/support/remembered.py", "monotonic"),
    # A limit that has to pass.
    ("tests/tournaments/core/test_pdf.py", "monotonic"),
    ("tests/tournaments/stateful/test_stateful.py", "monotonic"),
    # Time of the processor, which other programs do not lengthen.
    ("tests/engine/test_exact.py", "process_time"),
    ("tests/tournaments/site/test_expensive_pages.py", "process_time"),
}


def faults(tree: ast.AST) -> Iterator[str]:
    """Yield the names of functions that sleep, that read a clock of durations, and that wait for a number of ours."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="sleep")) | ast.Call(func=ast.Name(id="sleep")):
                yield "sleep"
            case ast.Call(func=ast.Attribute(attr=name)) if name in CLOCKS:
                yield name
            case ast.Call(func=ast.Attribute(attr=name), args=[ast.Constant(value=int() | float())]) if name in WAITS:
                yield name
        if isinstance(node, ast.Call):
            limits = [named.value for named in node.keywords if named.arg == "timeout"]
            yield from ("timeout" for limit in limits if isinstance(limit, ast.Constant) and limit.value)


def test_tests_wait_by_the_one_limit_and_compare_no_durations() -> None:
    paths = sorted((ROOT / "tests").rglob("*.py"))
    found = {
        (str(path.relative_to(ROOT)), fault) for path in paths for fault in faults(ast.parse(path.read_text("utf-8")))
    }
    assert found == ALLOWED


def test_a_limit_of_its_own_is_found() -> None:
    code = "time.sleep(1)\ntime.monotonic()\nthread.join(60)\ngoto(url, timeout=5_000)\nrow.get('name')\nthread.join()"
    assert list(faults(ast.parse(code))) == ["sleep", "monotonic", "join", "timeout"]
