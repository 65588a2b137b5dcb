"""Plug-ins of the suite, one module a subject."""

pytest_plugins = ["tests.support.database", "tests.support.worker", "tests.support.browser"]
