"""Static files with a fingerprint in their names, for far-future caching."""

from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Before `collectstatic` has run (tests, development) the plain name is served from the source folders."""

    manifest_strict = False

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        if content is None and not self.exists(filename or name):
            return name
        return super().hashed_name(name, content, filename)
