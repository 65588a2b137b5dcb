from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.sentences import gettext_noop, sentence
from tournaments.core import jobs
from tournaments.core.audit import Actor
from tournaments.core.audit.decorators import require_not_archived
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.rounds.queries.participants import list_round_players
from tournaments.seating.logic.certificate import make_seed
from tournaments.seating.logic.draws import Draw, RankedInputs, read
from tournaments.seating.logic.seeding import Seeding
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.services import drafts

DRAW, CHOICES = "seating-swiss", "seating-choices"
PLAIN_OF_CHOICES = ("in_brackets", "seeded")
PLAIN = ("setting", "seed", *PLAIN_OF_CHOICES, "why")
"""Options that a job stores unchanged; choices have every setting and a seed stored beside."""
MAX_DIRECT = 240
"""Players, times the draws, that a request draws: 0.5 s and 2 ms a player, while the event's tables wait."""


def is_long(round_: Round, draws: int = 1) -> bool:
    return draws * len(list_round_players(round_)) > MAX_DIRECT


def draw_later(by: Actor, round_: Round, options: DrawOptions) -> Job:
    """Return a job that drafts the round, the running one if there is one. Raises `UserError`."""
    require_not_archived(round_.tournament)
    drafts.build_swiss_inputs(round_, options)
    return _create_job(DRAW, by, round_, _build_job_options(options, PLAIN))


def compare_later(by: Actor, round_: Round, options: DrawOptions, *, fields: Sequence[tuple[str, str]]) -> Job:
    """Return a job that draws each setting; `fields` of the form go with the choice that is taken."""
    seed = options.seed or make_seed()[:16]
    drafts.list_choice_inputs(round_, replace(options, seed=seed))
    params = {**_build_job_options(options, PLAIN_OF_CHOICES), "fields": [list(pair) for pair in fields]}
    return _create_job(CHOICES, by, round_, params, seed=seed)


def _build_job_options(options: DrawOptions, plain: Sequence[str]) -> dict[str, Any]:
    return {
        **{name: getattr(options, name) for name in plain},
        "substitutes": [entry.pk for entry in options.substitutes],
        "earlier": options.earlier.pk if options.earlier else 0,
        "seeding": options.seeding.as_dict() if options.seeding else None,
    }


def _create_job(kind: str, by: Actor, round_: Round, options: Mapping[str, Any], **beside: Any) -> Job:
    params = {"round": round_.pk, **options}
    return jobs.create_once(kind, created_by=by.user, tournament=round_.tournament, params=params, beside=beside)


def read_options(job: Job) -> tuple[Round, DrawOptions]:
    """Return the round and options of a job. Raises `UserError` if the round is gone."""
    rounds = Round.objects.select_related("tournament", "stage").filter(tournament=job.tournament)
    round_ = rounds.filter(pk=job.params["round"]).first()
    if round_ is None:
        raise UserError(sentence(gettext_noop("The round was removed in the meantime.")))
    waiting = round_.tournament.entries.filter(status=Entry.Status.WAITING, pk__in=job.params["substitutes"])
    return round_, DrawOptions(
        substitutes=list(waiting.order_by("number")),
        earlier=Tournament.objects.filter(pk=job.params["earlier"]).first(),
        seeding=Seeding.from_dict(seeding) if (seeding := job.params.get("seeding")) else None,
        **{name: job.params[name] for name in PLAIN if name in job.params},
    )


@dataclass(frozen=True)
class Choices:
    job: Job
    seed: str
    draws: list[Draw]
    fields: list[tuple[str, str]]

    def find_draw(self, setting: str) -> Draw | None:
        draws = (draw for draw in self.draws if isinstance(draw.inputs, RankedInputs) and draw.inputs.mode == setting)
        return next(draws, None)


def format_choices(seed: str, draws: Sequence[Draw]) -> bytes:
    return json.dumps({"seed": seed, "choices": [draw.certificate() for draw in draws]}).encode()


def find_choices(round_: Round, key: str) -> Choices | None:
    """Return a job's choices for the round; None for another key. Raises `UserError` (`jobs.require_file`)."""
    try:
        pk = uuid.UUID(key)
    except ValueError:
        return None
    done = Job.objects.filter(kind=CHOICES, tournament=round_.tournament, state=Job.State.DONE, params__round=round_.pk)
    job = done.filter(pk=pk).first()
    if job is None:
        return None
    jobs.require_file(job)
    with job.result.open("rb") as file:
        value = json.load(file)
    fields = [(str(name), str(text)) for name, text in job.params["fields"]]
    return Choices(job, value["seed"], [read(choice) for choice in value["choices"]], fields)
