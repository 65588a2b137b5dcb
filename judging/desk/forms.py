from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.desk.models import Desk
from tournaments.accounts.models import User
from tournaments.core.forms.fields import WholeField, choose_from
from tournaments.events.models import Tournament


class DeskForm(forms.Form):
    head_referee = forms.ModelChoiceField(
        label=_("Head referee"),
        queryset=User.objects.none(),
        to_field_name="username",
        required=False,
        help_text=_("Decides appeals."),
    )
    appeal_minutes = WholeField(label=_("Minutes for an appeal"), min_value=1, max_value=1440)
    appeals_from = forms.ChoiceField(
        label=_("Counted from"),
        choices=Desk.AppealsFrom.choices,
        initial=Desk.AppealsFrom.SESSION,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        referees = User.objects.filter(memberships__tournament=tournament, memberships__role="referee")
        choose_from(self, "head_referee", referees.order_by("username"))
