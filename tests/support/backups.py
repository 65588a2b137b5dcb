"""Places of backups."""

from pathlib import Path
from typing import Any

from tournaments.site.environment import make_closed_folder


def backups_in(settings: Any, folder: Path) -> None:
    """Let the site keep its backups in the folder."""
    settings.STORAGES = {**settings.STORAGES, "backups": make_closed_folder(folder)}
