"""Language codes in templates."""

from django import template

from tournaments.core.text import language

register = template.Library()
register.filter(language.language_tag)
