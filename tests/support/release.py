"""`--release`: the walks visit everything, tests marked `release` run, and a missing translation is a failure.

Every run makes each kind of mistake show itself: its walks visit one of each kind, and it reports missing translations.
"""

from collections.abc import Generator

import pytest
from hypothesis import settings


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--release", action="store_true", help="all of every walk; missing translations are failures")


_options: list[pytest.Config] = []


def pytest_configure(config: pytest.Config) -> None:
    """Set the number of examples of property tests. The time of one says something of the machine and of the tables
    that it is the first to need, not of the code.
    """
    _options[:] = [config]
    settings.register_profile("project", deadline=None, max_examples=100 if in_full() else 25)
    settings.load_profile("project")


def in_full() -> bool:
    """True where a walk visits everything; else it visits one of each kind."""
    return any(config.getoption("release") for config in _options)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests marked `release` to `./test --release`."""
    if not config.getoption("release"):
        later = {item for item in items if item.get_closest_marker("release")}
        config.hook.pytest_deselected(items=list(later))
        items[:] = [item for item in items if item not in later]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report what a test marked `translations` misses as an expected failure."""
    report = yield
    allowed = item.get_closest_marker("translations") and not item.config.getoption("release")
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
