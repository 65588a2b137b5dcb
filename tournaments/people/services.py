"""Services of persons: link, unlink, answer that it is somebody else, merge, take a merge back.

The site's log names entries by event and number. An event's own log says only that a player was linked, since those
who read it may work at none of the other events.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Actor, Change, change, site_change
from tournaments.core.errors import UserError
from tournaments.core.text.places import format_enumeration
from tournaments.entries.known_people import KnownPerson
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.people.models import MergedLink, Person, PersonEntry, PersonMerge, SomebodyElse, delete_empty
from tournaments.people.queries import SharedRound, build_known_register, list_shared_rounds, query_events_to_link


def format_code(entry: Entry) -> str:
    """Return event and number: `spring-open/12`."""
    return f"{entry.tournament.slug}/{entry.number}"


def list_codes(person: Person | None) -> list[str]:
    """Return the codes of the person's entries, in order."""
    if person is None:
        return []
    rows = Entry.objects.filter(person_link__person=person).select_related("tournament")
    return sorted(map(format_code, rows))


def may_link(by: Actor, entry: Entry) -> bool:
    """Return True for who directs the event, for administrators, and for commands of the server."""
    return by.user is None or query_events_to_link(by.user).filter(pk=entry.tournament_id).exists()


@site_change("people.link", gettext_noop("Players linked to one person"))
def link(change: Change, *, entry: Entry, same_as: Entry, namesakes: bool = True) -> Person:
    """Link the entry to the person of `same_as`, who is made if need be.

    With `namesakes`, also link the entries that the register of the actor's events puts together with `same_as` and
    that have no person yet. Raises `UserError` if both play in one round, or if the actor may not link one of them.
    """
    if entry.tournament.rehearsal or same_as.tournament.rehearsal:
        raise UserError(_("Players of a rehearsal are no persons."))
    if not may_link(change.by, entry) or not may_link(change.by, same_as):
        raise UserError(_("Only players of events that you direct can be linked."))
    if entry.pk == same_as.pk:
        raise UserError(_("Choose two different players."))
    joining = [entry, same_as, *(_list_namesakes(change.by, entry, same_as) if namesakes else ())]
    _lock([row.tournament_id for row in joining])
    entry.refresh_from_db()
    links = {row.entry_id: row for row in PersonEntry.objects.filter(entry__in=joining).select_related("person")}
    former, target = links.get(entry.pk), links.get(same_as.pk)
    if former is not None and target is not None and former.person_id == target.person_id:
        change.nothing()
        return target.person
    person = target.person if target is not None else Person()
    before = list_codes(target.person if target is not None else None)
    held = list(Entry.objects.filter(person_link__person=person).select_related("tournament")) if target else []
    new = [row for row in joining[1:] if row.pk not in links]
    if list_shared_rounds([*held, *new, entry]):
        # Two namesakes who met are two people: link only the chosen player.
        new = [row for row in new if row == same_as]
    _refuse_shared_rounds(list_shared_rounds([*held, *new, entry]), entry)
    if former is not None:
        _carry_withdrawal(former.person, person)
    if target is None:
        person.save(force_insert=True)
    SomebodyElse.objects.filter(entry=entry, person=person).delete()
    for row in [entry, *new]:
        move(change.by, row, person=person)
    note = {"player": format_code(entry), "same_as": format_code(same_as)}
    change.note(person, before={"entries": before}, after=note | {"entries": list_codes(person)})
    return person


def link_added(by: Actor, people: Iterable[tuple[Entry, KnownPerson]]) -> None:
    """Link new players with the known persons that they were copied from, as far as the actor may link them."""
    if by.user is None:
        return
    events = set(query_events_to_link(by.user).values_list("pk", flat=True))
    for entry, person in people:
        rows = [row for row in person.entries if row.tournament_id in events and row.tournament.lent_at is None]
        if rows and entry.tournament_id in events:
            link(by, entry=entry, same_as=rows[0])


def _carry_withdrawal(former: Person, person: Person) -> None:
    """Let a withdrawn consent stay so under another person. Raises `UserError` if that one consents since before."""
    withdrawn_on = former.withdrawn_on
    if withdrawn_on is None:
        return
    if person.consent == Person.Consent.GIVEN:
        if person.consent_on is not None and person.consent_on <= withdrawn_on:
            raise UserError(_("This player withdrew the consent to a page across events, which the other one has."))
    elif person.withdrawn_on is None or person.withdrawn_on < withdrawn_on:
        person.consent, person.withdrawn_on = Person.Consent.WITHDRAWN, withdrawn_on
        if person.pk is not None:
            person.save(update_fields=["consent", "withdrawn_on"])


@site_change("people.unlink", gettext_noop("Player no longer linked to a person"))
def unlink(change: Change, *, entry: Entry) -> None:
    """Take the entry from its person, which goes with its last entry."""
    _lock([entry.tournament_id])
    held = PersonEntry.objects.filter(entry=entry).select_related("person").first()
    if held is None or not held.person.links.exclude(pk=held.pk).exists():
        # A player alone keeps the person for the consent to a page across events.
        change.nothing()
        return
    person = held.person
    before = list_codes(person)
    alone = None
    if person.withdrawn_on is not None:
        # A consent from before the withdrawal shall not count for the player alone either.
        alone = Person.objects.create(consent=Person.Consent.WITHDRAWN, withdrawn_on=person.withdrawn_on)
    move(change.by, entry, person=alone)
    change.note(person, before={"entries": before}, after={"player": format_code(entry), "entries": list_codes(person)})


@site_change("people.somebody_else", gettext_noop("Player is somebody else"))
def answer_somebody_else(change: Change, *, entry: Entry, same_as: Entry) -> None:
    """Remember that the entry is not the person of `same_as`. Raises `UserError` if they are linked."""
    if not may_link(change.by, entry) or not may_link(change.by, same_as):
        raise UserError(_("Only players of events that you direct can be linked."))
    if entry.pk == same_as.pk:
        raise UserError(_("Choose two different players."))
    _lock([entry.tournament_id, same_as.tournament_id])
    held = PersonEntry.objects.filter(entry=same_as).select_related("person").first()
    if held is not None and PersonEntry.objects.filter(entry=entry, person=held.person_id).exists():
        raise UserError(_("These players are linked to one person; unlink them first."))
    if held is None:
        person = Person.objects.create()
        move(change.by, same_as, person=person)
    else:
        person = held.person
    if SomebodyElse.objects.get_or_create(entry=entry, person=person)[1]:
        _touch(change.by, entry)
        change.note(person, after={"player": format_code(entry), "not": format_code(same_as)})
    else:
        change.nothing()


@site_change("people.merge", gettext_noop("Two persons merged"))
def merge(change: Change, *, stays: Entry, goes: Entry, reason: str = "") -> PersonMerge:
    """Give all entries of one entry's person to the other's. Raises `UserError` if both play in one round.

    An entry without a person gets one first, so that an undo restores what was.
    """
    if stays.pk == goes.pk:
        raise UserError(_("Choose two different players."), field="goes")
    rows = [stays, goes]
    persons = Person.objects.filter(links__entry__in=rows).values("pk")
    concerned = Entry.objects.filter(person_link__person__in=persons)
    _lock([*concerned.values_list("tournament", flat=True), stays.tournament_id, goes.tournament_id])
    if any(row.tournament.rehearsal for row in rows):
        raise UserError(_("Players of a rehearsal are no persons."))
    links = {row.entry_id: row.person for row in PersonEntry.objects.filter(entry__in=rows).select_related("person")}
    if stays.pk in links and links.get(goes.pk) == links[stays.pk]:
        raise UserError(_("These players are one person already."), field="goes")
    _refuse_shared_rounds(list_shared_rounds({*rows, *concerned}), None)
    before = {"stays": list_codes(links.get(stays.pk)), "goes": list_codes(links.get(goes.pk))}
    for row in rows:
        if row.pk not in links:
            links[row.pk] = Person.objects.create()
            move(change.by, row, person=links[row.pk])
    merged = PersonMerge.objects.create(goes=links[goes.pk], stays=links[stays.pk])
    moving = Entry.objects.filter(person_link__person=merged.goes).select_related("tournament").order_by("pk")
    for row in list(moving):
        MergedLink.objects.create(merge=merged, entry=row)
        move(change.by, row, person=merged.stays)
    change.note(merged.stays, before=before, after={"entries": list_codes(merged.stays)})
    return merged


@site_change("people.part", gettext_noop("Merge of two persons taken back"))
def part(change: Change, *, merge: PersonMerge, reason: str = "") -> Person:
    """Give the entries back that the merge moved; what was linked elsewhere since stays there.

    Raises `UserError` if it was taken back already, or if the person has been merged into another since.
    """
    stored = PersonMerge.objects.select_related("goes", "stays").filter(pk=merge.pk).first()
    if stored is None:
        raise UserError(_("This was removed in the meantime."))
    entries = Entry.objects.filter(merged_links__merge=stored)
    _lock(entries.values_list("tournament", flat=True))
    if not PersonMerge.objects.filter(pk=stored.pk).exists():
        raise UserError(_("This was removed in the meantime."))
    if PersonMerge.objects.filter(goes=stored.stays).exists():
        raise UserError(_("This person has been merged into another since; take that back first."))
    if stored.stays.merges.order_by("-pk").values_list("pk", flat=True).first() != stored.pk:
        raise UserError(_("Another person has been merged into this one since; take that back first."))
    before = list_codes(stored.stays)
    for row in list(entries.filter(person_link__person=stored.stays).select_related("tournament").order_by("pk")):
        move(change.by, row, person=stored.goes)
    goes, stays = stored.goes, stored.stays
    stored.delete()
    change.note(goes, before={"entries": before}, after={"stays": list_codes(stays), "goes": list_codes(goes)})
    return goes


@change("people.move", gettext_noop("Player linked to a person, or no longer"), on_archived=True)
def move(change: Change, entry: Entry, *, person: Person | None) -> None:
    """Set the entry's person. The event's log names neither the person nor other events."""
    held = PersonEntry.objects.filter(entry=entry).first()
    if person is None:
        if held is not None:
            held.delete()
    elif held is None:
        try:
            with transaction.atomic():
                PersonEntry.objects.create(entry=entry, person=person)
        except IntegrityError:
            raise UserError(_("Someone else saved at the same time. Reload the page and try again.")) from None
    else:
        former = held.person_id
        held.person = person
        held.save(update_fields=["person"])
        delete_empty([former])
    change.note(entry, before={"linked": held is not None}, after={"linked": person is not None})


@change("people.answered", gettext_noop("Player compared with a known person"), on_archived=True)
def _touch(change: Change, entry: Entry) -> None:
    change.note(entry, after={"somebody_else": True})


def forget(_change: Change, entry: Entry) -> None:
    """Delete the links of an erased player, and the person with its last one. Part of a change."""
    for rows in (PersonEntry, SomebodyElse, MergedLink):
        for row in rows.objects.filter(entry=entry):
            row.delete()


def _lock(tournaments: Iterable[int]) -> None:
    """Lock the events in one order, so that two at once do not wait for each other, nor a seating comes between."""
    list(Tournament.objects.select_for_update().filter(pk__in=set(tournaments)).order_by("pk").values_list("pk"))


def _list_namesakes(by: Actor, entry: Entry, same_as: Entry) -> list[Entry]:
    if by.user is None:
        return []
    for person in build_known_register(by.user, entry.tournament, [same_as]).people:
        if same_as in person.entries:
            return [row for row in person.entries if row != same_as and row.tournament.lent_at is None]
    return []


def _refuse_shared_rounds(shared: list[SharedRound], entry: Entry | None) -> None:
    """Raise `UserError` that names the rounds. An organiser reads only of the own event, `entry`'s."""
    for pair in shared:
        named: dict[str, Any] = {
            "one": pair.first.number,
            "other": pair.second.number,
            "rounds": format_enumeration(pair.rounds),
            "event": pair.first.tournament.name,
        }
        if entry is not None and pair.first.tournament_id != entry.tournament_id:
            raise UserError(_("These players are not one person: two of them play in one round."))
        raise UserError(
            _("%(event)s: players %(one)s and %(other)s both play in round %(rounds)s, so they are not one person.")
            % named
        )
