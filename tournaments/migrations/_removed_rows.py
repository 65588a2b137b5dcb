"""Export of rows that a migration removes, into the place of the backups, before they go."""

import datetime
import gzip
import tempfile
from collections.abc import Iterable
from typing import Any

from django.core import serializers
from django.core.files import File
from django.core.files.storage import storages
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


def write_rows(name: str, found: Iterable[QuerySet[Any]]) -> str:
    """Write the rows to `<name>-<moment>.jsonl.gz` beside the backups; return the path, in a bucket the name."""
    storage = storages["backups"]
    with tempfile.TemporaryFile() as draft:
        with gzip.open(draft, "wt", encoding="utf-8") as stream:
            for rows in found:
                serializers.serialize("jsonl", rows.order_by("pk").iterator(), stream=stream)
        draft.seek(0)
        moment = f"{datetime.datetime.now(tz=datetime.UTC):%Y%m%dT%H%M%SZ}"
        saved = storage.save(f"{name}-{moment}.jsonl.gz", File(draft))
    try:
        return storage.path(saved)
    except NotImplementedError:
        return saved


def _nothing(apps: Any, schema_editor: Any) -> None:
    """Leave the export where it is: an earlier release has no rows to put back."""


