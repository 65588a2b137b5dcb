"""Parts of API requests: numbers in paths, JSON bodies with limits."""

from collections.abc import Mapping
from typing import IO, Any

from django.urls import register_converter
from django.urls.converters import IntConverter
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer

from engine.bounded_json import JSONError, read_json
from tournaments.core.text.sentences import in_words


class NumberConverter(IntConverter):
    """Numbers that every database can look up."""

    regex = "[0-9]{1,9}"


register_converter(NumberConverter, "number")


class BoundedJSONParser(BaseParser):
    """JSON in UTF-8 as read by `engine.bounded_json`; routes limit its length."""

    media_type = "application/json"
    renderer_class = JSONRenderer

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            return read_json(stream.read().decode("utf-8"))
        except UnicodeDecodeError:
            raise ParseError(_("The body is not written in UTF-8.")) from None
        except JSONError as error:
            raise ParseError(in_words(error)) from None
