import pkgutil
from importlib import import_module

from django.apps import AppConfig, apps
from django.utils.module_loading import module_has_submodule
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """The people's room of the house; knows the engine, never the referee's desk."""

    name = "tournaments"
    label = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """What registers itself by being in its place, in any app: background work, papers, files, pieces of pages."""
        for config in apps.get_app_configs():
            for room in ("jobs", "papers", "exports", "page_extensions"):
                if module_has_submodule(config.module, room):
                    _import_all(f"{config.name}.{room}")


def _import_all(name: str) -> None:
    """The module, and the modules of the folder where it is one."""
    found = import_module(name)
    for module in pkgutil.iter_modules(getattr(found, "__path__", ()), f"{name}."):
        import_module(module.name)
