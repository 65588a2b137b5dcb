"""Next steps: the action that a page puts first, and what blocks it; every state of a round has one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from tournaments.core import open_items
from tournaments.core.open_items import RESULTS, ItemKind, OpenItem, OpenItemStep
from tournaments.core.text.places import format_enumeration
from tournaments.core.visibility import find_hidden_results_round
from tournaments.entries.models.entries import Entry
from tournaments.entries.queries import group_qualified_by_stage
from tournaments.events.models import Tournament
from tournaments.events.queries import choose_current_round
from tournaments.events.text import next_steps as words
from tournaments.results.queries import confirming
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries import absences
from tournaments.rounds.queries.participants import (
    NAMES_AND_PRESENCE,
    list_absent_players,
    list_players_without_seat,
    list_round_players,
)
from tournaments.rounds.services.rounds import list_unconfirmed_tables
from tournaments.seasons.models import Evening
from tournaments.seating.queries.draws import list_drafts_of_same_draw
from tournaments.seating.queries.line_ups import TeamExchange, list_exchanges
from tournaments.standings.queries.forfeits import empty_chairs


@dataclass(frozen=True)
class Need:
    """Item that needs attention; `what` is a key of `text.next_steps.NEEDS`."""

    what: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return words.need(self.what, self.values)


PERMISSIONS: Final = {
    "entries": "entries.import",
    "rounds": "rounds.edit",
    "cut": "stages.edit",
    "seat": "seating.draft",
    "publish": "seating.publish",
    "replace": "entries.edit",
    "line-ups": "seating.swap",
    "open": "tournament.publish",
    "start": "clock.control",
    "results": "results.enter",
    "finish": "clock.control",
    "release": "results.release",
    "reveal": "results.release",
    "evening": "rounds.edit",
    "close": "tournament.edit",
    "settle": "manage.view",
}
"""Action -> permission; the page names its holders to everybody else."""


POSTS: Final = {
    "line-ups": "manage_line_ups_seat",
    "start": "manage_round_start",
    "finish": "manage_round_finish",
    "release": "manage_release",
}
"""Action -> URL name that performs it at once; other steps lead to a page."""


@dataclass(frozen=True)
class NextStep:
    """Next step: `what` is a key of `text.next_steps.STEPS`, `page` a URL name.

    `round`, `entry` or `stage` is the number in that URL, `control` an element's id on the page. `needs` do not block.
    """

    action: str
    what: str
    page: str
    round: int | None = None
    needs: tuple[Need, ...] = ()
    control: str = ""
    entry: int | None = None
    stage: int | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    open: tuple[OpenItem, ...] = ()
    """Open items that block the step, or belong to a finished part before it."""
    instead: NextStep | None = None
    """Alternative step, which the label names too."""

    @property
    def label(self) -> str:
        return words.describe_step(self.what, {"number": self.round, **self.values})

    @property
    def post(self) -> str:
        return POSTS.get(self.action, "")

    @property
    def permission(self) -> str:
        return PERMISSIONS.get(self.action, "")


def find_round_step(round_: Round) -> NextStep:
    if round_.state == Round.State.FINISHED:
        if round_.released_at is None and round_.annulled_at is None:
            return NextStep("release", "release", "manage_results", round_.number, control="release")
        if round_.annulled_at is not None:
            return NextStep("none", "annulled", "manage_round", round_.number)
        return NextStep("none", "finished", "manage_round", round_.number)
    seating = round_.current_seating
    if seating is None:
        return _seat(round_)
    if teams := list_exchanges(seating):
        return _make_line_up_step(round_, teams)
    playing = list_round_players(round_, NAMES_AND_PRESENCE)
    if absent := list_absent_players(seating, playing):
        return _replace("replace in seating", seating, absent, playing)
    if round_.state == Round.State.PUBLISHED:
        if _list_needs_of_closed_round(round_) and not _has_begun(round_.tournament):
            needs = _list_seating_needs(seating, playing)
            return NextStep("open", "open", "manage_edit", needs=needs, control="public-pages")
        registered = [entry for entry in playing if entry.status == Entry.Status.REGISTERED]
        needs = _list_seating_needs(seating, playing)
        if registered:
            needs += (Need("checked in", {"count": len(registered)}),)
        return NextStep(
            "start",
            "start",
            "manage_round",
            round_.number,
            needs + _list_needs_of_closed_round(round_),
            control="start",
        )
    missing = list_unconfirmed_tables(round_)
    if missing:
        needs = (
            _list_seating_needs(seating, playing)
            + _list_needs_of_closed_round(round_)
            + _list_unconfirmed_needs(round_)
        )
        return NextStep(
            "results", "results", "manage_results", round_.number, needs, control="jump", values={"count": len(missing)}
        )
    return NextStep(
        "finish", "finish", "manage_round", round_.number, _list_needs_of_closed_round(round_), control="finish"
    )


STOPPED: Final = {"cut": OpenItemStep.CUT, "release": OpenItemStep.RELEASE, "reveal": OpenItemStep.CEREMONY}
"""Action -> step that open items stop."""


def list_round_steps(
    tournament: Tournament, open_items: Sequence[OpenItem] | None = None
) -> list[tuple[Round, NextStep]]:
    """Return every round with its step and open items; `open_items`: all of the event, if loaded."""
    items = _load_open_items(tournament, open_items)
    return [
        (round_, _with_own(round_, find_round_step(round_), items))
        for round_ in tournament.rounds.select_related("stage", "clock").order_by("number")
    ]


def find_round_step_with_items(round_: Round) -> NextStep:
    return _with_own(round_, find_round_step(round_), open_items.list_open_items(round_.tournament))


def _with_own(round_: Round, step: NextStep, items: Iterable[OpenItem]) -> NextStep:
    """Return the step with the items that can still change a finished round, and what is outdated before it."""
    kinds = {ItemKind.OUTDATED} | (RESULTS if round_.state == Round.State.FINISHED else frozenset())
    return replace(step, open=tuple(item for item in items if item.round == round_.number and item.kind in kinds))


def find_event_step(
    tournament: Tournament,
    steps: Mapping[int, NextStep] = MappingProxyType({}),
    open_items: Sequence[OpenItem] | None = None,
    rounds: Sequence[Round] | None = None,
) -> NextStep:
    """Return the next step of the tournament with its open items.

    Pass `steps` by round number, `open_items`, and `rounds` with their stages, if loaded already.
    """
    if rounds is None:
        rounds = list(tournament.rounds.select_related("stage", "clock").order_by("number"))
    step = _choose_event_step(tournament, steps, rounds)
    items = _open_before(tournament, step, open_items, rounds)
    if step.action == "none" and items:
        values = {"count": len(items)}
        step = NextStep("settle", "settle", "manage_open_items", control="open-items", values=values)
    return replace(step, open=tuple(items))


def _load_open_items(tournament: Tournament, items_of_event: Sequence[OpenItem] | None) -> Sequence[OpenItem]:
    return open_items.list_open_items(tournament) if items_of_event is None else items_of_event


def _open_before(
    tournament: Tournament, step: NextStep, items_of_event: Sequence[OpenItem] | None, rounds: Sequence[Round]
) -> list[OpenItem]:
    if step.action in ("close", "none"):
        return open_items.list_blocking_items(tournament, OpenItemStep.CLOSE, known=items_of_event)
    if step.action in STOPPED:
        round_ = next((row for row in rounds if row.number == step.round), None)
        return open_items.list_blocking_items(tournament, STOPPED[step.action], round_, items_of_event)
    # The step of a round being played covers its missing sheets.
    over = {row.number for row in rounds if row.state == Round.State.FINISHED}
    items = _load_open_items(tournament, items_of_event)
    return [
        item
        for item in items
        if item.kind == ItemKind.OUTDATED or (item.kind in RESULTS and (item.round is None or item.round in over))
    ]


def _choose_event_step(tournament: Tournament, steps: Mapping[int, NextStep], rounds: Sequence[Round]) -> NextStep:
    evening = _find_open_evening(tournament)
    newcomers = evening is not None and evening.newcomers
    begun = max((row.number for row in rounds if row.state in (Round.State.PLAYING, Round.State.FINISHED)), default=0)
    if not (begun or newcomers) and not tournament.entries.exclude(status=Entry.Status.WAITING).exists():
        return NextStep("entries", "entries", "manage_import", control="roster")
    if evening is not None:
        # The next table that players open takes a planned round, or a new one.
        rounds = [row for row in rounds if row.state != Round.State.PLANNED]
    elif not rounds:
        return NextStep("rounds", "rounds", "manage_rounds", control="add-round")
    if tournament.state == Tournament.State.FINISHED:
        # Rounds of a closed event are neither drawn nor started.
        rounds = [row for row in rounds if row.state == Round.State.FINISHED]
    playing = choose_current_round(rounds).playing
    # The hall comes first. `sorted` keeps the order of the others.
    rounds = sorted(rounds, key=lambda row: row is not playing)
    for round_ in rounds:
        step = steps.get(round_.number) or find_round_step(round_)
        if step.action == "release" and (round_.number < begun or _waits_for_ceremony(round_)):
            continue
        if step.action != "none":
            return step
    for round_ in rounds:
        if round_.released_at is None and round_.annulled_at is None:
            return steps.get(round_.number) or find_round_step(round_)
    if evening is not None:
        return NextStep("evening", "evening", "manage_evening", control="how")
    if tournament.standings_hidden:
        return NextStep("reveal", "reveal", "manage_standings", control="visibility")
    if tournament.state != Tournament.State.FINISHED:
        return NextStep("close", "close", "manage_edit", control="state")
    return NextStep("none", "done", "manage_home")


def _find_open_evening(tournament: Tournament) -> Evening | None:
    """Return the open evenings at which players can open tables now."""
    if Tournament.Feature.EVENINGS not in tournament.enabled:
        return None
    evening = Evening.objects.filter(tournament=tournament).first()
    return evening if evening is not None and evening.can_open_tables else None


def _seat(round_: Round) -> NextStep:
    stage = round_.stage
    if stage.cut_to is not None and stage.cut_at is None:
        values = {"stage": str(stage)}
        return NextStep("cut", "cut", "manage_stage_cut", control="cut", stage=stage.number, values=values)
    drafts = list(round_.seatings.filter(state=Seating.State.DRAFT).order_by("-version"))
    if not drafts:
        return NextStep("seat", "seat", "manage_seating", round_.number, control="new-draft")
    if teams := list_exchanges(drafts[0]):
        return _make_line_up_step(round_, teams)
    newest, playing = drafts[0], list_round_players(round_, NAMES_AND_PRESENCE)
    if absent := list_absent_players(newest, playing):
        if round_.absences.filter(entry__in=absent).exists():
            return NextStep("seat", "seat again", "manage_seating", round_.number, control="new-draft")
        again = NextStep("seat", "draw again", "manage_seating", round_.number, control="new-draft")
        step = replace(_replace("replace in draft", newest, absent, playing), instead=again)
        if stage.cut_to is None or absent[0].pk in group_qualified_by_stage([stage])[stage.pk]:
            return step
        # The cut was repeated: whoever did not qualify again gets no substitute.
        return replace(again, what=step.what, values=step.values, needs=step.needs)
    later = list_drafts_of_same_draw(newest)
    return NextStep(
        "publish",
        "publish all" if later else "publish",
        "manage_seating",
        round_.number,
        _list_seating_needs(newest, playing),
        control="publish",
        values={"last": later[-1].round.number} if later else {},
    )


def _make_line_up_step(round_: Round, teams: Sequence[TeamExchange]) -> NextStep:
    """Return the step to seat the line-ups, or to draw again if a team's number of seats differs."""
    if any(team.chairs for team in teams):
        names = ", ".join(team.team.name for team in teams if team.chairs)
        return NextStep(
            "line-ups", "line-ups", "manage_seating", round_.number, control="line-ups", values={"teams": names}
        )
    return NextStep("seat", "seat again", "manage_seating", round_.number, control="new-draft")


def _replace(what: str, seating: Seating, absent: Sequence[Entry], playing: Sequence[Entry]) -> NextStep:
    """Return the step to the page of the first absent player, to seat a substitute."""
    return NextStep(
        "replace",
        what,
        "manage_entry",
        needs=_list_seating_needs(seating, playing),
        control="substitute",
        entry=absent[0].number,
        values={"names": _join_names(absent)},
    )


def _join_names(entries: Iterable[Entry]) -> str:
    return ", ".join(map(str, entries))


def _waits_for_ceremony(round_: Round) -> bool:
    """Return whether the results wait for the ceremony; they do not once a later round was started."""
    closed = find_hidden_results_round(round_.tournament)
    return closed is not None and round_.number >= closed


def _has_begun(tournament: Tournament) -> bool:
    """Return whether a round was started: organisers who play with closed pages want them closed."""
    return tournament.rounds.filter(state__in=[Round.State.PLAYING, Round.State.FINISHED]).exists()


def _list_needs_of_closed_round(round_: Round) -> tuple[Need, ...]:
    tournament = round_.tournament
    return () if tournament.published or tournament.rehearsal else (Need("closed"),)


def _list_unconfirmed_needs(round_: Round) -> tuple[Need, ...]:
    """Return needs for unconfirmed sheets: those nobody else can confirm, and confirmers of the others."""
    waiting = confirming.collect_waiting(round_)
    needs: tuple[Need, ...] = ()
    if others := [table for table in waiting.tables if table not in waiting.stuck]:
        needs += (
            Need("confirm own" if waiting.own else "confirm", {**_number_tables(others), "who": waiting.confirmers}),
        )
    if waiting.stuck:
        needs += (Need("nobody confirms", _number_tables(waiting.stuck)),)
    return needs


def _number_tables(tables: Sequence[int]) -> dict[str, Any]:
    return {"tables": format_enumeration(tables), "count": len(tables)}


def _list_seating_needs(seating: Seating, playing: Sequence[Entry]) -> tuple[Need, ...]:
    needs: tuple[Need, ...] = ()
    if out := list_players_without_seat(seating, playing):
        needs = (Need("without seat", {"names": _join_names(out)}),)
    if chairs := empty_chairs(absences.map_players_to_forfeits(seating.round).values()):
        needs += (Need("session lost", {"names": _join_names(player for player, *_round in chairs)}),)
    return needs
