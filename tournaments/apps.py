from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """The people's room of the house; knows the engine, never the referee's desk."""

    name = "tournaments"
    label = "tournaments"
    verbose_name = _("Tournaments")
