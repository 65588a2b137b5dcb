from __future__ import annotations

from django.urls import path

from judging.desk import api, views
from tournaments.core.api import request_parts as request_parts

API = "api/v1/judging/tournaments/<slug:slug>/calls/"

urlpatterns = [
    path(API, api.CallsView.as_view(), name="api-calls"),
    path("e/<str:token>/call/", views.call, name="table_call"),
    path("e/<str:token>/call/withdraw/", views.withdraw, name="table_call_withdraw"),
    path("t/<slug:slug>/manage/cases/calls/", views.queue, name="manage_case_calls"),
    path("t/<slug:slug>/manage/cases/calls/watch/", views.watch, name="manage_case_watch"),
    path("t/<slug:slug>/manage/cases/", views.desk, name="manage_cases"),
]
