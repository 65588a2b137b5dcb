"""Rooms that any app may have (`jobs`, `papers`, `exports`, `page_extensions`): what stands in one registers itself.

A room is read when somebody first asks for what is in it, because one needs half of the program to be loaded.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from django.apps import apps
from django.utils.module_loading import module_has_submodule


@cache
def read(room: str) -> None:
    """Import the module of that name of every app, and the modules in it where it is a folder; only the first time."""
    for config in apps.get_app_configs():
        if module_has_submodule(config.module, room):
            found = import_module(f"{config.name}.{room}")
            for module in pkgutil.iter_modules(getattr(found, "__path__", ()), f"{found.__name__}."):
                import_module(module.name)
