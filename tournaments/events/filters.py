"""Search in lists of events by words, family, country, year and season; pages and API share the fields."""

from __future__ import annotations

from typing import Any, Final

import django_filters
from django import forms
from django.core.paginator import Page, Paginator
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import F, QuerySet
from django.db.models.functions import ExtractYear
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.core.event_search import filter_events
from tournaments.core.models.columns import FIRST_DAY, LAST_DAY
from tournaments.core.text import places
from tournaments.core.text.rules import format_game_title
from tournaments.events.models import Tournament
from tournaments.events.queries import ARCHIVED, COMING, PAST, RUNNING, filter_by_phase
from tournaments.seasons.models import Season, SeasonEvent
from tournaments.seasons.permissions import query_visible_seasons

PER_PAGE: Final = 20
PHASES: Final = [
    (RUNNING, _("Running now")), (COMING, _("Coming")), (PAST, _("Past events")), (ARCHIVED, _("Archived")),
]  # fmt: skip
MAX_WORDS: Final = 100


def query_offered_seasons(request: HttpRequest) -> QuerySet[Season]:
    """Return the seasons offered in the search; only its team sees a season that is not public."""
    return query_visible_seasons(request.user)


class EventSearch(django_filters.FilterSet):
    q = django_filters.CharFilter(label=_("Find"), method="find", max_length=MAX_WORDS)
    family = django_filters.CharFilter(label=_("Game"))
    country = django_filters.CharFilter(field_name="country_code", label=_("Country"))
    year = django_filters.NumberFilter(
        field_name="starts_on",
        lookup_expr="year",
        label=_("Year"),
        validators=[MinValueValidator(FIRST_DAY.year), MaxValueValidator(LAST_DAY.year)],
    )
    season = django_filters.CharFilter(method="in_season_named", label=_("Season"), max_length=60)

    class Meta:
        model = Tournament
        fields = ["state"]

    def find(self, events: QuerySet[Tournament], _name: str, words: str) -> QuerySet[Tournament]:
        return filter_events(events, words)

    def in_season_named(self, events: QuerySet[Tournament], _name: str, value: str) -> QuerySet[Tournament]:
        """Return the events of the season with this short name; none if the caller may not see it."""
        seasons = query_offered_seasons(self.request).filter(slug=value)
        return events.filter(pk__in=SeasonEvent.objects.filter(season__in=seasons).values("tournament"))


class EventFilter(EventSearch):
    """Form above a list of events, with choices that occur in the list."""

    when = django_filters.ChoiceFilter(
        label=_("When"), choices=PHASES, method="in_phase", empty_label=_("all"), field_name="state"
    )
    family = django_filters.ChoiceFilter(label=_("Game"), empty_label=_("all"))
    country = django_filters.ChoiceFilter(field_name="country_code", label=_("Country"), empty_label=_("all"))
    year = django_filters.ChoiceFilter(
        field_name="starts_on", lookup_expr="year", label=_("Year"), empty_label=_("all")
    )
    season = django_filters.ChoiceFilter(method="in_season_named", label=_("Season"), empty_label=_("all"))

    class Meta(EventSearch.Meta):
        fields: list[str] = []

    def __init__(self, data: Any = None, queryset: Any = None, *, request: HttpRequest) -> None:
        super().__init__(data, queryset, request=request)
        listed = self.queryset.order_by().values_list("family", "country_code", ExtractYear("starts_on"))
        facts = set(listed.distinct())
        families = sorted({family for family, _country, _year in facts})
        countries = {country for _family, country, _year in facts}
        years = sorted({year for _family, _country, year in facts if year}, reverse=True)
        offered = {
            "family": [(family, format_game_title(family)) for family in families],
            "country": [pair for pair in places.place_countries() if pair[0] in countries] if any(countries) else [],
            "year": [(year, year) for year in years],
            "season": list(query_offered_seasons(request).values_list("slug", "name")),
        }
        for name, choices in offered.items():
            self.filters[name].extra["choices"] = choices
        self.filters["q"].extra["widget"] = forms.TextInput(
            attrs={"type": "search", "placeholder": _("Name, place or organiser")}
        )

    def in_phase(self, events: QuerySet[Tournament], _name: str, phase: str) -> QuerySet[Tournament]:
        """Return the events that are running, coming, past or archived."""
        return filter_by_phase(events, phase)

    @property
    def is_used(self) -> bool:
        return any(self.data.get(name) for name in self.filters)

    @property
    def narrows(self) -> bool:
        """True if a field besides the words is filled in."""
        return any(self.data.get(name) for name in self.filters if name != "q")

    @property
    def selects(self) -> list[forms.BoundField]:
        """Fields besides the words that offer a choice."""
        fields = [self.form[name] for name in ("when", "family", "country", "year", "season")]
        return [field for field in fields if len(list(field)) > 1]

    @property
    def page(self) -> Page[Tournament]:
        """Page of the selected events, the latest first, coming ones the next first; archived ones only in a search."""
        rows = self.qs if self.is_used else self.qs.filter(archived_at=None)
        by_day = F("starts_on")
        coming = self.data.get("when") == COMING
        order = by_day.asc(nulls_last=True) if coming else by_day.desc(nulls_last=True)
        return Paginator(rows.order_by(order, "name", "pk"), PER_PAGE).get_page(self.data.get("page"))
