"""The addresses of the referee's desk; the site finds them by the app's config."""

from django.urls import URLPattern, URLResolver

from judging.cases import urls as cases
from judging.desk import urls as desk
from judging.quiz import urls as quiz
from judging.rulebook import urls as rulebook

urlpatterns: list[URLPattern | URLResolver] = [
    *cases.urlpatterns,
    *desk.urlpatterns,
    *quiz.urlpatterns,
    *rulebook.urlpatterns,
]
