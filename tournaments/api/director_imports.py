"""Rosters, results and schedules by the API, as the pages read them: a look first, saved where `save` says so."""

from __future__ import annotations

from typing import Any, cast

from rest_framework import serializers

from tournaments.api.acts import At, act_answering, choice, flag, text
from tournaments.imports.sent import Look, Sent, look_at_results, look_at_roster, look_at_schedule, sent
from tournaments.models import Tournament, User
from tournaments.selectors import people
from tournaments.wording.files import ENCODINGS


class RowProblemSerializer(serializers.Serializer[Any]):
    """One thing wrong or doubtful."""

    line = serializers.IntegerField(help_text="Of the file, from 1; 0 for the whole of it.")
    column = serializers.CharField(allow_blank=True)
    message = serializers.CharField()
    warning = serializers.BooleanField(help_text="Saved all the same; what is no warning keeps its row out.")


class ImportedSerializer(serializers.Serializer[Any]):
    """What saving would do or has done."""

    version = serializers.IntegerField(help_text="The event's version now; an ETag begins with it.")
    saved = serializers.IntegerField(allow_null=True, help_text="How many; null for a look.")
    counts = serializers.DictField(child=serializers.IntegerField())
    rows = serializers.ListField(child=serializers.DictField())
    problems = RowProblemSerializer(many=True)


SENT = {
    "text": serializers.CharField(required=False, allow_blank=True, default="", trim_whitespace=False),
    "file": serializers.CharField(required=False, allow_blank=True, default="", help_text="CSV or XLSX in base64."),
    "sheet": text(longest=80),
    "block": text(longest=20),
}
SAVE = {"save": flag(), "leave_out": flag()}


def _sent(at: At) -> Sent:
    return sent(**{name: at.values[name] for name in (*SENT, "encoding") if name in at.values})


def _answer(at: At, look: Look) -> dict[str, Any]:
    saved = look.confirmed(at.by, leave_out=at["leave_out"]) if at["save"] else None
    version = Tournament.objects.values_list("version", flat=True).get(pk=at.tournament.pk)
    values = {"version": version, "saved": saved, "counts": look.counts, "rows": look.rows, "problems": look.problems}
    return dict(ImportedSerializer(values).data)


@act_answering(
    ImportedSerializer, "entries/import", "entries.import", does="entries.import",
    encoding=choice(["", *ENCODINGS], ""), **SENT, **SAVE,
)  # fmt: skip
def import_roster(at: At) -> dict[str, Any]:
    """Players from a table in any layout that the page reads; nothing is saved without `save`. With `leave_out` the
    rows that cannot be read and the columns that are not known stay out.
    """
    register = people.register_of(cast(User, at.request.user), at.tournament)
    return _answer(at, look_at_roster(at.tournament, _sent(at), register=register))


@act_answering(
    ImportedSerializer, "results/import", "results.enter", does="results.import", reason=text(), **SENT, **SAVE,
)  # fmt: skip
def import_results(at: At) -> dict[str, Any]:
    """Sheets from a table of results; nothing is saved without `save`. A correction and a doubtful sheet need a reason,
    and each sheet waits for its confirmation.
    """
    return _answer(at, look_at_results(at.tournament, _sent(at), reason=at["reason"]))


@act_answering(
    ImportedSerializer, "rounds/<number:number>/schedule", "seating.draft", does="seating.schedule",
    **SENT, **SAVE,
)  # fmt: skip
def import_schedule(at: At) -> dict[str, Any]:
    """Drafts from a schedule made elsewhere, from this round on; nothing is saved without `save`. With `leave_out`
    players who are not named sit out.
    """
    return _answer(at, look_at_schedule(at.round, _sent(at), sit_out=at["leave_out"]))
