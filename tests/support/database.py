"""Tests that need a database, and a clean cache for them."""

import multiprocessing
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing.util import get_temp_dir
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.management import get_commands
from django.core.signals import setting_changed
from django.db import connection, transaction
from django.template.base import Template
from django.test import utils
from django.utils import translation

from tests.support.emptying import Command
from tests.support.schema import install_guards
from tests.support.site_limits import extend_limits
from tournaments.core.http import throttles
from tournaments.core.http.public_version import forget_versions
from tournaments.core.printing import pdf
from tournaments.core.printing.typesetting import work
from tournaments.site.translations import compile_catalogues

DATABASE_FIXTURES = {
    "db",
    "transactional_db",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
    "live_site",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """`./test` runs the whole suite on PostgreSQL; `./test --more` repeats on SQLite what can tell a difference."""
    parser.addoption("--both-databases", action="store_true", help="only the tests marked both_databases")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With --both-databases a file without the mark is not even read: most of the time went into collecting those."""
    if not config.getoption("both_databases") or collection_path.suffix != ".py":
        return None
    return True if "both_databases" not in collection_path.read_text(encoding="utf-8") else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With --both-databases: only what is marked so, because its outcome rests on the database or the queue.

    Locks and races, constraints and triggers, sorting and searching, what is stored and read back exactly. What a page
    says, who may open it and what the engine answers is the same on every database.
    """
    if not config.getoption("both_databases"):
        return
    kept = {item: mark for item in items if (mark := item.get_closest_marker("both_databases"))}
    if not config.getoption("release"):
        kept = {item: mark for item, mark in kept.items() if not mark.kwargs.get("in_a_release")}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = list(kept)


@pytest.fixture(scope="session", autouse=True)
def quick_settings() -> None:
    """Replace settings that are slow on purpose, or on first use only; compile translations that have changed."""
    compile_catalogues([Path(folder) for folder in settings.LOCALE_PATHS])
    # The first hasher makes new hashes; those of this one are read by every site.
    settings.PASSWORD_HASHERS = ["tests.support.people.QuickHasher", *settings.PASSWORD_HASHERS[1:]]
    # Every new test client would read through all static files before its first request.
    settings.WHITENOISE_AUTOREFRESH = True
    # Nothing is collected here: a page has the same addresses before and after this process has started a web server.
    settings.STATIC_ROOT = Path(settings.DATA_DIR) / "nothing-collected"
    settings.STATIC_ROOT.mkdir(exist_ok=True)
    replace_flush()
    _template._render = render_noted
    # Django forgets its commands when a test changes the installed apps.
    setting_changed.connect(replace_flush)
    # Each child of the program starts a Python that imports WeasyPrint; these are forked from one that has. The folder
    # of its socket is made now, not in that of the first test that prints.
    get_temp_dir()
    _pdf._spawn = multiprocessing.get_context("forkserver")
    _pdf._spawn.set_forkserver_preload(["weasyprint", "pypdf", work.__module__])


def render_noted(template: Any, context: Any) -> Any:
    """Render a template, and tell the test client of it; not of Django's own templates of form fields.

    A page has thousands of those, and the client copies the context of each.
    """
    if template.name and template.name.startswith("django/forms/"):
        return template.nodelist.render(context)
    return _utils.instrumented_test_render(template, context)


def replace_flush(**_: Any) -> None:
    """Register our `flush`: Django's table of commands holds the name of an app, or a command that is loaded."""
    commands: dict[str, Any] = get_commands()
    commands["flush"] = Command()


_template: Any = Template
_utils: Any = utils
_pdf: Any = pdf
"""A class and modules; their types leave out what is used and replaced here."""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any, django_db_use_migrations: bool) -> None:
    """The test database with the triggers, which the models do not know; the site waits as long as the tests do."""
    extend_limits()
    if not django_db_use_migrations:
        with django_db_blocker.unblock():
            install_guards()


@contextmanager
def kept_for_the_module(django_db_blocker: Any) -> Iterator[None]:
    """Inside, a fixture of a module makes what all its tests read; each test is undone, and this at the module's end.

    The tests are marked django_db as ever: their transaction lies within this one. A fixture that a test asks for by
    `getfixturevalue` would lie within that of the test, and be gone for the next.
    """
    with django_db_blocker.unblock():
        transactions = connection.in_atomic_block + len(connection.savepoint_ids)
        assert transactions == len(_kept), "Name the fixture among the arguments of the test."
        with transaction.atomic():
            _kept.append(transactions)
            try:
                yield
            finally:
                _kept.pop()
                transaction.set_rollback(True)


_kept: list[int] = []
"""For each fixture that is kept at present, the number of those around it."""


def needs_database(item: pytest.Item) -> bool:
    """True for tests marked django_db, for Django's test cases, and for users of a database fixture."""
    if item.get_closest_marker("django_db"):
        return True
    return bool(DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())))


@pytest.fixture(autouse=True)
def empty_cache(request: pytest.FixtureRequest) -> None:
    """No test sees pages or throttles of the one before; pure tests have no cache to empty."""
    if needs_database(request.node):
        for one in caches.all():
            one.clear()
        forget_versions()


@pytest.fixture(autouse=True)
def one_period(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No period of a rate limit ends during a test: they begin at full hours, and a count would begin anew."""
    if needs_database(request.node):
        monkeypatch.setattr(throttles, "time", SimpleNamespace(time=partial(float, time.time())))


@pytest.fixture(autouse=True)
def own_language() -> Iterator[None]:
    """The language of a page that a test's visitor saw stays in force in the process; the next test begins anew."""
    yield
    translation.deactivate()


def database_url() -> str:
    """The address of the test database, whose name pytest-django has chosen, for other processes."""
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    return f"postgresql://{values['USER']}:{values['PASSWORD']}@{values['HOST']}:{values['PORT']}/{values['NAME']}"


def of_other_processes(**more: str) -> dict[str, str]:
    """The environment of a server or worker on the test database: what one leaves that is killed goes with the data."""
    return {**os.environ, "DATABASE_URL": database_url(), "TMPDIR": str(settings.DATA_DIR), **more}
