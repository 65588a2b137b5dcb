"""Actions of the event's look: colour, pictures and sponsors."""

from __future__ import annotations

from typing import Any

from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from tournaments.branding import services
from tournaments.branding.forms import ColourForm, SponsorForm, SponsorLogoForm
from tournaments.branding.models import EventPicture, Sponsor
from tournaments.branding.pages import show_look
from tournaments.core.actions import Action, PageAction, register
from tournaments.events.models import Tournament


class OfLook(Action):
    permission = "tournament.edit"
    success_page = "manage_look"
    done = _("Saved.")

    def page(self, **context: Any) -> HttpResponse | None:
        forms = build_look_forms(self.tournament, context.get("edit_form"))
        return show_look(self.request, self.tournament, **forms | context)


@register
class ChooseColour(OfLook, PageAction):
    """Choose the event's colour for links, buttons and papers; empty for the usual one."""

    path, page_path, name = "colour", "look", "manage_look"
    audit_codes = ("branding.colour",)
    form_class = ColourForm
    stored_fields = {"colour": None}

    def get_initial(self) -> dict[str, Any]:
        return {"colour": self.tournament.colour}

    def get_stored(self) -> dict[str, Any]:
        return {"colour": self.tournament.colour}

    def perform(self, data: dict[str, Any]) -> Tournament:
        return services.choose_colour(self.by, self.tournament, **data)

    def page(self, **context: Any) -> HttpResponse:
        return show_look(self.request, self.tournament, **build_look_forms(self.tournament) | context)


@register
class RemoveEventPicture(OfLook):
    """Delete the logo or the banner."""

    path, page_path = "pictures/<str:use>/remove", "look/pictures/<str:use>/remove"
    name = "manage_picture_remove"
    part_choices = {"use": EventPicture.Use.values}
    audit_codes = ("branding.remove_picture",)
    done = _("The picture is deleted.")

    def perform(self, data: dict[str, Any]) -> Tournament:
        services.remove_picture(self.by, self.tournament, use=self.parts["use"])
        return self.tournament


class OfSponsor(OfLook):
    def get_target(self) -> Sponsor:
        return get_object_or_404(self.tournament.sponsors, number=self.parts["number"])


@register
class AddSponsor(OfLook):
    """Add a sponsor: name, link and places."""

    path, page_path = "sponsors/add", "look/sponsors/add"
    name = "manage_sponsor_add"
    audit_codes = ("sponsors.add",)
    form_class = SponsorForm
    form_name, prefix = "sponsor_form", "new"
    done = _("The sponsor is added.")

    def perform(self, data: dict[str, Any]) -> Sponsor:
        return services.add_sponsor(self.by, self.tournament, **data)


@register
class EditSponsor(OfSponsor):
    """Change a sponsor's name, link or places."""

    path, page_path = "sponsors/<number:number>/edit", "look/sponsors/<number:number>/edit"
    name = "manage_sponsor_edit"
    audit_codes = ("sponsors.edit",)
    form_class = SponsorForm
    form_name = "edit_form"

    def get_prefix(self) -> str | None:
        return f"s{self.target.number}"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"instance": self.target}

    def perform(self, data: dict[str, Any]) -> Sponsor:
        # Validation has written the form's values into the row.
        self.target.refresh_from_db()
        return services.edit_sponsor(self.by, self.target, **data)


@register
class RemoveSponsor(OfSponsor):
    """Remove a sponsor with its logo."""

    path, page_path = "sponsors/<number:number>/remove", "look/sponsors/<number:number>/remove"
    name = "manage_sponsor_remove"
    audit_codes = ("sponsors.remove",)
    done = _("Removed.")

    def perform(self, data: dict[str, Any]) -> Tournament:
        services.remove_sponsor(self.by, self.target)
        return self.tournament


def build_look_forms(tournament: Tournament, sent: BaseForm | None = None) -> dict[str, Any]:
    rows = [
        (
            sponsor,
            EditSponsor.choose_row_form(tournament, sponsor, sent),
            SponsorLogoForm(auto_id=f"id_s{sponsor.number}_%s"),
        )
        for sponsor in tournament.sponsors.select_related("logo").defer("logo__picture").order_by("number")
    ]
    return {
        "form": ChooseColour.make_blank_form(tournament),
        "sponsor_form": AddSponsor.make_blank_form(tournament),
        "rows": rows,
    }
