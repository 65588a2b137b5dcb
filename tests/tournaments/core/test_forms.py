"""Forms in templates."""

from django import forms
from django.template.loader import render_to_string


class TwoFields(forms.Form):
    name = forms.CharField()
    text = forms.CharField()


def test_the_summary_counts_every_sentence_it_lists():
    form = TwoFields({"text": "x"})
    form.add_error("text", ["Line 1 is wrong.", "Line 2 is wrong."])
    summary = render_to_string("components/error_summary.html", {"form": form})
    assert ("3 problems to fix" in summary, summary.count("<li>")) == (True, 3)
    assert "1 problem to fix" in render_to_string("components/error_summary.html", {"form": TwoFields({"name": "x"})})
