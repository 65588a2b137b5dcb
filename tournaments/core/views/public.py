"""Public pages: their frame, their visibility, and their cache headers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.messages import get_messages
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language

from tournaments.accounts.models import User
from tournaments.core.http.public_version import build_event_state, get_public_version
from tournaments.core.http.response_cache import mark_cacheable
from tournaments.core.permissions import can
from tournaments.core.shared_answers import share_answer
from tournaments.core.visibility import build_name_marks, find_own_number, may_see_event
from tournaments.duplicate.models.deals import BoardSet
from tournaments.entries.models.entries import Team
from tournaments.entries.models.registration import RegistrationDesk
from tournaments.events.models import Announcement, Tournament

P = ParamSpec("P")

KEEP_SECONDS = 24 * 3600
PINNED = ("standings", "players")


def get_visible_tournament(request: HttpRequest, slug: str) -> Tournament:
    """Return the event in the URL: public events for everyone, others for their team. Raises Http404."""
    tournament = share_answer(("event", slug), lambda: _select_by_address(slug).first())
    if tournament is None or not may_see_event(request.user, tournament):
        raise Http404
    return tournament


def get_visible_team(tournament: Tournament, code: str) -> Team:
    team = tournament.teams.filter(code=code).first() if tournament.has_teams else None
    if team is None:
        raise Http404
    team.tournament = tournament
    return team


def _select_by_address(slug: str) -> QuerySet[Tournament]:
    # The menu of every page needs the boards; joined here, they cost no further query.
    boards = Exists(BoardSet.objects.filter(tournament=OuterRef("pk")))
    registers = Exists(RegistrationDesk.objects.filter(tournament=OuterRef("pk"), is_open=True))
    return Tournament.objects.annotate(plays_boards=boards, takes_registrations=registers).filter(slug=slug).order_by()


def public_page(
    section: str, *, same_for_all: bool = True
) -> Callable[[Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]], Callable[..., HttpResponseBase]]:
    """Make a page of a view that returns a `TemplateResponse`, in the event's time zone.

    All visitors get one response until the event's public version changes; `same_for_all` is False if the page depends
    on more than that and the URL.
    """

    def decorate(
        view: Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse],
    ) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def page(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            tournament = get_visible_tournament(request, slug)
            # Read before the page, so that a change in between makes the page newer than its version, and browsers ask
            # again.
            version = get_public_version(build_event_state(tournament))
            message_waits = len(get_messages(request)) > 0
            with timezone.override(ZoneInfo(tournament.time_zone)):
                response = view(request, tournament, *args, **kwargs)
                if not isinstance(response, TemplateResponse):
                    return response
                frame = {**_build_frame(request, tournament, section), "version": version}
                response.context_data = {**(response.context_data or {}), **frame}
                response.render()
            if same_for_all and not message_waits:
                mark_cacheable(response)
            return set_cache_headers(response, request)

        return page

    return decorate


def _build_frame(request: HttpRequest, tournament: Tournament, section: str) -> dict[str, Any]:
    account = request.user if isinstance(request.user, User) else None
    return {
        "tournament": tournament,
        "section": section,
        "announcements": share_answer(
            ("announcements", tournament.pk), lambda: list(Announcement.current(tournament.pk))
        ),
        "own": find_own_number(account, tournament) if account and section in PINNED else None,
        "may_manage": can(request.user, "manage.view", tournament),
        "marks": SimpleLazyObject(lambda: share_answer(("marks", tournament.pk), lambda: build_name_marks(tournament))),
    }


def page_key(tournament: Tournament, *parts: object) -> str:
    return _digest(
        settings.EDITION, get_language(), tournament.pk, get_public_version(build_event_state(tournament)), *parts
    )


def set_cache_headers(response: HttpResponseBase, request: HttpRequest) -> HttpResponseBase:
    """Set headers so that browsers revalidate each time (cheap with the ETag) and vary by language and account."""
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    # Not `private=False`, which would be sent as the word "private".
    patch_cache_control(response, no_cache=True, **({"private": True} if request.user.is_authenticated else {}))
    return response


def compute_json_etag(*parts: object) -> str:
    return f'"{_digest(*parts)}"'


def _digest(*parts: object) -> str:
    return hashlib.sha256("\0".join(str(part) for part in parts).encode()).hexdigest()[:32]
