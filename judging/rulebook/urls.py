from __future__ import annotations

from django.urls import path

from judging.rulebook import views

urlpatterns = [
    path("rules/<slug:name>/clauses/", views.clauses, name="rule_clauses"),
    path("rules/<slug:name>/clauses/<path:clause>/", views.clause, name="rule_clause"),
    path("t/<slug:slug>/rulebook.pdf", views.event_rulebook_pdf, name="event_rulebook_pdf"),
    path("t/<slug:slug>/rulebook/", views.event_rulebook, name="event_rulebook"),
    path("t/<slug:slug>/rulebook/<path:clause>/", views.event_clause, name="event_rulebook_clause"),
    path("t/<slug:slug>/manage/cases/rules/", views.search, name="manage_rule_search"),
]
