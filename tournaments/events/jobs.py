from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy

from engine.sentences import gettext_noop as _
from engine.sentences import sentence
from tournaments.accounts.models import User
from tournaments.core import jobs
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.jobs import JobError, JobResult, JobRun, Lane, job_kind
from tournaments.core.models.jobs import Job
from tournaments.core.models.public_files import PublicFile
from tournaments.core.printing import public_papers
from tournaments.core.printing.registry import Order, Paper, find_paper
from tournaments.core.public_files import file_kind
from tournaments.core.visibility import find_last_visible_round
from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.seating.queries.handed_out import list_paper_inputs
from tournaments.seating.services import outdated

MAX_SECONDS = 3600
"""Limit of a pack: 1,000 certificates take 300 s."""


@file_kind(public_papers.PAPER, "pdf")
def make_public_paper(file: PublicFile) -> bytes:
    return public_papers.make_paper(file.params)


def make_order(
    request: HttpRequest,
    tournament: Tournament,
    paper: Paper,
    *,
    number: int | None,
    tables: Iterable[int],
    players: Iterable[int],
) -> Order:
    """Return what to print for the reader, who may not see hidden standings. Raises `UserError` at `round`."""
    played = tournament.rounds.select_related("stage").filter(number=number).first() if number else None
    if number and played is None:
        raise UserError(gettext("There is no round %(number)s.") % {"number": number}, field="round")
    if paper.needs == "round" and played is None:
        raise UserError(gettext("Choose the round to print."), field="round")
    return Order(
        tournament,
        hall_address.find_hall_address(request).address,
        played,
        tables=frozenset(tables if paper.by_table else ()),
        players=frozenset(players if paper.by_player else ()),
        standings_through=find_last_visible_round(request.user, tournament),
    )


def queue_print(user: User | None, paper: Paper, order: Order, size: str) -> Job:
    params: dict[str, Any] = {
        "document": paper.key,
        "paper": size,
        "round": order.round.number if order.round else None,
        "players": sorted(order.players),
        "tables": sorted(order.tables),
        "base_url": order.base_url,
        "standings_through": order.standings_through,
        "tells_standings": paper.tells_standings,
    }
    return jobs.create("print", created_by=user, tournament=order.tournament, params=params)


@job_kind("print", label=gettext_lazy("Printing"), action="print", lane=Lane.BULK)
def print_pack(run: JobRun) -> JobResult:
    """Make the PDF of a document; params: document, paper, round, players, tables, base_url, standings_through."""
    tournament = run.tournament
    number = run.params.get("round")
    order = Order(
        tournament,
        run.params["base_url"],
        tournament.rounds.select_related("stage").get(number=number) if number else None,
        tables=frozenset(run.params.get("tables") or ()),
        players=frozenset(run.params.get("players") or ()),
        standings_through=run.params.get("standings_through"),
    )

    def progress(done: int, total: int) -> None:
        run.report(done, total, sentence(_("Sheet %(number)s of %(total)s"), number=done, total=total))

    paper = find_paper(run.params["document"])
    if paper is None:
        raise JobError(sentence(_("This paper is no longer available.")))
    inputs = list_paper_inputs(paper, order)
    try:
        content = paper.made(order, run.params["paper"], progress=progress, seconds=MAX_SECONDS)
    except UserError as error:
        raise JobError(error.stored) from error
    if inputs and not tournament.is_read_only:
        by = Actor.of_task("printing", run.job.created_by)
        outdated.hand_out(by, tournament, paper=paper.key, papers=inputs)
    suffix = f"-{number}" if number else ""
    return JobResult(name=f"{tournament.slug}-{paper.key}{suffix}.pdf", content=content)
