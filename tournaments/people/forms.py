"""Forms of persons: consent, a player of another event, and the two players whose persons an administrator merges."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.fields import OptionalReasonForm, make_date_input
from tournaments.people.models import Person


class KnownPlayerForm(forms.Form):
    """A player of an event that the account directs."""

    event = forms.SlugField(label=_("Short name of the event"), max_length=60)
    number = forms.IntegerField(label=_("Number there"), min_value=1, max_value=99999)


class OwnErasureForm(forms.Form):
    sure = forms.BooleanField(label=_("Erase my data in these events. Nobody can undo it."))


class PersonMergeForm(OptionalReasonForm):
    """Two players, each by event and number: `spring-open/12`."""

    stays = forms.CharField(label=_("Player whose person stays"), max_length=80, help_text=_("Such as spring-open/12."))
    goes = forms.CharField(label=_("Player whose person is merged into it"), max_length=80)
    field_order = ("stays", "goes")


RECORDED = [choice for choice in Person.Source.choices if choice[0] not in (Person.Source.NONE, Person.Source.PERSON)]


class ConsentForm(forms.Form):
    """Consent that a player gave to the organiser."""

    consent_on = forms.DateField(label=_("Day of the consent"), widget=make_date_input())
    consent_source = forms.ChoiceField(label=_("Source of the consent"), choices=RECORDED)
    shows_photo = forms.BooleanField(
        label=_("With the photo"),
        required=False,
        help_text=_("Shows the photo of the check-in to everybody."),
    )


class OwnConsentForm(forms.Form):
    """Consent of a player who is signed in."""

    shows_photo = forms.BooleanField(label=_("With the photo"), required=False)
