"""Public files of seasons, made once by the worker."""

from __future__ import annotations

from django.utils import translation

from tournaments.core.models.public_files import PublicFile
from tournaments.core.public_files import file_kind
from tournaments.core.tabular.writing import as_xlsx
from tournaments.seasons.files import WORKBOOK, build_ranking_rows
from tournaments.seasons.models import Season
from tournaments.seasons.queries import compute_ranking


@file_kind(WORKBOOK, "xlsx", of_several=True)
def make_ranking(file: PublicFile) -> bytes:
    season = Season.objects.get(pk=file.params["season"], published=True)
    with translation.override(file.params["language"]):
        return as_xlsx(build_ranking_rows(compute_ranking(season, month=file.params["month"])), season.slug)
