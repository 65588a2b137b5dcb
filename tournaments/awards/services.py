from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.family import ruleset_names
from engine.sentences import gettext_noop
from tournaments.awards.models import MAX_AWARDS, MAX_HANDS, PLACE, Award, AwardWinner, PrizeHand
from tournaments.awards.queries import Outcome, compute_outcomes, compute_worth
from tournaments.core.audit import Change, change, next_number
from tournaments.core.errors import UserError, clean_fields
from tournaments.core.open_items import OpenItemStep, require_or_accept
from tournaments.core.text.hand_results import evaluate
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.game.logic.hand_input import HandInput
from tournaments.results.queries.sheets import get_round_ruleset, list_seats
from tournaments.rounds.models import GameTable, Round


@change("awards.add", gettext_noop("Award added"))
def add(change: Change, tournament: Tournament, **values: Any) -> Award:
    if tournament.awards.count() >= MAX_AWARDS:
        raise UserError(_("An event has at most %(most)s awards.") % {"most": MAX_AWARDS})
    award = Award(tournament=tournament, number=next_number(tournament.awards.all()), **values)
    _check(award)
    return change.create(award)


@change("awards.edit", gettext_noop("Award changed"))
def edit(change: Change, award: Award, **values: Any) -> Award:
    """Change an award; of a published one only the title. Raises `UserError`."""
    changed = {name for name, value in values.items() if getattr(award, name) != value}
    if award.published_at is not None and changed - {"title"}:
        raise UserError(_("The winners are published. Take them back first."))
    with change.edit(award):
        for name, value in values.items():
            setattr(award, name, value)
        _check(award)
    return award


@change("awards.remove", gettext_noop("Award removed"))
def remove(change: Change, award: Award) -> None:
    if award.published_at is not None:
        raise UserError(_("The winners are published. Take them back first."))
    change.delete(award)


def _check(award: Award) -> None:
    award.title = " ".join(award.title.split())
    if award.figure == PLACE and award.category is None:
        raise UserError(_("Choose the category whose best player wins the award."), field="category")
    clean_fields(award, "tournament")


@change("awards.publish", gettext_noop("Winners of awards published"))
def publish(change: Change, tournament: Tournament, *, continue_anyway: str = "") -> Tournament:
    """Publish the winners of today, also in place of those published before.

    Raises `UserError` without an award or before the end of the last round, `OpenItemsError` while results are open.
    """
    outcomes = compute_outcomes(tournament)
    if not outcomes:
        raise UserError(_("There is no award yet."))
    _require_end(tournament)
    require_or_accept(change.by, tournament, OpenItemStep.CERTIFICATES, continue_anyway=continue_anyway)
    for outcome in outcomes:
        if outcome.award.published_at is None or outcome.is_changed or outcome.award.kept:
            _publish(change, outcome)
    if not change.notes:
        change.nothing()
    return tournament


def _publish(change: Change, outcome: Outcome) -> None:
    award = outcome.award
    award.winners.all().delete()
    for winner in outcome.winners:
        row = AwardWinner(award=award, entry=winner.entry, sample=winner.sample, hand=winner.hand)
        row.amount = winner.amount
        row.save()
    award.published_at, award.kept = timezone.now(), ""
    award.save(update_fields=["published_at", "kept"])
    after = [{"number": row.entry.number, "amount": str(row.amount)} for row in outcome.winners]
    before = [{"number": row.entry.number, "amount": str(row.amount)} for row in outcome.published]
    change.note(award, before={"winners": before}, after={"winners": after})


def _require_end(tournament: Tournament) -> None:
    rounds = tournament.rounds.filter(annulled_at=None).order_by("number")
    if not rounds.exists():
        raise UserError(_("No round has been played yet."))
    unfinished = rounds.exclude(state=Round.State.FINISHED).first()
    if unfinished is not None and tournament.state != Tournament.State.FINISHED:
        raise UserError(_("Round %(number)s is not over yet.") % {"number": unfinished.number})
    unreleased = rounds.filter(state=Round.State.FINISHED, released_at=None).first()
    if unreleased is not None:
        raise UserError(_("Release the results of round %(number)s first.") % {"number": unreleased.number})


@change("awards.withdraw", gettext_noop("Published winners of awards taken back"))
def withdraw(change: Change, tournament: Tournament, *, reason: str) -> Tournament:
    """Take the published winners back, so that awards can be changed. Raises `UserError` without any or a reason."""
    if not reason.strip():
        raise UserError(_("Give a reason."), field="reason")
    published = tournament.awards.filter(published_at__isnull=False)
    if not published:
        raise UserError(_("No winners are published."))
    for award in published:
        award.winners.all().delete()
        with change.edit(award):
            award.published_at, award.kept = None, ""
    return tournament


@change("awards.keep", gettext_noop("Published winners of awards kept despite a correction"))
def keep(change: Change, tournament: Tournament, *, reason: str) -> Tournament:
    """Keep the published winners although a correction gives others. Raises `UserError` without a reason."""
    if not reason.strip():
        raise UserError(_("Give a reason."), field="reason")
    changed = [outcome for outcome in compute_outcomes(tournament) if outcome.is_changed]
    if not changed:
        raise UserError(_("The published winners are those of today."))
    for outcome in changed:
        with change.edit(outcome.award):
            outcome.award.kept = outcome.digest
    return tournament


@change("prize_hands.declare", gettext_noop("Hand declared for the largest hand"))
def declare(
    change: Change,
    table: GameTable,
    *,
    winner: Entry,
    hand: str,
    by: str,
    prevalent: str,
    seat: str,
    circumstances: Mapping[str, str],
    by_code: bool = False,
) -> PrizeHand:
    """Declare a hand that a player of the table won. Raises `UserError` for a hand that is no legal win."""
    if winner.pk not in {chair.entry.pk for chair in list_seats(table)}:
        raise UserError(_("The winner must sit at this table."), field="winner")
    if table.prize_hands.count() >= MAX_HANDS:
        raise UserError(_("A table has at most %(most)s declared hands.") % {"most": MAX_HANDS})
    version = get_round_ruleset(table.round)
    if version.preset not in ruleset_names():
        raise UserError(_("The hand checker does not know the rules of this event."), field="hand")
    query = {"hand": hand, "by": by, "prevalent": prevalent, "seat": seat, **circumstances}
    question = HandInput.read(query, version.preset, version.options)
    row = PrizeHand(
        table=table,
        number=next_number(table.prize_hands.all()),
        winner=winner,
        ruleset=version,
        hand=question.hand,
        by=question.by,
        prevalent=question.prevalent,
        seat=question.seat,
        circumstances=dict(question.context),
        worth=_compute_worth(question),
        declared_by=change.user,
        by_table_code=by_code,
    )
    return change.create(row)


def _compute_worth(question: HandInput) -> int:
    answer = evaluate(question)
    scored = answer.scored
    if scored is not None and scored.win:
        return compute_worth(scored)
    reasons = [reason for reason, _clause in answer.reasons]
    texts = [answer.problem, *reasons, *([answer.verdict[1]] if answer.verdict else []), answer.lead]
    raise UserError(next(filter(None, texts), _("Add the winning tile.")), field="hand")


@change("prize_hands.void", gettext_noop("Declared hand deleted"))
def void(change: Change, hand: PrizeHand, *, reason: str) -> PrizeHand:
    """Delete a declared hand; it can be brought back. Raises `UserError` without a reason, or if it has won."""
    if not reason.strip():
        raise UserError(_("Say why the hand is deleted."), field="reason")
    if hand.voided_at is not None:
        change.nothing()
        return hand
    if AwardWinner.objects.filter(hand=hand).exists():
        raise UserError(_("This hand has won a published award. An organiser must take the winners back first."))
    with change.edit(hand):
        hand.voided_at, hand.void_reason = timezone.now(), reason.strip()
    return hand


@change("prize_hands.restore", gettext_noop("Declared hand brought back"))
def restore(change: Change, hand: PrizeHand) -> PrizeHand:
    if hand.voided_at is None:
        change.nothing()
        return hand
    with change.edit(hand, forget={"void_reason"}):
        hand.voided_at, hand.void_reason = None, ""
    return hand
