"""Django's templates, with every app's tags loaded when a template asks for them.

Django imports the tags of all apps with the first template. Those of the API's framework bring the whole framework,
PostgreSQL's driver and an HTTP client: a tenth of a second in each command and print run that writes one page.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.apps import apps
from django.template.backends.django import DjangoTemplates
from django.template.library import Library, import_library


class Libraries(Mapping[str, Library]):
    """Tags by the name that `{% load %}` gives them, imported when they are looked up first."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = modules

    def __getitem__(self, name: str) -> Library:
        return import_library(self._modules[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


class Templates(DjangoTemplates):
    """The engine of all pages."""

    def __init__(self, params: dict[str, Any]) -> None:
        super().__init__(params)
        self.engine.libraries = modules_of_tags() | self.engine.libraries
        self.engine.template_libraries = Libraries(self.engine.libraries)  # type: ignore[assignment]

    def get_templatetag_libraries(self, custom_libraries: dict[str, str]) -> dict[str, str]:
        """Those that the settings name; the apps' are looked for without importing them."""
        return custom_libraries

    def check(self, **kwargs: Any) -> Any:
        """Django looks for two tags of one name among all apps; the API loads its framework without what it lacks."""
        import_module("tournaments.api")
        return super().check(**kwargs)


def modules_of_tags() -> dict[str, str]:
    """Name of the tags -> their module, of Django and all apps; a later app's stand before an earlier one's."""
    found: dict[str, str] = {}
    for app in ("django", *(config.name for config in apps.get_app_configs())):
        package = f"{app}.templatetags"
        spec = find_spec(package)
        if spec is not None:
            names = (module.name for module in pkgutil.iter_modules(spec.submodule_search_locations))
            found |= {name: f"{package}.{name}" for name in names}
    return found
