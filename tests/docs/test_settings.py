"""docs/settings.md has every field of the organiser's pages, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from django.utils import translation

from judging.forms.cases import DeskForm
from tournaments.forms import (
    entries,
    evenings,
    events,
    federation,
    printing,
    registration,
    rounds,
    standings,
    tournament,
)

SETTINGS = (Path(__file__).parents[2] / "docs" / "settings.md").read_text("utf-8")
FORMS = (
    tournament.NewTournamentForm,
    tournament.BasicsForm,
    tournament.RulesForm,
    tournament.RoleForm,
    entries.NewEntryForm,
    entries.SubstituteForm,
    registration.RegistrationDeskForm,
    rounds.DrawForm,
    rounds.StandingsForm,
    rounds.SettingForm,
    rounds.PublishForm,
    rounds.RoundForm,
    rounds.TableNameForm,
    rounds.ExtraTimeForm,
    rounds.NewStageForm,
    standings.HideForm,
    standings.CeremonyForm,
    printing.PrintForm,
    evenings.EveningForm,
    events.CopyForm,
    federation.FederationForm,
    DeskForm,
)
ELSEWHERE = {"Kind", "Player", "Other player", "Field: …"}
"""Labels that a form gives its fields only when it is made: of wishes, and of what a registration asks for."""


def test_each_field_of_the_organisers_pages_is_explained():
    told = {row for row in re.findall(r"^\| ([^|]+?) \|", SETTINGS, re.MULTILINE) if row not in ("field", "---")}
    with translation.override("en"):
        labels = {str(field.label) for form in FORMS for field in form.base_fields.values() if field.label}
    assert (sorted(labels - told), sorted(told - labels - ELSEWHERE)) == ([], [])
