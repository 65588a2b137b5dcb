"""More of a director's day by the API: registrations, people of earlier events, what is forgotten, logs, the hall."""

from __future__ import annotations

from typing import Any

from django.forms.models import model_to_dict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from tournaments.api.acts import At, act, flag, known_only, text, whole
from tournaments.api.base import refuse_unknown
from tournaments.forms.registration import RegistrationDeskForm
from tournaments.models import Application, RegistrationDesk, SheetPhoto, TableLog, Tournament, User
from tournaments.models.hall import MOST_IN_ROW, MOST_ROWS, MOST_TABLE
from tournaments.selectors import people
from tournaments.selectors.registration import desk_of
from tournaments.services import applications, hall_plan, photos, portraits, privacy, registration, replays
from tournaments.services.errors import UserError

TABLE = "rounds/<number:number>/tables/<number:table>"
APPLICATION = "registrations/<number:number>"


def _application(at: At) -> Application:
    return get_object_or_404(at.tournament.applications, number=at.parts["number"])


@act(f"{APPLICATION}/admit", "entries.edit", does="registration.admit")
def admit_registration(at: At) -> object:
    """Enter who has registered."""
    return applications.admit(at.by, _application(at))


@act(f"{APPLICATION}/refuse", "entries.edit", does="registration.refuse", reason=text(required=True))
def refuse_registration(at: At) -> object:
    """Do not enter them, and say why."""
    return applications.refuse(at.by, _application(at), reason=at["reason"])


@act(f"{APPLICATION}/withdraw", "entries.edit", does="registration.withdraw", reason=text())
def withdraw_registration(at: At) -> object:
    """They do not come after all."""
    return applications.withdraw(at.by, _application(at), reason=at["reason"])


@act(f"{APPLICATION}/paid", "entries.check_in", does="registration.fee", paid=flag(True))
def mark_fee_paid(at: At) -> object:
    """The fee is paid, or is not after all."""
    return applications.mark_paid(at.by, _application(at), paid=at["paid"])


@act(
    f"{TABLE}/logs/attach", "logs.attach", does="logs.attach", text=text(required=True, longest=1_000_000),
    file_name=text(longest=200), first_line=whole(0, 3),
)  # fmt: skip
def attach_log(at: At) -> object:
    """Attach the log of a game to the table."""
    return replays.attach(at.by, at.table, **at.values)


@act(f"{TABLE}/photos/<number:photo>/remove", "results.enter", does="photos.remove", reason=text(required=True))
def remove_photo(at: At) -> object:
    """Delete a photo of the table's sheet for good."""
    photos.remove(at.by, get_object_or_404(SheetPhoto, table=at.table, number=at.parts["photo"]), reason=at["reason"])
    return at.table


@act(f"{TABLE}/logs/<number:log>/remove", "logs.attach", does="logs.remove", reason=text(required=True))
def remove_log(at: At) -> object:
    """Take a log off that was attached by mistake."""
    found = get_object_or_404(TableLog, table=at.table, number=at.parts["log"])
    return replays.remove(at.by, found, reason=at["reason"])


@act("registration", "entries.edit", does="registration.desk", facts=serializers.DictField())
def set_registration(at: At) -> object:
    """Whether people may register, until when, how many, and what is asked: `asks` is field -> asked or required."""
    facts = dict(at["facts"])
    known_only(facts, applications.DESK_FACTS)
    asks = facts.pop("asks", None)
    if asks is not None and not isinstance(asks, dict):
        raise UserError(_("Say for each field whether it is asked or required."), field="asks")
    stored = desk_of(at.tournament) or RegistrationDesk(tournament=at.tournament)
    values: dict[str, Any] = model_to_dict(stored, RegistrationDeskForm.Meta.fields) | facts
    if asks is None and stored.pk:
        asks = stored.asks
    if asks is not None:
        known_only(asks, applications.OPTIONAL)
    else:
        asks = {name: field.initial for name, field in RegistrationDeskForm(instance=stored).fields.items()}
        asks = {name.removeprefix("ask_"): how for name, how in asks.items() if name.startswith("ask_")}
    form = RegistrationDeskForm(values | {f"ask_{name}": how for name, how in asks.items()}, instance=stored)
    if not form.is_valid():
        raise ValidationError({name: list(map(str, found)) for name, found in form.errors.items()})
    return applications.set_desk(at.by, at.tournament, facts=form.facts)


class KnownSerializer(serializers.Serializer[Any]):
    """Somebody of an earlier event: its short name and their number there."""

    event = serializers.CharField(max_length=60)
    number = serializers.IntegerField(min_value=1)

    def to_internal_value(self, data: Any) -> Any:
        refuse_unknown(self, data)
        return super().to_internal_value(data)


@act(
    "entries/known", "entries.add", does="entries.add_known",
    people=serializers.ListField(child=KnownSerializer(), allow_empty=False, max_length=2000),
)  # fmt: skip
def add_known_people(at: At) -> object:
    """Enter people of your earlier events, each by an event's short name and the number there."""
    user = at.request.user
    found = people.known_people(user, at.tournament) if isinstance(user, User) else []
    known = {(one.tournament.slug, one.number): person for person in found for one in person.entries}
    chosen = []
    for one in at["people"]:
        person = known.get((one["event"], one["number"]))
        if person is None:
            told = _("There is no player %(number)s of “%(event)s” who is not entered here already.")
            raise UserError(told % one, field="people")
        if person not in chosen:
            chosen.append(person)
    return registration.add_known(at.by, at.tournament, people=chosen)


@act("entries/<number:number>/photo/remove", "entries.edit", does="portraits.remove")
def remove_portrait(at: At) -> object:
    """Delete the player's photo."""
    portraits.remove(at.by, at.entry)
    return at.entry


@act("entries/<number:number>/erase", "entries.edit", does="entries.erase", reason=text())
def erase_person(at: At) -> object:
    """Forget the person; the results stay under initials."""
    return privacy.erase(at.by, at.entry, reason=at["reason"])


TABLE_ROW_PLACE = serializers.ListField(
    child=serializers.IntegerField(min_value=1, max_value=MOST_TABLE), min_length=3, max_length=3
)


@act(
    "hall", "tournament.edit", does="hall.arrange", reason=text(),
    places=serializers.ListField(child=TABLE_ROW_PLACE, max_length=MOST_ROWS * MOST_IN_ROW),
)  # fmt: skip
def arrange_hall(at: At) -> Tournament:
    """Lay the hall out: [table, row from the front, place from the left] of each; none at all: rows again."""
    spots = {table: (row, column) for table, row, column in at["places"]}
    if len(spots) < len(at["places"]):
        raise UserError(_("A table stands in one place only."), field="places")
    return hall_plan.arrange(at.by, at.tournament, spots=spots, reason=at["reason"])
