from __future__ import annotations

from django.urls import path

from judging.desk import api, views
from tournaments.site.api import converters as converters

API = "api/v1/judging/tournaments/<slug:slug>/calls/"

urlpatterns = [
    path(API, api.CallsView.as_view(), name="api-calls"),
    path(API + "<number:pk>/<slug:step>/", api.CallStep.as_view(), name="api-call-step"),
    path("e/<str:token>/call/", views.call, name="table_call"),
    path("e/<str:token>/call/withdraw/", views.withdraw, name="table_call_withdraw"),
    path("t/<slug:slug>/manage/cases/calls/", views.queue, name="manage_case_calls"),
    path("t/<slug:slug>/manage/cases/calls/watch/", views.watch, name="manage_case_watch"),
    path("t/<slug:slug>/manage/cases/calls/<int:pk>/take/", views.take, name="manage_call_take"),
    path("t/<slug:slug>/manage/cases/calls/<int:pk>/release/", views.release, name="manage_call_release"),
    path("t/<slug:slug>/manage/cases/calls/<int:pk>/arrive/", views.arrive, name="manage_call_arrive"),
    path("t/<slug:slug>/manage/cases/calls/<int:pk>/close/", views.close, name="manage_call_close"),
    path("t/<slug:slug>/manage/cases/", views.desk, name="manage_cases"),
    path("t/<slug:slug>/manage/cases/settings/", views.settings, name="manage_case_settings"),
]
