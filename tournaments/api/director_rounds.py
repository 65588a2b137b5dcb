"""Rounds by the API: stages and cuts, the plan, the clock, what the tables hand in, what becomes public."""

from __future__ import annotations

from fractions import Fraction

from django.shortcuts import get_object_or_404
from rest_framework import serializers

from tournaments.api.acts import At, act, choice, numbers, text, whole
from tournaments.api.serializers import ExactField
from tournaments.models import Forfeit, Stage
from tournaments.services import clock, forfeits, publishing, results, rounds, stages
from tournaments.services.clock import extra as extra_seconds

ROUND, TABLE = "rounds/<number:number>", "rounds/<number:number>/tables/<number:table>"
STAGE = "stages/<number:number>"

STAGE_FIELDS = {
    "name": text(required=True, longest=80),
    "cut_to": whole(4, 5000),
    "carry": ExactField(required=False, default=Fraction(1)),
}


@act(
    "stages/add",
    "stages.edit",
    does="stages.add",
    rounds=whole(1, 99, default=1),
    kind=choice(Stage.Kind.values, "final"),
    **STAGE_FIELDS,
)
def add_stage(at: At) -> object:
    """Another stage with its rounds, after a cut or without."""
    return stages.add(at.by, at.tournament, **at.values)


@act(f"{STAGE}/edit", "stages.edit", does="stages.edit", reason=text(), **STAGE_FIELDS)
def edit_stage(at: At) -> object:
    """Another name, cut or part of the points."""
    return stages.edit(at.by, at.stage, **at.values)


@act(f"{STAGE}/remove", "stages.edit", does="stages.remove")
def remove_stage(at: At) -> None:
    """Take the last stage away."""
    stages.remove(at.by, at.stage)


@act(
    f"{STAGE}/cut",
    "stages.edit",
    does="stages.cut",
    chosen=numbers(),
    reason=text(),
    continue_anyway=text(longest=500),
)
def cut_stage(at: At) -> object:
    """Let the first n through; `chosen` where a place is shared at the line; `continue_anyway`: the reason to cut
    although results are open.
    """
    stages.cut(at.by, at.stage, **at.values | {"chosen": at.players("chosen")})
    return at.stage


@act(f"{STAGE}/rounds", "rounds.edit", does="rounds.add", minutes=whole(1, 1440))
def add_round(at: At) -> object:
    """Another round of the stage."""
    return rounds.add(at.by, at.stage, **at.values)


@act(
    f"{ROUND}/edit", "rounds.edit", does="rounds.edit", minutes=whole(1, 1440, required=True),
    starts_at=serializers.DateTimeField(required=False, allow_null=True, default=None),
    day=serializers.DateField(required=False, allow_null=True, default=None),
)  # fmt: skip
def edit_round(at: At) -> object:
    """Length, planned start and date."""
    return rounds.edit(at.by, at.round, **at.values)


@act(f"{ROUND}/remove", "rounds.edit", does="rounds.remove")
def remove_round(at: At) -> None:
    """Take the last round away."""
    rounds.remove(at.by, at.round)


@act(f"{TABLE}/name", "rounds.edit", does="rounds.name_table", name=text(longest=20))
def name_table(at: At) -> object:
    """Call a table something; empty for its number."""
    return rounds.name_table(at.by, at.table, name=at["name"])


@act(f"{ROUND}/start", "clock.control", does="rounds.start", reason=text())
def start_round(at: At) -> object:
    """Play begins."""
    return rounds.start(at.by, at.round, **at.values)


@act(f"{ROUND}/finish", "clock.control", does="rounds.finish", reason=text())
def finish_round(at: At) -> object:
    """The round is over; with a reason where sheets are missing."""
    return rounds.finish(at.by, at.round, **at.values)


@act(f"{ROUND}/reopen", "clock.control", does="rounds.reopen", reason=text(required=True))
def reopen_round(at: At) -> object:
    """The round goes on."""
    return rounds.reopen(at.by, at.round, **at.values)


@act(f"{ROUND}/clock/start", "clock.control", does="clock.start")
def start_clock(at: At) -> object:
    """Start the clock."""
    return clock.start(at.by, at.round)


@act(f"{ROUND}/clock/pause", "clock.control", does="clock.pause")
def pause_clock(at: At) -> object:
    """Stop the clock for a while."""
    return clock.pause(at.by, at.round)


@act(f"{ROUND}/clock/resume", "clock.control", does="clock.resume")
def resume_clock(at: At) -> object:
    """The clock goes on."""
    return clock.resume(at.by, at.round)


@act(
    f"{ROUND}/clock/adjust",
    "clock.control",
    does="clock.adjust",
    seconds=whole(-86400, 86400, required=True),
    reason=text(),
)
def adjust_clock(at: At) -> object:
    """More time for everybody, or less."""
    return clock.adjust(at.by, at.round, **at.values)


@act(f"{ROUND}/clock/end", "clock.control", does="clock.end")
def end_clock(at: At) -> object:
    """Time is up."""
    return clock.end(at.by, at.round)


@act(f"{ROUND}/clock/restart", "clock.control", does="clock.restart", reason=text())
def restart_clock(at: At) -> object:
    """The clock runs again from the beginning."""
    return clock.restart(at.by, at.round, **at.values)


@act(
    f"{TABLE}/extra-time", "clock.extra", does="clock.extra", seconds=whole(-86400, 86400, required=True), reason=text()
)
def extra_time(at: At) -> object:
    """More time for one table."""
    return extra_seconds(at.by, at.table, **at.values)


# Results


@act(f"{ROUND}/confirm-alike", "results.confirm", does="results.confirm_alike")
def confirm_alike(at: At) -> object:
    """Confirm every sheet of the round that two people have typed alike (`twice_alike` of its newest version)."""
    return results.confirm_alike(at.by, at.round)


@act(f"{TABLE}/sheet-in", "results.enter", does="results.sheet_in")
def sheet_in(at: At) -> object:
    """The sheet has been handed in."""
    return results.sheet_in(at.by, at.table)


@act(
    f"{TABLE}/reject",
    "results.confirm",
    does="results.reject",
    version=whole(1, 32767, required=True),
    reason=text(required=True),
)
def reject_result(at: At) -> object:
    """Send an entered sheet back."""
    found = get_object_or_404(at.table.results, version=at["version"])
    return results.reject(at.by, found, reason=at["reason"])


@act(f"{ROUND}/release", "results.release", does="results.release", continue_anyway=text(longest=500))
def release_round(at: At) -> object:
    """Make the results of the round public; `continue_anyway`: the reason to do so although items are open."""
    return publishing.release(at.by, at.round, **at.values)


@act(f"{ROUND}/withdraw-results", "results.release", does="results.withdraw", reason=text(required=True))
def withdraw_results(at: At) -> object:
    """Take the results off the public pages."""
    return publishing.withdraw(at.by, at.round, **at.values)


@act("forfeits/<number:pk>/void", "ledger.penalty", does="forfeits.void", reason=text(required=True))
def void_forfeit(at: At) -> object:
    """A lost session or a disqualification no longer counts."""
    return forfeits.void(
        at.by, get_object_or_404(Forfeit, tournament=at.tournament, pk=at.parts["pk"]), reason=at["reason"]
    )
