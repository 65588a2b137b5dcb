from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.fields import choose_from
from tournaments.core.forms.public_values import NamedValueForm, make_datetime_field, make_optional
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.seating.forms.draws import SETTING_CHOICES, RoundsField
from tournaments.seating.models.draws import Movement, SeedCommitment, ValueKind


class PromiseForm(NamedValueForm):
    field_order = ("rounds", "way", "setting", "in_brackets", "movement", "kind", "source", "which", "value_known_at")

    rounds = RoundsField(label=_("Rounds"))
    way = forms.ChoiceField(
        label=_("Way of drawing"),
        choices=SeedCommitment.Way.choices,
        help_text=_("Rounds drawn together share one seed; each Swiss round gets its own."),
    )
    setting = forms.ChoiceField(
        label=_("Priority in Swiss rounds"), choices=SETTING_CHOICES, initial="balanced", required=False
    )
    in_brackets = forms.BooleanField(label=_("Draw equal players among themselves (Swiss)"), required=False)
    movement = forms.ChoiceField(label=_("Movement of duplicate boards"), choices=Movement.choices, required=False)
    kind = forms.ChoiceField(
        label=NamedValueForm.base_fields["kind"].label,
        choices=[*ValueKind.choices, ("", _("None: a Swiss round decided by results that are still to come"))],
        required=False,
    )
    source = make_optional(NamedValueForm.base_fields["source"])
    value_known_at = make_optional(NamedValueForm.base_fields["value_known_at"])
    inputs_close_at = make_datetime_field(
        _("Entries close"),
        _("Leave empty to close when the value is known. Nobody new should enter later."),
        required=False,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        without = set() if tournament.has_teams else {SeedCommitment.Way.FIXTURES}
        if not tournament.board_sets.filter(withdrawn_at=None).exists():
            del self.fields["movement"]
            without.add(SeedCommitment.Way.MOVEMENT)
        ways = [choice for choice in SeedCommitment.Way.choices if choice[0] not in without]
        self.fields["way"].choices = ways  # type: ignore[attr-defined]
        choose_from(self, "rounds", tournament.rounds.filter(state=Round.State.PLANNED))
        self.fields["kind"].initial = ValueKind.LOTTERY

    def clean(self) -> dict[str, Any]:
        """Ask for what a public value needs at its own fields."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        for name in ("source", "value_known_at") if data.get("kind") else ():
            if not data.get(name) and name not in self.errors:
                self.add_error(name, self.fields[name].error_messages["required"])
        return data

    @property
    def options(self) -> dict[str, object]:
        data = self.cleaned_data
        if data["way"] == SeedCommitment.Way.SWISS:
            return {"setting": data["setting"] or "balanced", "in_brackets": data["in_brackets"]}
        return {"movement": data["movement"]} if data["way"] == SeedCommitment.Way.MOVEMENT else {}
