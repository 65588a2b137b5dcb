"""System checks of the environment that the site runs in."""

import os
from typing import Any, Final

from django.core.checks import CheckMessage, Warning

ENVIRONMENT: Final = "environment"
"""Tag of these checks; `manage.py prepare` runs them at every start."""

REMOVED_VARIABLES: Final = ("MAHJONG_DIRECTOR_ENGINE", "MAHJONG_DIRECTOR_PREPARE", "WEB_CONCURRENCY", "WEB_THREADS")
"""Environment variables that earlier versions read."""


def removed_variables(app_configs: object, **options: Any) -> list[CheckMessage]:
    """Warn of variables that no longer have any effect."""
    return [
        Warning(
            f"The environment variable {name} no longer has any effect.",
            hint="Remove it from the service or compose file; docs/deploy.md lists the variables in use.",
            id="tournaments.W001",
        )
        for name in REMOVED_VARIABLES
        if name in os.environ
    ]
