from __future__ import annotations

from collections.abc import Iterator

from engine.reading.decompositions import Reading
from engine.reading.suit_tables import PUNG
from engine.rules.mcr.conditions.chows import Chows
from engine.rules.mcr.conditions.pungs import Pungs
from engine.rules.mcr.conditions.win_circumstances import WaitPlace
from engine.rules.mcr.counting import VIEWS, Counting
from engine.rules.mcr.grouping import chow_fans
from engine.rules.mcr.patterns import Fan
from engine.rules.mcr.scoring import Scorer
from engine.rules.mcr.view import CountedView
from engine.scoring.patterns import NotCounted
from engine.scoring.score import Alternative, ScoredHand, ScoreExplanation
from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _


def explain(scored: ScoredHand) -> ScoreExplanation:
    scorer = scored.ruleset.scorer
    if not isinstance(scorer, Scorer):
        raise TypeError(f"{scored.ruleset!r} does not score MCR hands")
    hand, win = scored.hand, scored.circumstances
    if not scored.complete or hand.winning is None:
        return ScoreExplanation((), (), tuple((reason.message, reason.clause) for reason in scored.reasons))
    readings = sorted(scorer.readings(hand, win), key=lambda reading: -reading.points)
    alternatives = []
    for counted in readings:
        alternatives.append(Alternative(counted.read(hand, win), counted.awards, counted.points))
    not_counted = dict.fromkeys(_find_not_counted(scorer, readings[0], alternatives[0].reading))
    return ScoreExplanation(tuple(not_counted), tuple(alternatives), tuple(_explain_steps(scored, scorer)))


def _find_not_counted(scorer: Scorer, counted: CountedView, reading: Reading) -> Iterator[NotCounted]:
    counting = scorer.counting
    bits = counted.resolution.bits
    rows = [row for row in counting.rows if bits & counting.bit[row.id]]
    earned = {award.pattern for share in counted.shares for award in share.awards}
    for view in VIEWS:
        for fan in counting.rows:
            if fan.view is view and fan.id in earned and not bits & counting.bit[fan.id]:
                because = next(row for row in rows if fan.id in row.excludes)
                yield NotCounted(fan.id, because.id, "MCR-4.22")
    yield from _find_ungrouped_chows(counting, counted, reading)
    yield from _find_excluded_pungs(counting, counted, reading, rows)
    if counted.place > WaitPlace.OTHER and not any(row.id.endswith("_wait") for row in rows):
        share = counting.waits[counted.place]
        for award in share.awards:
            if award.pattern not in earned:
                yield NotCounted(award.pattern, "several_waits", "MCR-4.17")


def _find_ungrouped_chows(counting: Counting, counted: CountedView, reading: Reading) -> Iterator[NotCounted]:
    firsts = tuple(item.first for item in reading.sets if item.kind.value == "chow")
    pair = reading.pair if reading.pair is not None else -1
    view = Chows(firsts, pair // 9 if 0 <= pair < 27 and pair % 9 == 4 else -1)
    chosen = {(award.pattern, sets) for share in counted.shares for award in share.awards for sets in award.sets}
    for row, sets in chow_fans(view, [row for row in counting.rows if row.view is Chows]):
        if (row.id, sets) not in chosen:
            larger = next((name for name, used in chosen if set(sets) < set(used)), None)
            if larger is not None:
                yield NotCounted(row.id, larger, "MCR-4.11")
            elif any(row.id == name and set(sets) & set(used) for name, used in chosen):
                yield NotCounted(row.id, row.id, "MCR-4.9")
            else:
                yield NotCounted(row.id, "account_once", "MCR-4.10")


def _find_excluded_pungs(
    counting: Counting, counted: CountedView, reading: Reading, rows: list[Fan]
) -> Iterator[NotCounted]:
    kinds = tuple(item.first for item in reading.sets if item.kind.value != "chow")
    taking = [row for row in rows if row.view is Pungs and "pung_of_terminals_or_honors" in row.excludes_on_sets]
    for row in taking:
        award = next(award for share in counted.shares for award in share.awards if award.pattern == row.id)
        first = len(reading.sets) - len(kinds)
        for sets in award.sets:
            if all(kinds[index - first] + PUNG >= PUNG + 27 for index in sets):
                yield NotCounted("pung_of_terminals_or_honors", row.id, "MCR-4.23")


def _explain_steps(scored: ScoredHand, scorer: Scorer) -> Iterator[tuple[Sentence, str]]:
    parameters = scorer.parameters
    fans = [award for award in scored.awards if award.pattern != "flower_tiles"]
    for award in fans:
        times = f" x {award.times} = {award.total}" if award.times > 1 else ""
        counts = f"{award.value}{times}"
        yield Sentence("%(pattern)s: %(counts)s", {"pattern": award.pattern, "counts": counts}), award.clause
    total = sum(award.total for award in fans)
    terms = " + ".join(str(award.total) for award in fans)
    yield _("%(sum)s = %(total)s basic points", sum=terms or 0, total=total), "MCR-5.1"
    basic = scored.value["points_without_flowers"]
    if basic != total:
        yield _("at most %(points)s", points=basic), "MCR-5.3"
    for reason in scored.reasons:
        yield reason.message, reason.clause
    points = scored.value["points"]
    if points != basic:
        flowers = len(scored.hand.flowers)
        yield _("%(basic)s + %(flowers)s flowers = %(points)s", basic=basic, flowers=flowers, points=points), "MCR-5.2"
    if scored.win:
        base = parameters.base_payment
        if "each" in scored.payments:
            payment = scored.payments["each"]
            template = gettext_noop(
                "each pays %(points)s + %(base)s = %(each)s; the winner receives 3 x %(each)s = %(total)s"
            )
            yield Sentence(template, {"points": points, "base": base, "each": payment, "total": 3 * payment}), "MCR-5.4"
        else:
            gives = scored.payments["discarder"]
            template = gettext_noop(
                "the discarder pays %(points)s + %(base)s = %(gives)s, the others %(base)s each; "
                "the winner receives %(total)s"
            )
            yield (
                Sentence(template, {"points": points, "base": base, "gives": gives, "total": gives + 2 * base}),
                "MCR-5.4",
            )
