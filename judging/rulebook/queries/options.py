"""Options of a family with the claims that show their effect."""

from __future__ import annotations

from django.utils.translation import gettext

from engine.family import families
from judging.law.findings import overall
from judging.law.kinds import kinds
from judging.law.option_examples import Answer, answer, option_claims
from judging.rulebook.logic import findings as words
from tournaments.core.text.language import reader
from tournaments.game.queries import SaidOfValue, ShownChange, engine_change, example_title, value_text
from tournaments.rounds.models import SeatWind


def change_of(family: str, name: str) -> ShownChange | None:
    """Return what an option changes in its example; None for a fact."""
    return engine_change(families()[family], name) or claim_change(family, name)


def claim_change(family: str, name: str) -> ShownChange | None:
    """Return what an option changes in its claim; None if a claim does not show it."""
    example = option_claims(family).get(name)
    if example is None:
        return None
    answers = [_in_words(answer(example, name, value)) for value in example.values]
    values = [example.rules(name, value) for value in example.values]
    said = [
        SaidOfValue(value_text(rules, rules.option(name)), tuple(line for line in own if line not in other))
        for rules, own, other in zip(values, answers, reversed(answers), strict=True)
    ]
    title = gettext(kinds()[example.case["kind"]].title)
    return ShownChange(example_title(example), str(example.case["facts"].get("hand", "")), tuple(said), asked=title)


def _in_words(answered: Answer) -> list[str]:
    """Return the law's answer as lines: the verdict, the findings, the rulings with their alternatives."""
    claim, findings, proposals = answered
    seats = {seat.value: str(seat.label) for seat in SeatWind}
    label, _chip = words.VERDICTS[overall(findings).value]
    lines = [gettext(label)]
    lines += [
        f"{words.say_sentence(each.to_dict(), seats, reader(), claim.ruleset)} ({each.clause})" for each in findings
    ]
    for each in proposals:
        shown = words.shown_proposal(each.to_dict(), seats, reader(), claim.ruleset)
        lines += [shown.ruling, *([] if shown.hand in shown.ruling else [shown.hand]), *shown.consequences]
        lines += [gettext("Instead: %(penalty)s") % {"penalty": penalty} for penalty in shown.instead]
    return list(dict.fromkeys(lines))
