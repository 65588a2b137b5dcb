"""The addresses of the referee's desk; the site finds them by the app's config."""

from django.urls import URLPattern, URLResolver

from judging.api import urls as api
from judging.views import (
    ask,
    book,
    calls,
    cases,
    desk,
    facts,
    quiz,
    rule_search,
    rulebook,
    without_server,
)

urlpatterns: list[URLPattern | URLResolver] = [
    *api.urlpatterns,
    *book.urlpatterns,
    *ask.urlpatterns,
    *calls.urlpatterns,
    *without_server.urlpatterns,
    *cases.urlpatterns,
    *facts.urlpatterns,
    *desk.urlpatterns,
    *quiz.urlpatterns,
    *rule_search.urlpatterns,
    *rulebook.urlpatterns,
]
