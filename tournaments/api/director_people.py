"""Setting up the registration by the API."""

from __future__ import annotations

from typing import Any

from django.forms.models import model_to_dict
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from tournaments.api.acts import At, act, known_only
from tournaments.entries.fields import OPTIONAL
from tournaments.events.settings import DESK_FACTS
from tournaments.forms.registration import RegistrationDeskForm
from tournaments.models import RegistrationDesk
from tournaments.selectors.registration import desk_of
from tournaments.services import applications
from tournaments.services.errors import UserError


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
