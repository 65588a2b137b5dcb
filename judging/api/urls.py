"""Addresses of the judging API."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from judging.api import views

OF = "tournaments/<slug:slug>"

v1 = [
    path("examine/", views.Examine.as_view(), name="api-judging-examine"),
    path("kinds/<slug:ruleset>/", views.Kinds.as_view(), name="api-judging-kinds"),
    path(f"{OF}/calls/", views.Calls.as_view(), name="api-calls"),
    path(f"{OF}/calls/<number:pk>/<slug:step>/", views.CallStep.as_view(), name="api-call-step"),
    path(f"{OF}/cases/", views.Cases.as_view(), name="api-cases"),
    path(f"{OF}/cases/<number:number>/", views.CaseDetail.as_view(), name="api-case"),
    path(f"{OF}/cases/<number:number>/facts/", views.CaseFacts.as_view(), name="api-case-facts"),
    path(f"{OF}/cases/<number:number>/rulings/", views.CaseRulings.as_view(), name="api-case-rulings"),
]

urlpatterns: list[URLPattern | URLResolver] = [path("api/v1/judging/", include(v1))]
