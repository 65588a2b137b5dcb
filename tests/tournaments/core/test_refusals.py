"""Constraints of the database: each says in one sentence what is wrong, in the reader's language."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import BaseConstraint, CheckConstraint, UniqueConstraint
from django.utils import translation
from django.utils.functional import Promise

from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.seating.models.constraints import SeatingConstraint

APPS = ("tournaments", "judging")


def constraints() -> Iterator[BaseConstraint]:
    """Every constraint of the program's models."""
    for app in APPS:
        for model in apps.get_app_config(app).get_models():
            for one in model._meta.constraints:
                assert isinstance(one, CheckConstraint | UniqueConstraint)
                yield one


def test_every_constraint_has_a_sentence_of_its_own():
    usual = BaseConstraint.default_violation_error_message
    found = list(constraints())
    assert len(found) > 150
    assert [one.name for one in found if one.violation_error_message == usual] == []


@pytest.mark.translations
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES if code != "en"])
def test_every_sentence_is_translated(language):
    with translation.override("en"):
        english = {one.name: str(one.violation_error_message) for one in constraints()}
    with translation.override(language):
        spoken = {one.name: str(one.violation_error_message) for one in constraints()}
    assert [name for name, sentence in english.items() if spoken[name] == sentence] == []
    assert all(isinstance(one.violation_error_message, Promise) for one in constraints())


@pytest.mark.django_db
def test_the_sentence_stands_in_the_reader_s_language():
    event = Tournament(slug="a", name="A", family="mcr", starts_on="2026-05-03", ends_on="2026-05-02")
    said = {"en": "The last day must not be before the first day.", "ja": "最終日は初日より前にできません。"}
    for language, sentence in said.items():
        with translation.override(language), pytest.raises(ValidationError) as refused:
            event.validate_constraints()
        assert refused.value.messages == [sentence]


@pytest.mark.django_db
def test_what_is_there_already_is_named():
    event = Tournament.objects.create(slug="a", name="A", family="mcr")
    Team.objects.create(tournament=event, code="T01", name="Winds")
    one = Entry.objects.create(tournament=event, number=1, family_name="Quist", ema_number="12345678")
    SeatingConstraint.objects.create(tournament=event, kind="fixed_table", entry=one, table_number=1)
    again = {
        "Another team has this code. Choose another one.": Team(tournament=event, code="T01", name="Dragons"),
        "Another team has this name. Choose another one.": Team(tournament=event, code="T02", name="Winds"),
        "Another player has this number. Choose another one.": Entry(tournament=event, number=1, family_name="Aa"),
        "Another player has this EMA number. Check both players.": Entry(
            tournament=event, number=2, family_name="Aa", ema_number="12345678"
        ),
        "A player needs a name.": Entry(tournament=event, number=2),
        "This player already has a fixed table.": SeatingConstraint(
            tournament=event, kind="fixed_table", entry=one, table_number=2
        ),
    }
    for sentence, row in again.items():
        with pytest.raises(ValidationError) as refused:
            row.validate_constraints()
        assert refused.value.messages == [sentence]
