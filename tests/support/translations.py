"""Missing translations: reported by every run, failures of `./test --release` alone.

Who adds a text need not know the languages.
"""

from collections.abc import Generator

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--translations", action="store_true", help="missing translations are failures")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report what a test marked `translations` misses as an expected failure."""
    report = yield
    allowed = item.get_closest_marker("translations") and not item.config.getoption("--translations")
    if allowed and call.excinfo and call.excinfo.errisinstance((AssertionError, pytest.fail.Exception)):
        report.outcome, report.wasxfail = "skipped", str(call.excinfo.value)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what is to be translated."""
    missing = [one for one in terminalreporter.getreports("xfailed") if "translations" in one.keywords]
    if missing:
        terminalreporter.section("missing translations: ./test --release fails")
    for one in missing:
        terminalreporter.write_line(f"{one.nodeid}\n{one.wasxfail}\n")
