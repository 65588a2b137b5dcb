"""Publishing of an event to another site, its mirror, while it is played here."""

from __future__ import annotations

import datetime
import gzip
import json
import logging
import secrets
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlsplit

from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.http.public_version import build_event_state, get_public_version
from tournaments.core.isolation import isolate_failure
from tournaments.events.models import Tournament
from tournaments.exchange.document.visitor import compute_projection_mark
from tournaments.exchange.document.visitor_extra import build_extra
from tournaments.exchange.document.writing import build_visitor_part
from tournaments.exchange.models import Publication, PublicationKey
from tournaments.exchange.queries import describe_publishing_problem
from tournaments.exchange.services.missing_pictures import send_missing
from tournaments.exchange.site_requests import NoAnswerError, SiteAnswer, is_safe_address, request_site

log = logging.getLogger(__name__)

SECONDS: Final = 30.0
EVERY: Final = 10
SIGN_OF_LIFE: Final = datetime.timedelta(seconds=30)
"""Time after which a delivery without the event tells the mirror that the connection holds."""
LONGEST_PAUSE: Final = 120
PROBLEMS: Final[dict[int, Publication.Problem]] = {
    # Something else answers here, such as a network that wants visitors to sign in.
    HTTPStatus.OK: Publication.Problem.CONNECTION,
    HTTPStatus.MOVED_PERMANENTLY: Publication.Problem.ADDRESS,
    HTTPStatus.FOUND: Publication.Problem.ADDRESS,
    HTTPStatus.SEE_OTHER: Publication.Problem.ADDRESS,
    HTTPStatus.TEMPORARY_REDIRECT: Publication.Problem.ADDRESS,
    HTTPStatus.PERMANENT_REDIRECT: Publication.Problem.ADDRESS,
    HTTPStatus.UNAUTHORIZED: Publication.Problem.KEY,
    HTTPStatus.FORBIDDEN: Publication.Problem.IN_USE,
    HTTPStatus.NOT_FOUND: Publication.Problem.ADDRESS,
    HTTPStatus.CONFLICT: Publication.Problem.TAKEN_OVER,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: Publication.Problem.SIZE,
    HTTPStatus.UNPROCESSABLE_ENTITY: Publication.Problem.VERSION,
    HTTPStatus.TOO_MANY_REQUESTS: Publication.Problem.BUSY,
}

Send = Callable[..., SiteAnswer]


def split_address(text: str) -> tuple[str, str, str]:
    """Return site, event address and key of a link that the mirror shows; the key is empty if it has none.

    Raises ValueError for another text.

    >>> split_address("https://club.example/t/spring-open/#mirror=abc")
    ('https://club.example', 'spring-open', 'abc')
    >>> split_address("https://club.example/t/spring-open/players/")
    ('https://club.example', 'spring-open', '')
    """
    parts = urlsplit(text.strip())
    before, marked, after = parts.path.partition("/t/")
    slug = after.partition("/")[0]
    site = f"{parts.scheme}://{parts.netloc}{before}"
    if not marked or not slug or not is_safe_address(site) or len(site) > 200 or len(slug) > 60:
        raise ValueError(text)
    return site, slug, parts.fragment.partition("mirror=")[2]


@change("publishing.start", gettext_noop("Publishing to another site started"))
def start(
    change: Change, tournament: Tournament, *, address: str, key: str = "", send: Send = request_site
) -> Publication:
    """Publish the event to the address from now on, instead of any computer that does so. Raises `UserError`."""
    publication = Publication.objects.filter(tournament=tournament).first() or Publication(tournament=tournament)
    site, slug, key = choose_place(publication, address=address, key=key)
    same_place = (publication.site, publication.slug) == (site, slug)
    publication.site, publication.slug, publication.epoch = site, slug, secrets.token_hex(16)
    _claim(publication, key, send)
    publication.number = publication.failures = 0
    publication.problem = publication.published_version = ""
    publication.stopped_at = publication.due_at = publication.published_at = None
    publication.save()
    if not same_place:
        # The passphrase was typed for another site.
        PublicationKey.objects.filter(publication=publication).delete()
    PublicationKey.objects.update_or_create(publication=publication, defaults={"key": key})
    change.note(tournament, after={"site": site, "slug": slug})
    return publication


def choose_place(publication: Publication, *, address: str, key: str = "") -> tuple[str, str, str]:
    """Return site, event address and key: of the link, else as typed, else the stored one. Raises `UserError`."""
    try:
        site, slug, key_of_link = split_address(address)
    except ValueError as error:
        message = _("Paste the link that the other site shows, such as https://example.org/t/spring-open/.")
        if address.strip().startswith("http://"):
            message = _("The link must begin with https://, so that nobody can read the key on the way.")
        raise UserError(message, field="address") from error
    stored = PublicationKey.objects.filter(publication=publication).first() if publication.pk else None
    same_place = (publication.site, publication.slug) == (site, slug)
    key = key_of_link or key or (stored.key if stored and same_place else "")
    if not key.isascii() or not key or not key.isprintable():
        raise UserError(_("Paste the key that the other site showed."), field="key")
    return site, slug, key


def _claim(publication: Publication, key: str, send: Send) -> None:
    try:
        answer = request_mirror(publication, key, send, method="GET", seconds=10)
        if answer.status == HTTPStatus.OK:
            facts = {"epoch": publication.epoch, "after": str(answer.facts.get("epoch", ""))}
            answer = request_mirror(publication, key, send, body=json.dumps(facts).encode(), method="PUT", seconds=10)
    except NoAnswerError as error:
        problem: str = Publication.Problem.CERTIFICATE if error.certificate else Publication.Problem.CONNECTION
    else:
        if answer.status == HTTPStatus.OK and answer.facts.get("epoch") == publication.epoch:
            return
        problem = name_problem(answer.status)
    raise UserError(describe_publishing_problem(problem), field="key" if problem == "key" else "address")


@change("publishing.stop", gettext_noop("Publishing to another site stopped"))
def stop(change: Change, tournament: Tournament) -> Tournament:
    """Send nothing more. The mirror shows the last state. Raises `UserError` if the event is not published."""
    running = Publication.objects.filter(tournament=tournament, stopped_at=None)
    if not running.update(stopped_at=timezone.now()):
        raise UserError(_("This event is not published to another site."))
    change.note(tournament, after={"stopped": True})
    return tournament


def list_active() -> QuerySet[Publication]:
    active = Publication.objects.filter(stopped_at=None, secret__isnull=False, tournament__lent_at=None)
    return active.exclude(problem=Publication.Problem.TAKEN_OVER).exclude(tournament__rehearsal=True)


def has_active() -> bool:
    return list_active().exists()


def deliver_due(send: Send = request_site) -> None:
    now = timezone.now()
    longest = now + datetime.timedelta(seconds=2 * LONGEST_PAUSE)
    # After the clock was put back, an attempt would be due in a far future.
    due = Q(due_at=None) | Q(due_at__lte=now) | Q(due_at__gt=longest)
    for publication in list_active().filter(due).select_related("tournament", "secret"):
        with isolate_failure("publishing", event=publication.tournament.slug):
            deliver(publication, send)


def deliver(publication: Publication, send: Send = request_site) -> None:
    """Send the present state if it has changed, else a sign of life when one is due."""
    tournament, now = Tournament.objects.get(pk=publication.tournament_id), timezone.now()
    version = get_public_version(build_event_state(tournament))
    changed = version != publication.published_version
    last = publication.published_at
    if not changed and last is not None and abs(now - last) < SIGN_OF_LIFE:
        return
    owned = Publication.objects.filter(pk=publication.pk, epoch=publication.epoch, stopped_at=None)
    if not owned.update(number=F("number") + 1):
        return
    number = owned.values_list("number", flat=True).first()
    if number is None:
        return
    body = make_delivery(tournament, epoch=publication.epoch, number=number, whole=changed)
    attempt = owned.filter(number=number)
    try:
        answer = request_mirror(publication, publication.secret.key, send, body=body, seconds=SECONDS)
    except NoAnswerError as error:
        problem: str = Publication.Problem.CERTIFICATE if error.certificate else Publication.Problem.CONNECTION
        _note_failure(attempt, publication, problem)
        return
    if answer.status == HTTPStatus.OK:
        taken = answer.facts.get("number")
        if taken == number:
            attempt.update(published_version=version, published_at=timezone.now(), failures=0, problem="", due_at=None)
            _send_pictures(publication, answer.facts.get("missing"), send)
        elif isinstance(taken, int) and taken > (owned.values_list("number", flat=True).first() or 0):
            # Somebody else sends under this epoch: a copy of this data folder.
            owned.update(problem=Publication.Problem.TAKEN_OVER)
        elif not isinstance(taken, int):
            _note_failure(attempt, publication, name_problem(answer.status))
        return
    problem = name_problem(answer.status)
    log.warning("a delivery was refused", extra={"status": answer.status, "detail": answer.detail[:200]})
    _note_failure(attempt, publication, problem)


def _send_pictures(publication: Publication, digests: object, send: Send) -> None:
    def put(digest: str, content: bytes) -> SiteAnswer:
        page = f"pictures/{digest}/?epoch={publication.epoch}"
        key = publication.secret.key
        return request_mirror(publication, key, send, page=page, body=content, method="PUT", seconds=SECONDS)

    send_missing(publication.tournament, digests, put)


def name_problem(status: int) -> Publication.Problem:
    return PROBLEMS.get(status, Publication.Problem.REFUSED)


def _note_failure(attempt: QuerySet[Publication], publication: Publication, problem: str) -> None:
    pause = min(EVERY * 2 ** min(publication.failures, 10), LONGEST_PAUSE)
    due_at = timezone.now() + datetime.timedelta(seconds=pause)
    attempt.update(problem=problem, failures=F("failures") + 1, due_at=due_at)


def make_delivery(tournament: Tournament, *, epoch: str, number: int, whole: bool = True) -> bytes:
    delivery: dict[str, Any] = {
        "epoch": epoch,
        "number": number,
        "mark": compute_projection_mark(),
        "event": build_visitor_part(tournament) if whole else {},
        "extra": build_extra(tournament) if whole else {},
        "sent_at": timezone.now().isoformat(),
    }
    text = json.dumps(delivery, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), compresslevel=6, mtime=0)


def request_mirror(publication: Publication, key: str, send: Send, *, page: str = "", **request: Any) -> SiteAnswer:
    headers = {"Authorization": f"Mirror {key}", "Content-Type": "application/octet-stream"}
    return send(f"{publication.site}/t/{publication.slug}/mirror/{page}", headers=headers, **request)
