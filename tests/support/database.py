"""Which tests need a database, and a clean cache for them."""

import pytest
from django.core.cache import cache
from django.db import connection

DATABASE_FIXTURES = {
    "db",
    "transactional_db",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
    "live_site",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """`./test` runs the whole suite on one database and repeats on the other only what can tell a difference."""
    parser.addoption("--only-database", action="store_true", help="only the tests that use the database")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With --only-database: leave out pure tests, the browser's, and those marked ``one_database``.

    Pages in a browser, permissions and the API's schema are the same on every database.
    """
    if not config.getoption("only_database"):
        return
    kept = [item for item in items if needs_database(item) and not _elsewhere(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept


def _elsewhere(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in ("browser", "one_database"))


def needs_database(item: pytest.Item) -> bool:
    """True for tests marked django_db, for Django's test cases, and for users of a database fixture."""
    if item.get_closest_marker("django_db"):
        return True
    return bool(DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())))


@pytest.fixture(autouse=True)
def empty_cache(request: pytest.FixtureRequest) -> None:
    """Pages cached by one test are not shown to the next; pure tests have no cache to empty."""
    if needs_database(request.node):
        cache.clear()


def database_url() -> str:
    """The address of the test database, whose name pytest-django has chosen, for other processes."""
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    return f"postgresql://{values['USER']}:{values['PASSWORD']}@{values['HOST']}:{values['PORT']}/{values['NAME']}"
