"""Stored sentences are read in each reader's language; typed text stays as typed."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import RequestFactory
from django.urls import reverse
from django.utils.translation import override

from engine.sentences import Sentence, sentence
from tests.support.people import acting
from tests.support.rows import rows_of
from tests.support.tables import enter, table_of
from tournaments.core import jobs
from tournaments.core.audit import Actor, broken_at
from tournaments.core.models.log import AuditEntry
from tournaments.core.models.sentences import MARK, as_json, as_reason, decode_sentence, encode_sentence, read_reason
from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.events.text.changes import in_plain_words
from tournaments.results.services import results
from tournaments.results.services.typists import Typist
from tournaments.standings.models import ScoreLine

rows = rows_of(__file__)

SAID = sentence("Superseded: %(reason)s", reason=sentence("Version %(number)s counts now.", number=2))


def test_a_sentence_comes_back_with_its_values():
    assert decode_sentence(encode_sentence(SAID)) == "Superseded: Version 2 counts now."
    again = decode_sentence(encode_sentence(SAID))
    assert isinstance(again, Sentence)
    assert again.to_dict() == SAID.to_dict()


def test_typed_text_stays_typed_and_cannot_pass_for_a_sentence():
    assert encode_sentence("ill") == decode_sentence("ill") == "ill"
    forged = encode_sentence(SAID)
    assert decode_sentence(encode_sentence(str(forged))) == forged.replace(MARK, "")
    assert not isinstance(decode_sentence(encode_sentence(str(forged))), Sentence)


@rows
def test_what_a_file_gives_for_a_sentence_is_its_text_unless_it_is_one(given):
    """A width would fill the memory, and a text that was edited since is what its editor wants."""
    found = read_reason({"reason": "3 minutes", "sentence": given})
    assert found == "3 minutes"
    assert not isinstance(found, Sentence)
    assert read_reason(as_reason(SAID)).to_dict() == SAID.to_dict()


def test_values_of_the_log_are_put_into_words():
    values = as_json({"void_reason": SAID, "players": ["Ida", SAID]})
    with override("zh-hant"):
        assert in_plain_words(values["players"]) == "Ida, 已被取代：現以第 2 版為準。"


@pytest.fixture
def corrected(event):
    """A sheet that was corrected and confirmed by people who read Japanese."""
    table = table_of(event)
    with override("ja"):
        for points, reason in (((40, 30, -30, -40), ""), ((50, 20, -30, -40), "書き直し")):
            results.confirm_sheet(acting("olga"), enter(table, points, reason=reason))
    return event


NO_GAME = dict.fromkeys(
    ("points_numerator", "points_denominator", "uma_numerator", "uma_denominator", "place"), None
) | {"shared": False}
"""Columns of a ledger line that is no result of a game."""


@pytest.mark.django_db
def test_why_lines_are_void_is_read_in_every_language(corrected, olga):
    ScoreLine.objects.filter(tournament=corrected).update(kind="adjustment", reason="書き直し", **NO_GAME)
    for language, text in (
        ("en", "Version 2 counts now."),
        ("ja", "第2版が有効になりました。"),
        ("zh-hans", "现以第 2 版为准。"),
        ("zh-hant", "現以第 2 版為準。"),
    ):
        with override("en"):
            page = olga.get(reverse("manage_ledger", args=[corrected.slug]), headers={"accept-language": language})
        assert text in page.content.decode()


@pytest.mark.django_db
def test_the_chain_covers_the_stored_sentence(corrected):
    Tournament.objects.update(entry_by="table_code")
    table = table_of(corrected, 2)
    with override("zh-hans"):
        actor = Actor.of_table(table, RequestFactory().post("/"))
        results.submit_sheet(actor, table, points=(8, -8, 16, -16), typist=Typist(by_table_code=True))
    written = AuditEntry.objects.filter(tournament=corrected).latest("sequence")
    assert written.actor_name == "table 2, round 1"
    with override("ja"):
        assert in_words(written.actor_name) == "1回戦 2卓"
    assert broken_at(corrected) is None
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER audit_entries_stay")
        AuditEntry.objects.filter(pk=written.pk).update(
            actor_name=sentence("table %(table)s, round %(round)s", table=1, round=1)
        )
        assert broken_at(corrected) == written.sequence


@pytest.mark.django_db
def test_a_name_that_the_program_gave_is_kept_when_a_form_sends_it_back(corrected):
    entry = Entry.objects.create(
        tournament=corrected, number=99, romanised_name=sentence("Filler %(number)s", number=1), status="checked_in"
    )
    registration.edit(acting(), entry, romanised_name="Filler 1", club="Kobe")
    entry.refresh_from_db()
    with override("zh-hans"):
        assert (entry.name, entry.club) == ("补位 1", "Kobe")
    registration.edit(acting(), entry, romanised_name="Ann Filler")
    entry.refresh_from_db()
    with override("zh-hans"):
        assert entry.name == "Ann Filler"


@pytest.mark.django_db
def test_a_job_says_in_the_readers_language_how_it_ended():
    job = jobs.create("print", created_by=None)
    run = jobs.claim(job.pk)
    with override("ja"):
        run.report(1, 4, sentence("Sheet %(number)s of %(total)s", number=1, total=4))
    job.refresh_from_db()
    with override("zh-hans"):
        assert in_words(job.message) == "第 1 张，共 4 张"
