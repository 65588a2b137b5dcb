"""`manage.py makemessages`: Django's, and the texts of the rule families' data and the names that a language lacks."""

import re
from io import StringIO
from pathlib import Path
from typing import Any

from babel.messages.pofile import normalize, read_po
from django.core.management.commands import makemessages
from django.utils.translation import to_language

from tournaments.wording.game_texts import names_lacking_in, rule_texts


class Command(makemessages.Command):
    def write_po_file(self, potfile: str, locale: str) -> Any:
        """Write the catalogue of one language from the extracted messages and those of the data."""
        template = Path(potfile)
        extracted = template.read_text("utf-8")
        # A template does not know how many plurals there are, which Babel asks for.
        known = read_po(StringIO(re.sub(r'"Plural-Forms:.*\n', "", extracted)))
        texts = {*rule_texts(), *names_lacking_in(to_language(locale))}
        added = [text for text in sorted(texts) if known.get(text) is None]
        entries = [f'\n#: engine/rules\nmsgid {normalize(text)}\nmsgstr ""\n' for text in added]
        template.write_text(extracted + "".join(entries), "utf-8")
        try:
            return super().write_po_file(potfile, locale)
        finally:
            template.write_text(extracted, "utf-8")
