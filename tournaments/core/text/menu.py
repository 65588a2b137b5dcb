"""The groups of the organiser's menu."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

GROUPS = (
    ("overview", _("Overview")),
    ("prepare", pgettext_lazy("pages of the organiser", "Prepare")),
    ("play", pgettext_lazy("pages of the organiser", "Play")),
    ("results", _("Results")),
    ("referee", _("Referee")),
    ("more", pgettext_lazy("pages of the organiser", "More")),
)
"""The groups of the menu in their order; each has an icon of its name (static/img/icons.svg)."""
