from __future__ import annotations

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.core.one_line import describe_line_break_error, is_one_line
from tournaments.entries.mail_texts import PLACEHOLDERS, list_unknown_placeholders
from tournaments.entries.models.mailings import Mailing


class MailingForm(forms.Form):
    groups = forms.MultipleChoiceField(
        label=_("Recipients"), choices=Mailing.Group.choices, widget=forms.CheckboxSelectMultiple
    )
    language = forms.ChoiceField(
        label=_("Language of registration"),
        choices=[("", _("All languages")), *settings.LANGUAGES],
        required=False,
        help_text=_("Write to each language in its own e-mail."),
    )
    subject = forms.CharField(label=pgettext_lazy("e-mail", "Subject"), max_length=150)
    text = forms.CharField(
        label=_("Text"),
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=_("{name}, {number} and {event} are replaced for each person."),
    )
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)
    expected = forms.IntegerField(label=_("Recipients"), min_value=1, required=False, widget=forms.HiddenInput)

    def clean_subject(self) -> str:
        subject = self._check_placeholders("subject")
        if not is_one_line(subject):
            raise ValidationError(describe_line_break_error())
        return subject

    def clean_text(self) -> str:
        return self._check_placeholders("text").replace("\r\n", "\n")

    def _check_placeholders(self, name: str) -> str:
        written: str = self.cleaned_data[name]
        if unknown := list_unknown_placeholders(written):
            message = gettext("Unknown placeholder %(found)s. Use %(known)s.")
            names = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
            raise ValidationError(message % {"found": unknown[0], "known": names})
        return written
