"""Occasions of an event: a published seating, a started and a released round, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.http.as_visitor import read_as_visitor
from tournaments.core.models.log import AuditEntry
from tournaments.core.occasions import About, Description, Occasion, register_occasion
from tournaments.core.visibility import open_rounds
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seating

MOST_SEATINGS: Final = 20
"""Most seatings in one message: a league publishes those of a whole year at once."""


def _notice_rounds(entries: Sequence[AuditEntry]) -> list[About]:
    """Return each round of the entries. A table of an open evening is a round as well and no occasion."""
    keys = {int(entry.object_id) for entry in entries if entry.object_type == "round"}
    rounds = Round.objects.filter(pk__in=keys, alone=False).order_by("number")
    return [[number] for number in rounds.values_list("number", flat=True)]


def _notice_seatings(entries: Sequence[AuditEntry]) -> list[About]:
    """Return all rounds that were seated by one change as one occasion."""
    keys = {
        int(entry.object_id)
        for entry in entries
        if entry.object_type == "seating" and entry.after.get("state") in Seating.LIVE
    }
    rounds = Round.objects.filter(seatings__in=keys, alone=False).order_by("number")
    numbers = list(rounds.values_list("number", flat=True).distinct())
    return [numbers] if numbers else []


def _notice_end(entries: Sequence[AuditEntry]) -> list[About]:
    return [[]] if any(entry.after.get("state") == Tournament.State.FINISHED for entry in entries) else []


def _describe_seatings(tournament: Tournament, about: About) -> Description | None:
    read = (read_as_visitor(reverse("api-seating", args=[tournament.slug, number])) for number in about[:MOST_SEATINGS])
    seatings = [seating for seating in read if seating is not None]
    if not seatings:
        return None
    numbers = about if len(about) > MOST_SEATINGS else [seating["round"] for seating in seatings]
    if len(numbers) == 1:
        sentence = _("The seating of round %(number)s is published.") % {"number": numbers[0]}
    else:
        sentence = _("The seatings of rounds %(first)s to %(last)s are published.") % {
            "first": numbers[0],
            "last": numbers[-1],
        }
    path = f"{reverse('event_seating', args=[tournament.slug])}?round={numbers[0]}"
    return Description(sentence, path, {"seatings": seatings})


def _describe_start(tournament: Tournament, about: About) -> Description | None:
    started = tournament.rounds.filter(
        number=about[0], state__in=(Round.State.PLAYING, Round.State.FINISHED), annulled_at=None
    )
    clock = read_as_visitor(reverse("api-clock", args=[tournament.slug, about[0]])) if started.exists() else None
    if clock is None:
        return None
    path = f"{reverse('event_seating', args=[tournament.slug])}?round={about[0]}"
    return Description(_("Round %(number)s has started.") % {"number": about[0]}, path, {"clock": clock})


def _describe_release(tournament: Tournament, about: About) -> Description | None:
    if not tournament.rounds.filter(open_rounds(tournament), number=about[0], annulled_at=None).exists():
        return None
    path = f"{reverse('event_results', args=[tournament.slug])}?round={about[0]}"
    sentence = _("The results of round %(number)s are public.") % {"number": about[0]}
    return Description(sentence, path, {"standings": _read_standings(tournament, about[0])})


def _describe_end(tournament: Tournament, _about: About) -> Description | None:
    if tournament.state != Tournament.State.FINISHED:
        return None
    path = reverse("event", args=[tournament.slug])
    return Description(_("The event is over."), path, {"standings": _read_standings(tournament)})


def _read_standings(tournament: Tournament, after: int | None = None) -> Any:
    """Return the standings as visitors see them; None while they are hidden."""
    address = reverse("api-standings", args=[tournament.slug])
    standings = read_as_visitor(address if after is None else f"{address}?after={after}")
    # Hidden from a round on, the last public ones are those of an earlier round.
    return standings if after is None or standings is None or standings["after"] == after else None


Notice = Callable[[Sequence[AuditEntry]], list[About]]
Describe = Callable[[Tournament, About], Description | None]


def _add(kind: str, title: Any, action: str, notice: Notice, describe: Describe) -> None:
    register_occasion(Occasion(kind, title, frozenset({action}), notice, describe))


_add("seating", gettext_lazy("Seating published"), "seating.publish", _notice_seatings, _describe_seatings)
_add("start", gettext_lazy("Round started"), "rounds.start", _notice_rounds, _describe_start)
_add("release", gettext_lazy("Results released"), "results.release", _notice_rounds, _describe_release)
_add("end", gettext_lazy("Event closed"), "tournament.state", _notice_end, _describe_end)
