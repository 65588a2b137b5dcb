"""Configuration of Django's app of static files."""

from typing import Final

from django.contrib.staticfiles.apps import StaticFilesConfig

SERVED_FROM_PACKAGES: Final = ("drf_spectacular_sidecar", "*.map")
"""Most of the bytes of all static files, for few visitors; WhiteNoise serves them from their packages."""


class CollectedFilesConfig(StaticFilesConfig):
    ignore_patterns = (*StaticFilesConfig.ignore_patterns, *SERVED_FROM_PACKAGES, "__pycache__")
