from django.apps import AppConfig
from django.contrib.auth.signals import user_login_failed
from django.core.checks import Tags, register
from django.utils.translation import gettext_lazy as _

from tournaments.site.checks import (
    ENVIRONMENT,
    check_newer_database,
    check_older_database,
    check_pending_shares,
    check_removed_variables,
)


class TournamentsConfig(AppConfig):
    """The tournaments app. It depends on the engine, never on the referee's desk."""

    name = "tournaments"
    label = "tournaments"
    verbose_name = _("Tournaments")
    has_subjects = True

    def ready(self) -> None:
        """Connect the counter of failed sign-ins and register the system checks."""
        from tournaments.exchange.services import safety  # noqa: F401  (connects its receivers)
        from tournaments.webhooks.services import outbox  # noqa: F401  (connects its receiver)

        user_login_failed.connect(_note_failure)
        register(check_removed_variables, ENVIRONMENT)
        register(check_older_database, Tags.database)
        register(check_newer_database, Tags.database)
        register(check_pending_shares, Tags.database)


def _note_failure(**named: object) -> None:
    # Not above: it counts for models, which are there only now; and no command needs it.
    from tournaments.core.http import lockout

    lockout.note_failure(**named)  # type: ignore[arg-type]
