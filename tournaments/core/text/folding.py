"""Comparison of typed names without case, accents, alphabet, apostrophes and width of letters."""

from __future__ import annotations

import unicodedata

from anyascii import anyascii

APOSTROPHES = frozenset("'`´‘’‚‛′ʹʻʼʽʾʿˈ＇׳״")


def search_key(*texts: str) -> str:
    r"""Return words of the texts for comparison; Chinese characters stay.

    >>> search_key("Østergård, O’Brien"), search_key("ИВАНОВА"), search_key("Großmann\u200b"), search_key("田中")
    ('ostergard obrien', 'ivanova', 'grossmann', '田中')
    """
    text = "".join(sign for sign in " ".join(texts) if sign not in APOSTROPHES)
    plain = unicodedata.normalize("NFKC", text).casefold()
    return " ".join("".join(map(_plain, plain)).split())


def name_key(name: str) -> str:
    """Return the key of a name that keeps the order of its parts; without any letter, the name itself.

    >>> name_key("Łukasik  Anna"), name_key("★")
    ('lukasik anna', '★')
    """
    return search_key(name) or name.strip()


def fold_name(name: str) -> str:
    """Return a name for comparison that ignores the order of its parts too.

    >>> fold_name("Sørensen, Émile") == fold_name("emile SØRENSEN"), fold_name("José") == fold_name("jose")
    (True, True)
    """
    return " ".join(sorted(search_key(name).split()))


def _plain(sign: str) -> str:
    if sign.isascii():
        return sign if sign.isalnum() else " "
    if sign in "々〇" or unicodedata.name(sign, "").startswith("CJK UNIFIED"):
        return sign
    kind = unicodedata.category(sign)
    if kind[0] in "LMN":
        return "".join(letter for letter in anyascii(sign).casefold() if letter.isalnum())
    return "" if kind == "Cf" else " "
