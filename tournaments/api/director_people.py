"""People by the API: who registered and what is asked of them, people of earlier events, what is forgotten."""

from __future__ import annotations

from typing import Any

from django.forms.models import model_to_dict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from tournaments.api.acts import At, act, flag, known_only, text
from tournaments.api.base import refuse_unknown
from tournaments.entries.fields import OPTIONAL
from tournaments.events.settings import DESK_FACTS
from tournaments.forms.registration import RegistrationDeskForm
from tournaments.models import Application, RegistrationDesk, User
from tournaments.selectors import people
from tournaments.selectors.registration import desk_of
from tournaments.services import applications, portraits, privacy, registration
from tournaments.services.errors import UserError

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


@act("registration", "entries.edit", does="registration.desk", facts=serializers.DictField())
def set_registration(at: At) -> object:
    """Whether people may register, until when, how many, and what is asked: `asks` is field -> asked or required."""
    facts = dict(at["facts"])
    known_only(facts, DESK_FACTS)
    asks = facts.pop("asks", None)
    if asks is not None and not isinstance(asks, dict):
        raise UserError(_("Say for each field whether it is asked or required."), field="asks")
    stored = desk_of(at.tournament) or RegistrationDesk(tournament=at.tournament)
    values: dict[str, Any] = model_to_dict(stored, RegistrationDeskForm.Meta.fields) | facts
    if asks is None and stored.pk:
        asks = stored.asks
    if asks is not None:
        known_only(asks, OPTIONAL)
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
