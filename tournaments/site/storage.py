"""Static files with a fingerprint in their names, for far-future caching."""

from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Before `collectstatic` has run (tests, development) the plain name is served from the source folders."""

    manifest_strict = False
    # Else scripts import the plain name of a module that pages load by its hashed one, and the module runs twice.
    support_js_module_import_aggregation = True

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        if content is None and not self.exists(filename or name):
            return name
        return super().hashed_name(name, content, filename)

    def create_compressor(self, **kwargs: Any) -> Compressor:
        """gzip only: brotli made the first start ten seconds longer and these files a tenth smaller."""
        return Compressor(use_brotli=False, **kwargs)
