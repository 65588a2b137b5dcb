"""Codes of languages in templates."""

from django import template

from tournaments.wording import rules

register = template.Library()
register.filter(rules.language_tag)
