from __future__ import annotations

import tomllib
from contextlib import nullcontext
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.commands.score import answer as answer_score
from engine.family import families, ruleset, ruleset_names
from judging.law.answers import answer_claim
from judging.law.examples import load_examples
from judging.law.families import get_law
from judging.law.infractions import list_claimable, list_infractions
from judging.law.kinds import load_kinds
from judging.quiz.queries import Question, QuizAnswer, load_questions
from tests.roles.cast import blank_pages
from tests.support.release import in_full
from tests.support.slices import in_slice, in_slice_of_each
from tournaments.events.presets import get_usual_ruleset

pytestmark = pytest.mark.django_db

NAME = "riichi-ema-2016"
QUIZ = reverse("rule_quiz", args=[NAME])
RULESETS = in_slice_of_each(ruleset_names(), 6, lambda name: ruleset(name).family.name)
DEFAULTS = [get_usual_ruleset(family) for family in families().values()]
NOT_ASKED = {
    "mcr-2006": "M12 M14 M15 M16 M17 M18 M53 M55 M59 M66 M67 M68 M69 M74 M79 M95",
    NAME: " ".join(f"R{number}" for number in range(34, 48)),
    "sichuan-world-championship": "SC-8.43 SC-8.44",
    "taiwan-aono": "TW-8.82 TW-8.83 TW-8.84",
}
"""Worked hands by ruleset that are no win, whose points are documented without their flowers (M12, M18), or that are
limit hands (R).
"""


def address(question: Question, name: str = NAME) -> str:
    return reverse("rule_quiz_question", args=[name, question.id])


def typed(ruling: QuizAnswer) -> dict[str, Any]:
    if ruling.value is not None:
        return {"value": str(ruling.value)}
    return {"verdict": ruling.verdict, "fault": ruling.infraction}


def first(*, hand: bool = False, verdict: str = "fails") -> Question:
    return next(
        each
        for each in load_questions(NAME).values()
        if (each.case is not None) == hand and (hand or each.right.verdict == verdict)
    )


def written(family: str) -> dict[str, dict[str, Any]]:
    """Id -> worked hand of a family as its files have it."""
    folder = families()[family].folder / "examples"
    rows = [row for path in folder.glob("*.toml") for row in tomllib.loads(path.read_text("utf-8"))["example"]]
    return {row["id"]: row for row in rows if row["kind"] == "hand"}


@pytest.mark.parametrize("name", RULESETS)
def test_the_right_ruling_is_documented_and_what_the_program_answers(name: str) -> None:
    rules, asked = ruleset(name), load_questions(name)
    unit = get_law(rules.family).value_unit
    claims = {each.id: each for each in load_examples(rules.family.name)}
    hands = written(rules.family.name)
    assert not claims.keys() & hands.keys()
    for question in asked.values():
        if question.case is not None:
            row, scored = hands[question.id], answer_score(question.case)
            documented = row.get(unit, row.get("value", {}).get(unit))
            documented = documented[name] if isinstance(documented, dict) else documented
            assert question.right == QuizAnswer(value=documented)
            assert (scored["win"], scored["value"][unit], question.case["hand"]) == (True, documented, row["hand"])  # type: ignore[index]
            continue
        example, answer = claims[question.id], answer_claim({**question.claim, "ruleset": name})
        assert question.right == QuizAnswer(example.verdict, example.infraction or "")
        assert (answer["verdict"], example.kind) == (example.verdict, question.kind)
        assert [each["infraction"] or None for each in answer["proposals"]] == [example.infraction]
        assert {question.right.infraction} <= {"", *list_infractions(rules)}


@pytest.mark.parametrize("name", RULESETS)
def test_examples_written_for_a_ruleset_are_asked(name: str) -> None:
    asked = load_questions(name)
    claims = {
        each.id
        for each in load_examples(ruleset(name).family.name)
        if each.ruleset == name
        and load_kinds()[each.kind].recipient == "claimant"
        and each.facts.get("fault", "") in ("", *list_claimable(ruleset(name)))
    }
    assert claims <= asked.keys()


@pytest.mark.parametrize("name", NOT_ASKED)
def test_worked_hands_of_the_usual_ruleset_are_asked(name: str) -> None:
    family = ruleset(name).family.name
    own = {key: row for key, row in written(family).items() if row["ruleset"] == name and not row.get("parameters")}
    left_out = {key.removeprefix("EX-") for key in own.keys() - load_questions(name).keys()}
    assert left_out == set(NOT_ASKED[name].split())


def test_a_right_and_a_wrong_ruling_are_told_with_the_clause_and_counted(client: Client) -> None:
    claim, hand = first(), first(hand=True)
    page = client.get(address(claim))
    assert (page.status_code, "0 of 0 answers correct" in page.content.decode()) == (200, True)
    found = client.post(address(claim), typed(claim.right))
    answer = answer_claim(claim.claim)
    (decided, *_rest) = [each for each in answer["findings"] if each["verdict"] == "fails"]
    shown = found.content.decode()
    assert (found.status_code, found.context["correct"]) == (200, True)
    assert f'href="{reverse("rule_clause", args=[NAME, decided["clause"]])}"' in shown
    assert "1 of 1 answer correct" in shown
    wrong = client.post(address(hand), {"value": "40"})
    assert (wrong.context["correct"], wrong.context["right"]) == (False, str(hand.right.value))
    assert all(each.href for each in (*wrong.context["findings"], *wrong.context["findings"][0].also))
    assert "1 of 2 answers correct" in wrong.content.decode()


@pytest.mark.parametrize("name", DEFAULTS)
def test_every_question_is_shown_and_answered_and_the_next_is_an_open_one(client: Client, name: str) -> None:
    """One page of each kind is rendered; of the others their context is read, for one game in a run."""
    asked, quiz, rendered = list(load_questions(name).values()), reverse("rule_quiz", args=[name]), set[str]()
    following = {asked[-3].id: asked[-2], asked[-2].id: asked[-1]}
    to_the_end = name in in_slice(DEFAULTS, len(DEFAULTS))
    for question in asked:
        if question.kind in rendered and not to_the_end:
            continue
        with blank_pages() if question.kind in rendered and not in_full() else nullcontext():
            found = client.post(address(question, name), typed(question.right))
        rendered.add(question.kind)
        assert (found.status_code, found.context["correct"], question.id) == (200, True, question.id)
        assert found.context["facts"]
        assert any(each.href for each in found.context["findings"])
        if to_the_end and question.id in following:
            assert client.get(quiz, {"after": asked[-1].id})["Location"] == address(following[question.id], name)
    if to_the_end:
        done = client.get(quiz).content.decode()
        assert "No questions left." in done
        assert f"{len(asked)} of {len(asked)} answers correct" in done


def test_the_verdict_and_the_fault_both_count(client: Client) -> None:
    claim = first()
    for changed in ({"verdict": "holds"}, {"fault": ""}):
        assert client.post(address(claim), {**typed(claim.right), **changed}).context["correct"] is False


def test_the_first_answer_to_a_question_counts_and_a_new_sitting_begins_at_nothing(client: Client) -> None:
    claim = first()
    client.post(address(claim), {**typed(claim.right), "verdict": "holds"})
    again = client.post(address(claim), typed(claim.right))
    assert (again.context["correct"], "0 of 1 answer correct" in again.content.decode()) == (True, True)
    assert client.post(QUIZ).status_code == 302
    assert "0 of 0 answers correct" in client.get(address(claim)).content.decode()


def test_the_count_is_kept_by_the_browser_alone_and_not_believed_when_changed(client: Client) -> None:
    claim = first()
    found = client.post(address(claim), typed(claim.right))
    assert set(found.cookies) == {"quiz", "csrftoken", "changed"}
    assert (found.cookies["quiz"]["path"], found.cookies["quiz"]["max-age"]) == (QUIZ, "")
    client.cookies["quiz"] = "0.1.2_:forged"
    assert "0 of 0 answers correct" in client.get(address(claim)).content.decode()


@pytest.mark.parametrize("ruling", [{}, {"verdict": "perhaps"}, {"verdict": "fails", "fault": "nonsense"}])
def test_what_is_no_ruling_is_marked_and_not_counted(client: Client, ruling: dict[str, str]) -> None:
    found = client.post(address(first()), {"csrfmiddlewaretoken": "x", **ruling})
    assert (found.status_code, bool(found.context["form"].errors)) == (422, True)
    assert "0 of 0 answers correct" in found.content.decode()


@pytest.mark.parametrize("value", ["", "-1", "9" * 30, "two"])
def test_what_is_no_value_is_marked(client: Client, value: str) -> None:
    found = client.post(address(first(hand=True)), {"value": value})
    assert (found.status_code, list(found.context["form"].errors)) == (422, ["value"])


@pytest.mark.parametrize("name", in_slice(DEFAULTS, 2))
def test_rules_lead_to_their_quiz_and_each_quiz_to_those_of_the_other_games(client: Client, name: str) -> None:
    quiz = reverse("rule_quiz", args=[name])
    assert f'href="{quiz}"' in client.get(reverse("rules_page", args=[name])).content.decode()
    page = client.get(quiz, follow=True).content.decode()
    assert [reverse("rule_quiz", args=[other]) in page for other in DEFAULTS] == [True] * 4


def test_the_address_of_the_practice_desk_leads_to_the_quiz(client: Client) -> None:
    found = client.get(reverse("rule_practice", args=[NAME]), {"sheet": "x"})
    assert (found.status_code, found["Location"]) == (301, QUIZ)


def test_unknown_rules_and_questions_are_not_found(client: Client) -> None:
    for missing in ("/rules/chess-2020/quiz/", "/rules/chess-2020/practice/", f"{QUIZ}nonsense/"):
        assert client.get(missing).status_code == 404
