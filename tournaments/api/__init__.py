"""The web API, version 1: the same selectors and services as the pages, in JSON."""

import sys
from importlib import import_module
from typing import Any, Final

UNUSED: Final = ("django.contrib.postgres.fields", "pygments", "requests")
"""What the framework loads because it is installed: for fields, documents and tests that this API has none of."""


def _load_framework() -> None:
    """Let the framework find them missing, which it is made for; they are a tenth of a start."""
    modules: dict[str, Any] = sys.modules
    hidden = [name for name in UNUSED if name not in modules]
    modules.update(dict.fromkeys(hidden))
    try:
        import_module("rest_framework.compat")
    finally:
        for name in hidden:
            del modules[name]


_load_framework()
