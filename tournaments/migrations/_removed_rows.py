"""Export of rows that a migration removes, into the backup folder, before they go."""

import datetime
import gzip
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import serializers
from django.db.migrations import RunPython
from django.db.models import QuerySet


def keep_rows(feature: str, *models: str, having: str = "") -> RunPython:
    """Operation that writes every row of `models` ("tournaments.DrawProof") to `removed-<feature>-<moment>.jsonl.gz`.

    One row a line in Django's serialisation format; nothing is written where there are no rows. Where only the column
    `having` goes, the rows are those in which it is set. Put it before the operations that remove the models or columns.
    """

    def export(apps: Any, schema_editor: Any) -> None:
        alias = schema_editor.connection.alias
        chosen = {f"{having}__isnull": False} if having else {}
        found = [apps.get_model(name)._base_manager.using(alias).filter(**chosen) for name in models]
        if any(rows.exists() for rows in found):
            write_rows(f"removed-{feature}", found)

    return RunPython(export, _nothing)


def write_rows(name: str, found: Iterable[QuerySet[Any]]) -> Path:
    """Write the rows to `<name>-<moment>.jsonl.gz` in the folder of backups; return the file."""
    folder = Path(settings.BACKUP_FOLDER)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{name}-{datetime.datetime.now(tz=datetime.UTC):%Y%m%dT%H%M%SZ}.jsonl.gz"
    path.touch(mode=0o600)
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        for rows in found:
            serializers.serialize("jsonl", rows.order_by("pk").iterator(), stream=stream)
    return path


def _nothing(apps: Any, schema_editor: Any) -> None:
    """Leave the export where it is: an earlier release has no rows to put back."""


