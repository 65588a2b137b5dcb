"""docs/settings.md has every field of the organiser's pages, and no other; in Japanese by the names of the pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

from judging.desk.forms import DeskForm
from tournaments.entries.forms import categories, entries, questions, registration
from tournaments.events.forms import BasicsForm, NewTournamentForm, PrintForm, RoleForm, RulesForm
from tournaments.exchange.forms import CopyForm, FederationForm
from tournaments.fees import forms as fees
from tournaments.results.forms import evenings
from tournaments.rounds.forms import rounds
from tournaments.seating.forms import draws, seatings
from tournaments.standings.forms import stages, standings

DOCS = Path(__file__).parents[2] / "docs"
FORMS = (
    *(fees.FeeDeskForm, fees.FeeForm, fees.PaymentForm, fees.RefundForm, fees.ReductionForm),
    *(NewTournamentForm, BasicsForm, RulesForm, RoleForm, entries.NewEntryForm, entries.SubstituteForm),
    *(
        registration.RegistrationDeskForm,
        questions.QuestionForm,
        categories.CategoryForm,
        categories.MembersForm,
        draws.DrawForm,
        draws.StandingsForm,
        draws.SettingForm,
    ),
    *(
        seatings.PublishSeatingsForm,
        rounds.RoundForm,
        rounds.PlanDatesForm,
        rounds.PostponeTableForm,
        rounds.TableNameForm,
        rounds.ExtraTimeForm,
        stages.NewStageForm,
    ),
    *(standings.HideForm, standings.CeremonyForm, PrintForm, evenings.EveningForm, CopyForm, FederationForm, DeskForm),
)
ELSEWHERE_IN_JAPANESE = {"Kind": "種類", "Player": "選手", "Other player": "相手の選手", "Field: …": "入力欄：…"}
"""Labels that a form gives its fields only when it is made: of wishes, and of what a registration asks for."""


def fields_told(guide: str) -> list[str]:
    """The first column of every table, in the order of the page."""
    rows = re.findall(r"^\| ([^|]+?) \|", (DOCS / guide).read_text("utf-8"), re.MULTILINE)
    return [row for row in rows if row not in ("field", "項目")]


def labels(language: str) -> list[str]:
    with translation.override(language):
        fields = [field for form in FORMS for field in form.base_fields.values()]
        return [str(field.label) for field in fields if field.label and not field.widget.is_hidden]


def test_each_field_of_the_organisers_pages_is_explained():
    told, known = set(fields_told("settings.md")), set(labels("en"))
    assert (sorted(known - told), sorted(told - known - set(ELSEWHERE_IN_JAPANESE))) == ([], [])


@pytest.mark.translations
def test_the_japanese_guide_has_the_same_fields_by_the_names_of_the_pages():
    names = dict(zip(labels("en"), labels("ja"), strict=True)) | ELSEWHERE_IN_JAPANESE
    assert fields_told("ja/settings.md") == [names[field] for field in fields_told("settings.md")]
