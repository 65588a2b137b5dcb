from __future__ import annotations

from typing import Any, ClassVar, cast

from django import forms
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from tournaments.accounts.models import User
from tournaments.core.actions import Action, PageAction, register
from tournaments.core.errors import UserError
from tournaments.core.views.manage import page
from tournaments.entries.models.entries import Entry
from tournaments.people import consent, services
from tournaments.people.careers import find_visible_person_of
from tournaments.people.forms import ConsentForm, KnownPlayerForm
from tournaments.people.models import Person
from tournaments.people.pages import get_player, show_persons
from tournaments.people.queries import find_entry, query_events_to_link

PLAYER = "entries/<number:number>"


class OfPerson(Action):
    permission = "entries.edit"
    success_page = "manage_persons"
    tag = "tournaments"

    def get_target(self) -> Entry:
        return get_player(self.tournament, self.parts["number"])


class OfKnownPlayer(OfPerson):
    form_class = KnownPlayerForm

    def find_player(self, data: dict[str, Any]) -> Entry:
        """Return the named player. Raises the same `UserError` for events of others as for none."""
        entry = find_entry(query_events_to_link(cast(User, self.by.user)), data["event"], data["number"])
        if entry is None:
            raise UserError(_("You direct no event with this player."), field="number")
        return entry

    def page(self, **context: Any) -> HttpResponse:
        return show_persons(self.request, self.tournament, **context)


@register
class LinkPlayer(OfKnownPlayer):
    """Link a player to the person of a player of another event that you direct."""

    path = f"{PLAYER}/person"
    name = "manage_person_link"
    audit_codes = ("people.link", "people.move")
    done = gettext_lazy("Linked to one person.")

    def perform(self, data: dict[str, Any]) -> object:
        return services.link(self.by, entry=self.target, same_as=self.find_player(data))


@register
class UnlinkPlayer(OfPerson):
    """Take a player from the person of other events."""

    path = f"{PLAYER}/person/unlink"
    name = "manage_person_unlink"
    audit_codes = ("people.unlink", "people.move")
    done = gettext_lazy("No longer linked.")

    def perform(self, data: dict[str, Any]) -> object:
        return services.unlink(self.by, entry=self.target)


@register
class AnswerSomebodyElse(OfKnownPlayer):
    """Remember that a player is somebody else than a player of another event, so that nobody is asked again."""

    path = f"{PLAYER}/person/somebody-else"
    name = "manage_person_somebody_else"
    audit_codes = ("people.somebody_else", "people.answered")
    done = gettext_lazy("Remembered: somebody else.")

    def perform(self, data: dict[str, Any]) -> object:
        return services.answer_somebody_else(self.by, entry=self.target, same_as=self.find_player(data))


class ConsentSerializer(serializers.ModelSerializer[Person]):
    """Consent of a player's person to a page across events; `key` is the end of its address."""

    consent = serializers.CharField(read_only=True)
    consent_source = serializers.CharField(read_only=True)

    class Meta:
        model = Person
        fields = ["key", "consent", "consent_on", "consent_source", "shows_photo", "withdrawn_on"]
        read_only_fields = fields


class OfConsent(Action):
    permission = "entries.edit"
    answer_serializer: ClassVar[Any] = ConsentSerializer

    def get_target(self) -> Entry:
        return get_player(self.tournament, self.parts["number"])

    def get_success_url(self) -> str:
        return reverse("manage_entry_consent", args=[self.tournament.slug, self.target.number])

    def get_answer(self, result: Any) -> Any:
        return dict(ConsentSerializer(result).data)


@register
class RecordConsent(OfConsent, PageAction):
    """Record a player's consent to a page across the events of the site."""

    path = f"{PLAYER}/consent"
    name = "manage_entry_consent"
    audit_codes = ("people.consent",)
    form_class = ConsentForm
    stored_fields = ConsentSerializer().get_fields()
    done = gettext_lazy("The consent is recorded; the player has a page across events.")

    def perform(self, data: dict[str, Any]) -> Person:
        return consent.record(self.by, self.target, **data)

    def get_initial(self) -> dict[str, Any]:
        person = self._find_person()
        return {} if person is None else {"consent_source": person.consent_source, "shows_photo": person.shows_photo}

    def get_stored(self) -> dict[str, Any]:
        return dict(ConsentSerializer(self._find_person() or Person(key="")).data)

    def _find_person(self) -> Person | None:
        return Person.objects.filter(links__entry=self.get_target()).first()

    def page(self, **context: Any) -> HttpResponse:
        entry = self.get_target()
        context = {"entry": entry, "person": self._find_person(), "visible": find_visible_person_of(entry), **context}
        return page(self.request, self.tournament, "people/manage/consent.html", "entries", **context)


@register
class WithdrawConsent(OfConsent):
    """Withdraw a player's consent: the page across events is gone at once."""

    path = f"{PLAYER}/consent/withdraw"
    name = "manage_entry_consent_withdraw"
    audit_codes = ("people.withdraw",)
    form_class = forms.Form
    done = gettext_lazy("Withdrawn; the page across events is gone.")

    def perform(self, data: dict[str, Any]) -> Person:
        return consent.withdraw(self.by, self.target)
