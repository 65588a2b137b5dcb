"""People of the site with their rights and use, and the limits of organisers."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Final, NamedTuple, TypedDict

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, Length
from django.utils import timezone

from tournaments.accounts.models import AccountRules, ApiToken, Membership, Role, User
from tournaments.branding.models import EventPicture, SponsorLogo
from tournaments.entries.models.entries import Portrait
from tournaments.entries.models.registration import Email
from tournaments.events.models import Tournament
from tournaments.results.models.logs import TableLog
from tournaments.results.models.photos import SheetPhoto

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

DAY: Final = datetime.timedelta(days=1)
MEGABYTE: Final = 1_000_000
ADMINISTRATORS, ORGANISERS, INACTIVE = "administrators", "organisers", "inactive"
RIGHTS: Final = {
    ADMINISTRATORS: Q(is_superuser=True, is_active=True),
    ORGANISERS: Q(is_staff=True, is_superuser=False, is_active=True),
    INACTIVE: Q(is_active=False),
}


class PersonNumbers(TypedDict):
    events: int
    tokens: int


if TYPE_CHECKING:
    ListedPerson = WithAnnotations[User, PersonNumbers]


def query_people(words: str = "", right: str = "") -> QuerySet[ListedPerson]:
    """Return the accounts by name, without people of imported logs. `right`: a key of `RIGHTS`."""
    roles = Membership.objects.filter(user=OuterRef("pk")).order_by().values("user")
    tokens = ApiToken.objects.filter(user=OuterRef("pk")).order_by().values("user")
    accounts = User.objects.filter(acted_at=None).annotate(
        events=Coalesce(Subquery(roles.annotate(count=Count("tournament", distinct=True)).values("count")), 0),
        tokens=Coalesce(Subquery(tokens.annotate(count=Count("pk")).values("count")), 0),
    )
    for word in words.split():
        accounts = accounts.filter(Q(username__icontains=word) | Q(email__icontains=word))
    return accounts.filter(RIGHTS.get(right, Q())).order_by("username")


class Use(NamedTuple):
    """Open events, e-mails to players within a day, and megabytes of photos and logs of an organiser."""

    events: int
    mails: int
    megabytes: float


def query_directed_events(user: User) -> QuerySet[Tournament]:
    """Return the events that the account directs, without rehearsals."""
    held = Membership.objects.filter(user=user, role=Role.DIRECTOR)
    return Tournament.objects.filter(pk__in=held.values("tournament"), rehearsal=False)


def open_events(user: User) -> int:
    return query_directed_events(user).filter(archived_at=None).count()


def count_mails_today(user: User) -> int:
    """Return the number of e-mails to players that the account has queued or sent for the last 24 hours."""
    rows = Email.objects.filter(mailing__created_by=user, send_after__gt=timezone.now() - DAY)
    return rows.exclude(state=Email.State.NO_ADDRESS).count()


def count_stored_bytes(user: User) -> int:
    events = query_directed_events(user).values("pk")
    sums = [
        SheetPhoto.objects.filter(table__round__tournament__in=events).aggregate(size=Sum(Length("picture"))),
        Portrait.objects.filter(entry__tournament__in=events).aggregate(size=Sum(Length("picture"))),
        EventPicture.objects.filter(tournament__in=events).aggregate(size=Sum(Length("picture"))),
        SponsorLogo.objects.filter(sponsor__tournament__in=events).aggregate(size=Sum(Length("picture"))),
        TableLog.objects.filter(table__round__tournament__in=events).aggregate(size=Sum(Length("text"))),
    ]
    return sum(row["size"] or 0 for row in sums)


def use_of(user: User) -> Use:
    return Use(open_events(user), count_mails_today(user), round(count_stored_bytes(user) / MEGABYTE, 1))


def limit_of(user: User, name: str) -> int | None:
    """Return the limit `name` (a column of `AccountRules`) of account or site; None for none and for administrators."""
    if user.is_superuser:
        return None
    limit: int | None = getattr(user, name)
    return limit if limit is not None else getattr(AccountRules.current(), name)
