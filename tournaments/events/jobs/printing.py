"""Packs of printed sheets, a leaf at a time."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from engine.sentences import gettext_noop as _
from engine.sentences import sentence
from tournaments.core.errors import UserError
from tournaments.core.jobs import JobError, JobResult, JobRun, job_kind
from tournaments.core.printing.registry import Order, paper_of
from tournaments.entries.models.entries import Entry

MOST_SECONDS = 3600
"""Limit of a pack: 1,000 certificates take 300 s."""


@job_kind("print", label=gettext_lazy("Printing"), action="print")
def print_pack(run: JobRun) -> JobResult:
    """The PDF of a document; params: document, paper, round, player, base_url, standings_through."""
    tournament = run.tournament
    number, player = run.params.get("round"), run.params.get("player")
    order = Order(
        tournament,
        run.params["base_url"],
        tournament.rounds.select_related("stage").get(number=number) if number else None,
        Entry.objects.select_related("team").get(tournament=tournament, number=player) if player else None,
        standings_through=run.params.get("standings_through"),
    )

    def progress(done: int, total: int) -> None:
        run.report(done, total, sentence(_("Sheet %(number)s of %(total)s"), number=done, total=total))

    paper = paper_of(run.params["document"])
    if paper is None:
        raise JobError(sentence(_("This paper is not known any more.")))
    try:
        content = paper.made(order, run.params["paper"], progress=progress, seconds=MOST_SECONDS)
    except UserError as error:
        raise JobError(error.stored) from error
    suffix = f"-{number}" if number else ""
    return JobResult(name=f"{tournament.slug}-{paper.key}{suffix}.pdf", content=content)
