"""Root of the API."""

from __future__ import annotations

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from tournaments.core.installation import read_version


class RootSerializer(serializers.Serializer[dict[str, object]]):
    """The program and its API."""

    program = serializers.CharField()
    version = serializers.CharField(help_text="Version of the program.")
    api = serializers.CharField(help_text="Version of the API.")
    schema = serializers.URLField()
    docs = serializers.URLField()


class ApiRoot(APIView):
    """Versions of program and API, and where the API is described."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=RootSerializer, operation_id="root_retrieve")
    def get(self, request: Request) -> Response:
        facts: dict[str, object] = {
            "program": settings.SPECTACULAR_SETTINGS["TITLE"],
            "version": read_version(),
            "api": settings.SPECTACULAR_SETTINGS["VERSION"],
            "schema": reverse("api-schema", request=request),
            "docs": reverse("api-docs", request=request),
        }
        return Response(RootSerializer(facts).data)
