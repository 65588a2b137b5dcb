"""Configuration of Django's app of static files."""

from typing import Final

from django.contrib.staticfiles.apps import StaticFilesConfig

SERVED_FROM_PACKAGES: Final = ("drf_spectacular_sidecar", "*.map")
"""The documentation of the API and maps for debuggers: most of the bytes of all static files, for few visitors.

WhiteNoise serves them from their packages (`WHITENOISE_USE_FINDERS`), without hashed names.
"""


class CollectedFilesConfig(StaticFilesConfig):
    """`collectstatic` leaves these files out, also where a wheel is built."""

    ignore_patterns = (*StaticFilesConfig.ignore_patterns, *SERVED_FROM_PACKAGES, "__pycache__")
