from __future__ import annotations

from engine.reading.decompositions import Form
from engine.rules.riichi.fu import CLAUSE, fu_steps, payments, round_up
from engine.rules.riichi.patterns import yaku_in_force
from engine.rules.riichi.scoring import EvaluatedReading, Scorer, reading_of
from engine.rules.riichi.view import View
from engine.scoring.patterns import NotCounted, format_sum
from engine.scoring.score import Alternative, ScoredHand, ScoreExplanation, payer_name
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.hand import WinBy

Step = tuple[Sentence, str]


def explain(scored: ScoredHand) -> ScoreExplanation:
    """Explain the computation, base points as totals, the chosen reading first; empty without a winning form."""
    scorer = Scorer(scored.ruleset)
    hand, win = scored.hand, scored.circumstances
    view = scorer.view(hand, win)
    shared = view.features, view.codes
    considered = scorer.rank_readings(view, hand)
    if not considered:
        return ScoreExplanation((), (), ())
    alternatives = tuple(
        Alternative(reading_of(hand, win, reading), scorer.awards(view, reading), reading.base)
        for reading in considered
    )
    chosen = considered[0]
    view.features, view.codes = shared
    scorer.select(view, chosen)
    return ScoreExplanation(
        _find_replaced_yaku(view, chosen), alternatives, tuple(_explain_steps(view, chosen, scorer, scored))
    )


def _find_replaced_yaku(view: View, chosen: EvaluatedReading) -> tuple[NotCounted, ...]:
    counted = [hit[1] for hit in chosen.hits]
    replaced = []
    for yaku in yaku_in_force(view.rules):
        if yaku in counted or yaku.needs & ~view.features or not yaku.when(view):
            continue
        because = next((winner.id for winner in counted if yaku.id in winner.excludes), "")
        if chosen.yakuman:
            because = because or counted[0].id
        replaced.append(NotCounted(yaku.id, because or "blessing_of_man", "RI-4.41"))
    return tuple(replaced)


def _explain_steps(view: View, chosen: EvaluatedReading, scorer: Scorer, scored: ScoredHand) -> list[Step]:
    steps: list[Step] = []
    if chosen.form is Form.SEVEN_PAIRS and chosen.fu:
        steps.append((_("seven pairs: 25 fu"), CLAUSE))
    elif chosen.fu:
        pinfu = any(hit[1].id == "pinfu" for hit in chosen.hits)
        table = fu_steps(view, pinfu)
        steps.extend((_("%(fu)s fu: %(what)s", fu=line.fu, what=line.what), line.clause) for line in table)
        total = sum(line.fu for line in table)
        fu_total = _("%(total)s fu", total=total)
        if total != chosen.fu:
            fu_total = _("%(total)s fu, rounded up to %(fu)s", total=total, fu=chosen.fu)
        steps.append((fu_total, CLAUSE))
    if chosen.fu:
        counts = format_sum(((award.pattern, str(award.total)) for award in scored.awards), "%(counts)s %(pattern)s")
        steps.append((_("%(sum)s = %(han)s han", sum=counts or _("nothing"), han=chosen.han), "RI-5.2"))
    if chosen.yakuman:
        steps.append(
            (_("%(times)s x yakuman = %(base)s base points", times=chosen.yakuman, base=chosen.base), "RI-5.6")
        )
    elif chosen.limit:
        steps.append((_("%(limit)s: %(base)s base points", limit=chosen.limit, base=chosen.base), "RI-5.6"))
    elif chosen.base:
        formula = _(
            "%(fu)s fu x 2^(%(han)s + 2) = %(base)s base points", fu=chosen.fu, han=chosen.han, base=chosen.base
        )
        steps.append((formula, "RI-5.5"))
    if chosen.base:
        steps.extend(_explain_payments(chosen.base, scored))
    return steps


def _explain_payments(base: int, scored: ScoredHand) -> list[Step]:
    win = scored.circumstances
    steps = []
    for payer, amount in payments(base, self_drawn=win.by is WinBy.SELF_DRAW, dealer=win.dealer).items():
        times = {"discarder": 6 if win.dealer else 4, "each": 2, "dealer": 2, "others": 1}[payer]
        exact = times * base
        formula = _(
            "%(payer)s: %(times)s x %(base)s = %(exact)s", payer=payer_name(payer), times=times, base=base, exact=exact
        )
        if round_up(exact, 100) != exact:
            formula = _("%(sum)s, rounded up to %(amount)s", sum=formula, amount=amount)
        steps.append((formula, "RI-5.8"))
    return steps
