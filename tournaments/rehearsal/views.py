"""Tour of a rehearsal: steps for a new organiser, whose progress the event itself shows."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.events.queries import choose_current_round
from tournaments.events.views import next_steps
from tournaments.rehearsal import text as words
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Round, Seating

PUBLISHED = (*Seating.LIVE, Seating.State.SUPERSEDED)


@dataclass(frozen=True)
class TourStep:
    """Step of the tour. `key` identifies its texts; `page` and `round` make its URL; `open`: it can still be done."""

    key: str
    done: bool
    open: bool
    page: str
    round: int | None = None
    control: str = ""
    entry: None = None
    stage: None = None
    """None: unlike next steps, no step of the tour is on the page of a player or stage."""

    @property
    def title(self) -> str:
        return words.get_title(self.key)

    @property
    def press(self) -> str:
        return words.press(self.key, self.round)

    @property
    def why(self) -> str:
        return words.get_reason(self.key)


def list_steps(tournament: Tournament) -> list[TourStep]:
    rounds = list(tournament.rounds.select_related("clock").order_by("number"))
    now = choose_current_round(rounds)
    first = now.playing or now.first_to_come or next(iter(rounds), None)
    number = first.number if first else None
    over = tournament.state == Tournament.State.FINISHED
    ended = [round_ for round_ in rounds if round_.state == Round.State.FINISHED]
    last_ended = choose_current_round(ended).number
    can_continue = not over and len(ended) < len(rounds)
    seatings = Seating.objects.filter(round__tournament=tournament)
    results = TableResult.objects.filter(table__round__tournament=tournament)
    corrected = results.filter(version__gt=1).exists()
    replaced = tournament.entries.exclude(substitute_for=None).exists()
    missing = next_steps.find_event_step(tournament).action == "replace"
    entries = tournament.entries.all()
    began = any(round_.state in (Round.State.PLAYING, Round.State.FINISHED) for round_ in rounds)
    seat, sheets = ("manage_seating", "manage_results") if first else ("manage_rounds", "manage_results_home")
    present = entries.exclude(status__in=(Entry.Status.REGISTERED, Entry.Status.WAITING))
    return [
        TourStep("check_in", began or present.exists(), not over, "manage_check_in"),
        TourStep("draw", seatings.exists(), can_continue, seat, number, "new-draft"),
        TourStep("publish", seatings.filter(state__in=PUBLISHED).exists(), can_continue, seat, number, "publish"),
        TourStep("start", began, can_continue, "manage_round" if first else "manage_rounds", number, "start"),
        TourStep("sheet", results.exists(), can_continue, sheets, number, "jump"),
        TourStep("doubt", results.exclude(doubtful_reason="").exists(), can_continue, sheets, number, "jump"),
        TourStep("robots", bool(ended), can_continue, "manage_home", control="rehearsal"),
        TourStep("correct", corrected, bool(ended) and not over, sheets, last_ended or number),
        TourStep("substitute", replaced, missing, "manage_home", control="next-step"),
        TourStep("close", over, not over, "manage_home", control="rehearsal"),
    ]


def find_current_step(steps: list[TourStep]) -> tuple[int, TourStep] | None:
    """Return the first open step that is not done, with its number from 1; None if none is left."""
    return next(((number, step) for number, step in enumerate(steps, 1) if step.open and not step.done), None)
