"""Pages and choices of a player with an account, which an organiser linked to the player."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.accounts.models import Role, User
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.http.commit_state import noted_transaction
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.events.queries import choose_current_round
from tournaments.people import consent
from tournaments.people.careers import CareerEvent, list_results, query_public_entries, query_visible_people
from tournaments.people.models import Person, PersonEntry
from tournaments.rounds.models import Round
from tournaments.rounds.queries.public_seatings import PlayerSeat, add_table_mates, list_published_seats


@dataclass(frozen=True)
class NextTable:
    entry: Entry
    seat: PlayerSeat


@dataclass(frozen=True)
class OwnPage:
    """Facts that an account reads about its player; `confirmed`: entries that an organiser linked to the account."""

    confirmed: tuple[Entry, ...]
    next_tables: tuple[NextTable, ...]
    events: tuple[CareerEvent, ...]
    people: tuple[Person, ...]
    visible: tuple[Person, ...]
    contacts: tuple[tuple[Tournament, tuple[str, ...]], ...]

    @property
    def consents(self) -> bool:
        return any(person.consent == Person.Consent.GIVEN for person in self.people)

    @property
    def shows_photo(self) -> bool:
        return any(person.shows_photo for person in self.people)

    @property
    def is_by_initials(self) -> bool:
        return all(entry.initials_only for entry in self.confirmed)


def query_confirmed_entries(user: User) -> QuerySet[Entry]:
    """Return the players of published events that an organiser linked to the account, newest first.

    Entries of the same person in other events are no part of it: their own organisers have not confirmed the account.
    """
    rows = query_public_entries().filter(account=user).select_related("tournament")
    return rows.order_by(F("tournament__starts_on").desc(nulls_last=True), "-tournament__pk")


def query_own_entries(user: User) -> QuerySet[Entry]:
    """Return the confirmed entries, and those of the same person that no other account holds; newest first."""
    people = query_own_people(user).values("pk")
    same = Q(person_link__person__in=people, account=None) | Q(account=user)
    rows = query_public_entries().filter(same).select_related("tournament")
    return rows.order_by(F("tournament__starts_on").desc(nulls_last=True), "-tournament__pk", "number")


def query_own_people(user: User) -> QuerySet[Person]:
    links = PersonEntry.objects.filter(entry__in=query_confirmed_entries(user).order_by())
    return Person.objects.filter(pk__in=links.order_by().values("person")).order_by("pk")


def build_own_page(user: User) -> OwnPage:
    confirmed, entries = list(query_confirmed_entries(user)), list(query_own_entries(user))
    events, _results = list_results(entries)
    people = query_own_people(user)
    visible = query_visible_people().filter(pk__in=people.values("pk"))
    return OwnPage(
        tuple(confirmed),
        tuple(_list_next_tables(entries)),
        tuple(events),
        tuple(people),
        tuple(visible),
        tuple(_list_contacts(confirmed)),
    )


def _list_next_tables(entries: list[Entry]) -> list[NextTable]:
    tables = []
    for entry in entries:
        if entry.tournament.state != Tournament.State.FINISHED and entry.tournament.archived_at is None:
            seats = list_published_seats(entry)
            current = choose_current_round(seat.seating.round for seat in seats).current
            if current is not None and current.state != Round.State.FINISHED:
                (seat,) = add_table_mates(entry, [row for row in seats if row.seating.round == current])
                tables.append(NextTable(entry, seat))
    return tables


def _list_contacts(entries: list[Entry]) -> list[tuple[Tournament, tuple[str, ...]]]:
    """Return the events with the names of their directors; addresses of accounts are for administrators."""
    events = [entry.tournament for entry in entries]
    directors = User.objects.filter(is_active=True, memberships__role=Role.DIRECTOR, memberships__tournament__in=events)
    names: dict[int, list[str]] = {}
    for director in directors.annotate(directs=F("memberships__tournament")).order_by("username"):
        names.setdefault(director.directs, []).append(director.get_full_name() or director.get_username())
    return [(event, tuple(names.get(event.pk, ()))) for event in events]


def give_consent(by: Actor, *, user: User, shows_photo: bool = False) -> None:
    """Give the consent of the account's player. Raises `UserError` without a confirmed entry.

    Also raises it while another account holds an entry of the same person: one of the two is linked by mistake.
    """
    with noted_transaction():
        entries = list(query_confirmed_entries(user))
        if not entries:
            raise UserError(_("No organiser has linked this account to a player."))
        for entry in entries:
            if not PersonEntry.objects.filter(entry=entry).exists():
                PersonEntry.objects.create(entry=entry, person=Person.objects.create())
        people = list(query_own_people(user))
        others = Entry.objects.filter(person_link__person__in=people).exclude(account=None).exclude(account=user)
        if others.exists():
            raise UserError(_("Another account is linked to the same person. Ask the organiser which one is yours."))
        for person in people:
            consent.give_own(by, person=person, shows_photo=shows_photo)


def withdraw_consent(by: Actor, *, user: User) -> None:
    """Withdraw the consent of the account's player everywhere. Raises `UserError` without one."""
    people = list(query_own_people(user).filter(consent=Person.Consent.GIVEN))
    if not people:
        raise UserError(_("There is no consent to withdraw."))
    with noted_transaction():
        for person in people:
            consent.withdraw_own(by, person=person)


def show_initials(by: Actor, *, user: User, initials_only: bool) -> None:
    """Show the initials or the names of the account's player in the events that are not archived.

    Raises `UserError` if there is none.
    """
    entries = list(query_confirmed_entries(user).filter(tournament__archived_at=None))
    if not entries:
        raise UserError(_("There is no event of yours in which the name can change."))
    with noted_transaction():
        for entry in entries:
            if entry.initials_only != initials_only:
                players.edit(by, entry, initials_only=initials_only)
