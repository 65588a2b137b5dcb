from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.events import colours, embedding


def check_texts(value: Any) -> None:
    """Raise `ValidationError` unless the value maps texts to texts."""
    _require(isinstance(value, dict) and all(isinstance(text, str) for text in value.values()))


def check_lists_of_texts(value: Any) -> None:
    """Raise `ValidationError` unless the value maps texts to lists of texts."""
    _require(_is_mapping_to_lists(value) and all(isinstance(text, str) for texts in value.values() for text in texts))


def check_columns(value: Any) -> None:
    """Raise `ValidationError` unless the value is a list of pairs: heading and field."""
    _require(isinstance(value, list) and all(_is_pair(pair, str, str) for pair in value))


def check_limits(value: Any) -> None:
    """Raise `ValidationError` unless the value maps names to lists of pairs: count and added weight, as a text."""
    _require(
        _is_mapping_to_lists(value) and all(_is_pair(step, int, str) for steps in value.values() for step in steps)
    )


def _is_mapping_to_lists(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(rows, list) for rows in value.values())


def _is_pair(value: Any, first: type, second: type) -> bool:
    return isinstance(value, list) and [type(part) for part in value] == [first, second]


def _require(fits: bool) -> None:
    if not fits:
        raise ValidationError(_("This value does not have the form that the program writes."))


def check_origins(value: str) -> None:
    """Raise `ValidationError` unless the text is empty or a list of origins as `embedding.read_origins` writes them."""
    if value and not embedding.are_origins(value):
        raise ValidationError(_("Write addresses of sites such as https://club.example, separated by spaces."))


def check_colour(value: str) -> None:
    """Raise `ValidationError` unless the text is empty or a colour that can be read on every page."""
    if not value:
        return
    if not colours.is_colour(value):
        raise ValidationError(_("Write a colour as # and six digits from 0 to f, such as #14594a."))
    contrast = colours.find_least_contrast(value)
    if contrast < colours.AA:
        raise ValidationError(
            _(
                "This colour is too light: its contrast with the page is %(found)s, and text needs %(least)s. "
                "%(nearest)s works."
            )
            % {
                "found": number_format(contrast, 1),
                "least": number_format(colours.AA, 1),
                "nearest": colours.find_nearest(value),
            }
        )
