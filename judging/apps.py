from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class JudgingConfig(AppConfig):
    """The referee's desk; tournaments run without it."""

    name = "judging"
    label = "judging"
    verbose_name = _("Judging")
    has_subjects = True
    urls_module = "judging.urls"
