"""OpenAPI schema, cached for each language and format, because it depends only on the program."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.contrib.django_filters import DjangoFilterExtension
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

# The check for map fields would load Django's geography, which calls a compiler a dozen times.
DjangoFilterExtension._has_gis = False  # type: ignore[attr-defined]


class SchemaPage(SpectacularAPIView):
    """Cached schema: drf-spectacular needs half a second for each request."""

    def _get_schema_response(self, request: Request) -> HttpResponse:
        renderer = request.accepted_renderer
        language = translation.get_language()
        # Requests may name any language, and the cache must not grow by unknown ones.
        code = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        return HttpResponse(
            _render_schema(renderer.media_type, code),
            content_type=f"{renderer.media_type}{charset}",
            headers={"Content-Disposition": f'inline; filename="mahjong-director.{renderer.format}"'},
        )


@cache
def _render_schema(media_type: str, language: str) -> str | bytes:
    renderer = next(
        renderer_class for renderer_class in SchemaPage.renderer_classes if renderer_class.media_type == media_type
    )
    with translation.override(language):
        schema = SpectacularAPIView.generator_class().get_schema(request=None, public=True)
        return renderer().render(schema, renderer_context={})
