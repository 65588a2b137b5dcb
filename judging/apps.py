from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class JudgingConfig(AppConfig):
    """The referee's desk; take it out and tournaments still run."""

    name = "judging"
    label = "judging"
    verbose_name = _("Judging")
    has_subjects = True
    urls_module = "judging.urls"
