"""Django's templates, without the tags that other apps bring and no page of this site uses.

Django imports the tags of every app with the first template. Those of the API's framework bring the whole framework,
PostgreSQL's driver and an HTTP client: a seventh of a second in each command and print run that writes one page.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from django.apps import apps
from django.template.backends.django import DjangoTemplates, get_package_libraries

UNUSED: Final = ("csp", "django_htmx", "rest_framework")
"""Apps whose tags no page loads."""


class Templates(DjangoTemplates):
    """The engine of all pages."""

    def get_templatetag_libraries(self, custom_libraries: dict[str, str]) -> dict[str, str]:
        """Module of tags by the name that `{% load %}` gives it."""
        found: dict[str, str] = {}
        for app in ("django", *(config.name for config in apps.get_app_configs() if config.name not in UNUSED)):
            package = f"{app}.templatetags"
            if find_spec(package):
                modules = get_package_libraries(import_module(package))
                found |= {module.removeprefix(f"{package}."): module for module in modules}
        return found | custom_libraries

    def check(self, **kwargs: Any) -> Any:
        """Django looks for two tags of one name among all apps; the API loads its framework without what it lacks."""
        import_module("tournaments.api")
        return super().check(**kwargs)
