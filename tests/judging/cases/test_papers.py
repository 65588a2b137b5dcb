from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from judging.cases import papers
from judging.cases.models import Case
from judging.cases.queries import judgments
from judging.cases.queries.on_phone import list_rulings_on_phone
from judging.cases.services import appeals, cases
from tests.support.cases import case_with_facts, ruled
from tests.support.people import acting, people, person, signed_in
from tests.support.remembered import remembered
from tests.support.tables import playing, table_of
from tournaments.core.printing import registry
from tournaments.core.printing.registry import Order, find_paper, translate_labels
from tournaments.core.printing.slips import SLIP

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

FALSE_WIN = {
    "hand": "123m45p99s chow(345s) pung(222s) +6p | 1f2f5f", "by": "discard", "source": 0, "dead": False,
    "in_time": True, "shown": True, "prevalent_wind": "E", "seat_wind": "S", "won_seats": [],
}  # fmt: skip


def on_paper(case: Case) -> str:
    (leaf,) = papers.protocol(Order(case.tournament, "", case.round, subject=case))
    return re.sub(
        r"\s+", " ", render_to_string(f"print/{leaf.template}.html", {**leaf.values, "label": translate_labels(["en"])})
    )


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.fixture
@remembered
def case() -> Case:
    first, _record = case_with_facts()
    people(first.tournament)
    found = cases.open_case(acting("ren"), first.tournament, kind="win", table=table_of(first.tournament), hand=1)
    judgment = judgments.judge(found, {"kind": "win", "seat": 1, "facts": FALSE_WIN})
    ruled(found, cases.record_claim(acting("ren"), found, judgment), payments="ledger")
    found.refresh_from_db()
    return found


def test_what_decided_comes_with_its_clause_and_its_evidence(case: Case) -> None:
    html = on_paper(case)
    text = words(html)
    assert "Case 2 Is the win right?" in text
    assert "The declared win does not count: the hand has 1 of the 8 points needed, flowers not counted." in text
    assert "MCR-5.2 A win needs the least number of basic points; flowers never help." in text
    assert text.index("Not valid") < text.index("checks passed")
    assert html.count('<span class="tile-s">') == 2
    assert re.findall(r'<(?:a|use) [^>]*href="[^"]*"', html) == []


def test_passed_checks_are_a_line_each_below_what_decided(case: Case) -> None:
    html = on_paper(case)
    text = words(html)
    assert "4 checks passed: The hand is not dead. MCR-6.7 The call came in time. MCR-6.1" in text
    assert html.count("The call came in time.") == 1
    assert text.index("The declared win does not count") < text.index("4 checks passed")
    assert case.table is not None
    (seen,) = list_rulings_on_phone(case.table, case.parties.get(seat=1).entry_id)
    assert [finding.verdict for finding, _whole in seen.findings] == ["fails"]
    assert {finding.verdict for finding, _whole in seen.passed} == {"holds"}


def test_the_protocol_names_who_has_handed_the_case_over(case: Case) -> None:
    cases.hand_over_case(acting("ren"), case, to=person("olga"), note="Ask West.")
    assert re.search(r"Handed over ren → olga · .* Ask West\.", words(on_paper(case)))


def test_the_facts_stand_there_as_they_were_entered(case: Case) -> None:
    text = words(on_paper(case))
    assert "Which player? Given02 Family02" in text
    assert "How was the win claimed? On a discard" in text
    assert "Was the call made in time? Yes" in text
    assert "Which is the player&#x27;s seat wind? South" in text
    assert "Who has won earlier in this hand of play? Nobody" in text
    assert re.search(r"Facts 1 · ren · .* · MCR, rules of 2006 · engine \w+", text)


def test_the_ruling_names_its_effects_seat_by_seat(case: Case) -> None:
    text = words(on_paper(case))
    assert "Given02 Family02: False win: too few points · Payment: −30 MCR-6.8 points" in text
    assert "The hand of Given02 Family02 is dead · The payments are booked in the ledger" in text
    assert "Given01 Family01 0 10 +10 Given02 Family02 30 0 −30" in text
    assert "Ledger: Given02 Family02 −30 Game points" in text
    assert re.search(r"ren · .* · on facts 1", text)


def test_a_superseded_ruling_keeps_the_facts_that_it_rests_on(case: Case) -> None:
    appeals.file_appeal(
        acting("ren"), case.rulings.get(), by_entry=case.parties.get(seat=1).entry, grounds="I had eight.",
        decide_by=case.opened_at,
    )  # fmt: skip
    judgment = judgments.judge(case, {"kind": "win", "seat": 1, "facts": {**FALSE_WIN, "shown": False}})
    record = cases.record_claim(acting("olga"), case, judgment)
    ruled(case, record, by="olga", reason="Nothing was shown.", as_proposed=False)
    text = words(on_paper(case))
    assert [text.count(each) for each in ("Facts 2 as entered", "Facts 1 as entered")] == [1, 1]
    assert "on facts 2 · differs from the proposal · instead of ruling 1" in text
    assert "on facts 1 · superseded by ruling 2" in text
    assert re.search(r"I had eight\. The ruling is changed: Nothing was shown\.", text)
    assert "(crossed out)" in text


def test_a_slip_says_everything_that_was_ruled() -> None:
    """Payments with payees, the hand, the ledger, time, case and deadline, from the ruling's own data."""
    tournament = playing()
    people(tournament)
    case, record = case_with_facts(tournament)
    ruled(case, record, minutes=3)
    (leaf,) = papers.penalty_slips(Order(tournament, "", case.round, subject=case))
    (slip,) = leaf.values["slips"]
    first, second, third, fourth = (entry.name for entry in tournament.entries.order_by("number")[:4])
    assert (slip.case, slip.player, slip.clause) == (f"Case {case.number}, ruling 1", f"2 {second}", "MCR-6.8 points")
    assert dict(slip.ruled) == {
        "the_hand": f"The hand of {second} is dead",
        "payments": f"{second} → {first} 10; {second} → {third} 10; {second} → {fourth} 10",
        "ledger": f"{second} −10 Game points, Table",
        "time": "3 extra minutes",
        "appeal": "appeal until 30 minutes after the end of the session",
    }
    printed = words(
        render_to_string("print/penalty_slips.html", {**leaf.values, "label": translate_labels(["en"], SLIP)})
    )
    for said in (slip.case, *dict(slip.ruled).values()):
        assert escape(said) in printed


LAST_TILE = "Was it the last tile of the wall, or the discard after it? Yes → The win stands"
"""Begin of the answer that would turn the false win into a win."""


def test_page_protocol_slip_and_phone_name_the_answers_that_would_change_the_ruling(case: Case) -> None:
    ren = signed_in("ren")
    heading = "Confirm: this changes only with one of these answers."
    (leaf,) = papers.penalty_slips(Order(case.tournament, "", case.round, subject=case))
    (slip,) = leaf.values["slips"]
    page = words(ren.get(reverse("manage_case", args=[case.tournament.slug, case.number])).content.decode())
    asked = reverse("manage_case_facts", args=[case.tournament.slug, case.number])
    facts = words(ren.get(asked).content.decode())
    for text in (page, facts, words(on_paper(case))):
        assert heading in text
        assert LAST_TILE in text
    assert LAST_TILE in dict(slip.ruled)["changes"]
    assert case.table is not None
    own, other = (case.parties.get(seat=seat).entry_id for seat in (1, 2))
    (seen,) = list_rulings_on_phone(case.table, own)
    assert [text.startswith(LAST_TILE) for text in seen.changes].count(True) == 1
    (hidden,) = list_rulings_on_phone(case.table, other)
    assert hidden.changes == []


def test_slips_of_a_round_are_those_of_its_rulings_in_force() -> None:
    tournament = playing()
    people(tournament)

    def cases_of(number: int) -> list[str]:
        (leaf,) = papers.ruling_slips(Order(tournament, "", tournament.rounds.get(number=number)))
        return [slip.case for slip in leaf.values["slips"]]

    ruled(*case_with_facts(tournament))
    case_with_facts(tournament, table=2)
    assert (cases_of(1), cases_of(2)) == (["Case 1, ruling 1"], ["", ""])


def test_the_lines_to_sign_are_in_the_readers_language_where_the_event_prints_in_none(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []

    def labels_in(languages: list[str], more: object = None) -> dict[str, str]:
        asked.append(languages)
        return {}

    def printed(key: str, case: Case) -> None:
        paper = find_paper(key)
        assert paper is not None
        paper.made(Order(case.tournament, "", case.round, subject=case), "a4")

    monkeypatch.setattr(registry, "translate_labels", labels_in)
    monkeypatch.setattr(registry.pdf, "render_run", lambda *args, **kwargs: b"")
    for language in ("ja", "zh-hant"):
        with translation.override(language):
            printed("case-slips", case)
    type(case.tournament).objects.update(print_languages=["en", "ja"])
    printed("case-protocol", Case.objects.get(pk=case.pk))
    assert asked == [["ja"], ["zh-hant"], ["en", "ja"]]


def test_a_slip_in_three_languages_has_its_labels_in_all_and_its_ruling_in_the_readers(case: Case) -> None:
    type(case.tournament).objects.update(print_languages=["en", "ja", "zh-hans"])
    paper, order = find_paper("case-slips"), Order(type(case.tournament).objects.get(), "", case.round, subject=case)
    assert paper is not None
    for language, hand in (
        ("en", "The hand of Given02 Family02 is dead"),
        ("ja", "Given02 Family02がアガリ放棄"),
        ("zh-hans", "Given02 Family02停和"),
    ):
        with translation.override(language):
            run = paper.run(order, "a4")
            (leaf,) = run.leaves
            printed = words(render_to_string("print/penalty_slips.html", {**leaf.values, "label": run.labels}))
            assert translation.get_language() == language
        assert dict(leaf.values["slips"][0].ruled)["the_hand"] == hand
        assert f"The hand この局 本局 {hand}" in printed
