from __future__ import annotations

from collections.abc import Iterable

from engine.sentences import Sentence, gettext_noop, sentence
from tournaments.core.errors import UserError
from tournaments.rounds.models import Round, Seating
from tournaments.seating.queries.draw_inputs import STARTED


def require_not_started(rounds: Iterable[Round], *, field: str | None = None) -> None:
    """Raise `UserError` (at the `field`) if one of the rounds has started."""
    started = Round.objects.filter(pk__in=[round_.pk for round_ in rounds], state__in=STARTED)
    if (round_ := started.order_by("number").first()) is not None:
        raise UserError(describe_started_round(round_), field=field)


def find_obstacle_to_swaps(seating: Seating, round_: Round) -> Sentence | None:
    drafted = seating.state == Seating.State.DRAFT and round_.state == Round.State.PLAYING
    return describe_started_round(round_) if drafted or round_.state == Round.State.FINISHED else None


def describe_started_round(round_: Round) -> Sentence:
    """Return the refusal of another seating for a started round."""
    number = {"number": round_.number}
    if round_.annulled_at is not None:
        return sentence(gettext_noop("Round %(number)s is annulled: nothing of it counts."), **number)
    if round_.state == Round.State.FINISHED:
        return sentence(gettext_noop("Round %(number)s is finished; its seating stays."), **number)
    return sentence(
        gettext_noop(
            "Round %(number)s is being played: swap seats of its published version, or seat tables by hand. To draw it"
            " again, take its start back first."
        ),
        **number,
    )
