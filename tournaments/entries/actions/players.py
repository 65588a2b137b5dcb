from __future__ import annotations

from typing import Any, ClassVar, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.services import accounts
from tournaments.core.actions import Action, PageAction, make_blank_forms, register
from tournaments.core.forms.fields import OptionalReasonForm
from tournaments.core.views.manage import page
from tournaments.core.views.undo import UNDONE, Undo
from tournaments.core.visibility import list_visible_questions
from tournaments.entries.api import EntryDetail, EntryList
from tournaments.entries.forms.entries import (
    CountForm,
    EntryForm,
    FromRoundForm,
    NewEntryForm,
    PlayerAccountForm,
    SubstituteForm,
    WaitingForm,
)
from tournaments.entries.forms.questions import PREFIX, make_answers_api_field, map_answers_to_fields
from tournaments.entries.models.entries import Entry
from tournaments.entries.pages import get_entry_by_number, show_entry
from tournaments.entries.queries import list_visible_private_facts
from tournaments.entries.serializers import EntrySerializer
from tournaments.entries.services import players, portraits
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.rounds.queries import participants
from tournaments.seating.services import substitutes

ENTRY = "entries/<number:number>"


class OfPlayer(Action):
    permission = "entries.edit"

    def get_target(self) -> Entry:
        return get_entry_by_number(self.tournament, self.parts["number"])

    def get_success_url(self) -> str:
        return reverse("manage_entry", args=[self.tournament.slug, self.target.number])


class OnPlayerPage(OfPlayer):
    def page(self, **context: Any) -> HttpResponse | None:
        # A service that failed may have changed the target.
        player = self.get_target()
        return show_entry(self.request, self.tournament, player, **build_player_forms(player) | context)


def serialize_entry(action: Action, entry: Entry) -> dict[str, Any]:
    viewer = action.request.user
    private, questions = (
        list_visible_private_facts(viewer, action.tournament),
        list_visible_questions(viewer, action.tournament),
    )
    return dict(EntrySerializer(entry, private=private, questions=questions).data)


def find_answers_name(field: str) -> str:
    """Return the API's name of a question's field; "" for other fields."""
    return "answers" if field.startswith(PREFIX) else ""


@register
class AddEntry(PageAction):
    """Enter a player."""

    path, page_path = "entries", "entries/add"
    name = "manage_entry_add"
    permission = "entries.add"
    audit_codes = ("entries.add",)
    form_class = NewEntryForm
    endpoint, endpoint_name, status = EntryList, "api-entries", 201
    operation_id, request_name, tag = "tournaments_entries_create", "EntryWrite", "tournaments"
    answer_serializer = EntrySerializer
    api_fields = {"answers": make_answers_api_field()}

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        answers = values.pop("answers", {})
        return values | map_answers_to_fields(self.get_form(), answers)

    def map_to_api_name(self, field: str) -> str:
        return find_answers_name(field) or super().map_to_api_name(field)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"instance": Entry(tournament=self.tournament), "tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> Entry:
        return players.add(self.by, self.tournament, **data)

    def get_answer(self, result: Any) -> Any:
        return serialize_entry(self, result)

    def get_message(self, result: Any) -> str:
        return gettext("%(name)s is entered.") % {"name": result}

    def get_success_url(self) -> str:
        if "again" not in self.request.POST:
            return reverse("manage_entries", args=[self.tournament.slug])
        add = reverse("manage_entry_add", args=[self.tournament.slug])
        return f"{add}?house=1" if self.result.house else add

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        form = cast(NewEntryForm, self.get_form())
        if request.GET.get("house"):
            form.begin_with_house_substitute()
        return self.page(form=form)

    def page(self, **context: Any) -> HttpResponse:
        return page(self.request, self.tournament, "entries/manage/entry_add.html", "entries", **context)


@register
class EditEntry(OnPlayerPage):
    """Correct what is known about the player."""

    path = ENTRY
    page_path = "entries/<int:number>/edit"
    name = "manage_entry_edit"
    audit_codes = ("entries.edit",)
    form_class = EntryForm
    endpoint, endpoint_name, method = EntryDetail, "api-entry", "patch"
    operation_id, request_name, tag = "tournaments_entries_partial_update", "EntryWrite", "tournaments"
    answer_serializer = EntrySerializer
    api_fields = {"answers": make_answers_api_field()}
    done = _("Saved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"instance": self.target, "tournament": self.tournament}

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.sent = set(values)
        answers = map_answers_to_fields(self.get_form(), values.pop("answers", {}))
        return super().form_data(values | answers)

    def map_to_api_name(self, field: str) -> str:
        return find_answers_name(field) or super().map_to_api_name(field)

    def perform(self, data: dict[str, Any]) -> Entry:
        changed = {name: value for name, value in data.items() if not self.in_api or name in self.sent}
        return players.edit(self.by, self.target, **changed)

    def get_answer(self, result: Any) -> Any:
        return serialize_entry(self, result)

    def get_success_url(self) -> str:
        return reverse("manage_entry", args=[self.tournament.slug, self.result.number])


class FromRound(OnPlayerPage):
    form_class: ClassVar[type[forms.BaseForm]] = FromRoundForm

    def get_initial(self) -> dict[str, Any]:
        return {"from_round": players.get_first_open_round(self.tournament)}


@register
class DropEntry(FromRound):
    """Drop the player, from this round on."""

    path = f"{ENTRY}/drop"
    name = "manage_entry_drop"
    audit_codes = ("entries.drop",)
    form_name, prefix = "drop_form", "drop"
    done = _("The player is withdrawn. Seat a substitute, or redraw the open rounds.")

    def perform(self, data: dict[str, Any]) -> object:
        return players.drop(self.by, self.target, **data)

    def get_undo(self, result: Any) -> Undo:
        values = {"return-from_round": self.form.cleaned_data["from_round"], "return-reason": UNDONE}
        return Undo("manage_entry_return", self.permission, {"number": self.target.number}, values)


@register
class ReturnEntry(FromRound):
    """Bring the player back, from this round on."""

    path = f"{ENTRY}/return"
    name = "manage_entry_return"
    audit_codes = ("entries.return",)
    form_name, prefix = "return_form", "return"
    done = _("The player is back.")

    relieves = False
    """True if a substitute gives the chair back, so that dropping the player again is not the opposite."""

    def perform(self, data: dict[str, Any]) -> object:
        self.relieves = self.target.substitutes.exclude(status=Entry.Status.DROPPED).exists()
        return substitutes.return_(self.by, self.target, **data)

    def get_undo(self, result: Any) -> Undo | None:
        if self.relieves:
            return None
        values = {"drop-from_round": self.form.cleaned_data["from_round"], "drop-reason": UNDONE}
        return Undo("manage_entry_drop", self.permission, {"number": self.target.number}, values)


@register
class SubstituteEntry(FromRound):
    """Replace the player by a substitute: an entry by its number (`stand_in`), or a new one by name."""

    path = f"{ENTRY}/substitute"
    name = "manage_entry_substitute"
    audit_codes = ("entries.substitute",)
    form_class = SubstituteForm
    form_name, prefix = "substitute_form", "substitute"
    done = _("The substitute sits in the same chair from that round on.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> object:
        return substitutes.substitute(self.by, self.target, **self.form.values)

    def get_success_url(self) -> str:
        return reverse("manage_entry", args=[self.tournament.slug, self.result.number])


@register
class LinkAccount(OnPlayerPage):
    """Link the player's account: players see no sealed board, whatever else their account may do."""

    path = f"{ENTRY}/account"
    name = "manage_entry_account"
    audit_codes = ("entries.link_account",)
    form_class = PlayerAccountForm
    form_name, prefix = "account_form", "account"
    stored_fields = {"account": None}
    done = _("Saved.")

    def get_stored(self) -> dict[str, Any]:
        return {"account": self.target.account.get_username() if self.target.account else ""}

    def perform(self, data: dict[str, Any]) -> object:
        return players.link_account(
            self.by, self.target, user=accounts.get_active_account(data["account"], field="account")
        )


@register
class UnlinkAccount(OfPlayer):
    """Unlink the account. While boards are sealed, nobody may unlink their own."""

    path = f"{ENTRY}/account/remove"
    name = "manage_entry_account_remove"
    audit_codes = ("entries.unlink_account",)
    form_class = OptionalReasonForm
    done = _("The account is not the player's any more.")

    def perform(self, data: dict[str, Any]) -> object:
        return players.unlink_account(self.by, self.target, **data)


@register
class SetWaiting(OfPlayer):
    """Move the player to the waiting list, or into the field."""

    path = f"{ENTRY}/waiting"
    name = "manage_entry_waiting"
    audit_codes = ("entries.status",)
    form_class = WaitingForm
    done = _("Saved.")

    def perform(self, data: dict[str, Any]) -> object:
        return players.set_waiting(self.by, self.target, **data)

    def get_undo(self, result: Any) -> Undo:
        values = {"waiting": "no" if self.form.cleaned_data["waiting"] else "yes"}
        return Undo("manage_entry_waiting", self.permission, {"number": self.target.number}, values)


@register
class LetIn(Action):
    """Move the first players of the waiting list into the field."""

    path = "entries/let-in"
    page_path = "rounds/<int:number>/let-in"
    name = "manage_let_in"
    permission = "entries.edit"
    audit_codes = ("entries.let_in",)
    form_class = CountForm
    done = _("Added to the field. Draw next.")

    def get_target(self) -> Tournament | Round:
        if self.in_api:
            return self.tournament
        return get_object_or_404(self.tournament.rounds.select_related("stage"), number=self.parts["number"])

    def get_form(self, form_class: type[forms.BaseForm] | None = None) -> forms.BaseForm:
        if not self.in_api:
            self.data = {"count": participants.compute_table_fill(self.target).short}
        return super().get_form(form_class)

    def perform(self, data: dict[str, Any]) -> object:
        return players.let_in(self.by, self.tournament, **data)

    def get_success_url(self) -> str:
        return reverse("manage_seating", args=[self.tournament.slug, self.target.number])


@register
class RemoveEntry(OfPlayer):
    """Remove a player who has not played."""

    path = f"{ENTRY}/remove"
    name = "manage_entry_remove"
    audit_codes = ("entries.remove",)

    def perform(self, data: dict[str, Any]) -> object:
        players.remove(self.by, self.target)
        return self.target

    def get_message(self, result: Any) -> str:
        return gettext("%(name)s is removed.") % {"name": self.target}

    def get_success_url(self) -> str:
        return reverse("manage_entries", args=[self.tournament.slug]) if self.result else super().get_success_url()


@register
class RemovePortrait(OfPlayer):
    """Delete the player's photo."""

    path = f"{ENTRY}/photo/remove"
    name = "manage_portrait_remove"
    audit_codes = ("portraits.remove",)
    done = _("The photo is deleted.")

    def perform(self, data: dict[str, Any]) -> object:
        portraits.remove(self.by, self.target)
        return self.target


def build_player_forms(player: Entry) -> dict[str, Any]:
    actions = (EditEntry, DropEntry, ReturnEntry, SubstituteEntry, LinkAccount)
    return make_blank_forms(player.tournament, *actions, target=player)
