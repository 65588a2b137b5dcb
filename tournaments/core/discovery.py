"""Discovery of modules by name in all subjects, imported when a registry is first read."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from types import ModuleType

from django.apps import apps
from django.utils.module_loading import module_has_submodule


@cache
def import_modules(name: str) -> None:
    for config in apps.get_app_configs():
        if config.module is None:
            continue
        _read(config.module, name)
        for folder in pkgutil.iter_modules(config.module.__path__, f"{config.name}."):
            if folder.ispkg and getattr(config, "has_subjects", False):
                _read(import_module(folder.name), name)


def _read(package: ModuleType, name: str) -> None:
    if not module_has_submodule(package, name):
        return
    plugin = import_module(f"{package.__name__}.{name}")
    for module in pkgutil.iter_modules(getattr(plugin, "__path__", ()), f"{plugin.__name__}."):
        import_module(module.name)
