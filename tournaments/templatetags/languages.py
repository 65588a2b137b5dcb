"""Codes of languages in templates."""

from django import template

from tournaments.wording import language

register = template.Library()
register.filter(language.language_tag)
