from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """The people's room of the house; knows the engine, never the referee's desk."""

    name = "tournaments"
    label = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Background work and pieces of pages register by being in an app's `jobs` and `slots` modules."""
        autodiscover_modules("jobs", "slots")
