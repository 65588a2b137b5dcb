"""URL converters of the API."""

from django.urls import register_converter
from django.urls.converters import IntConverter


class NumberConverter(IntConverter):
    """Numbers that every database can look up."""

    regex = "[0-9]{1,9}"


register_converter(NumberConverter, "number")
