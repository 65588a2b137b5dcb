from __future__ import annotations

import pytest
from django import forms
from pytest_django.asserts import assertInHTML

from tournaments.core.forms.fields import SignedInput


@pytest.mark.parametrize("value", [None, "", 0, "-10", '"><b>1</b>'])
@pytest.mark.parametrize("attrs", [{}, {"id": "id_points", "required": True}, {"disabled": False, "data-points": ""}])
def test_a_signed_input_has_every_attribute_of_a_text_input(value: object, attrs: dict[str, object]) -> None:
    widget = SignedInput({"size": 7})
    assertInHTML(forms.TextInput(widget.attrs).render("points", value, attrs), widget.render("points", value, attrs))
