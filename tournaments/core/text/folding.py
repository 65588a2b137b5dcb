"""Comparison of typed names without case, accents, alphabet, apostrophes and width of letters."""

from __future__ import annotations

import unicodedata

from anyascii import anyascii

APOSTROPHES = frozenset("'`´‘’‚‛′ʹʻʼʽʾʿˈ＇׳״")


def fold_search_words(*texts: str) -> str:
    r"""Return words of the texts for comparison; Chinese characters stay.

    >>> [fold_search_words(text) for text in ("Østergård, O’Brien", "ИВАНОВА", "Großmann\u200b", "田中")]
    ['ostergard obrien', 'ivanova', 'grossmann', '田中']
    """
    text = "".join(sign for sign in " ".join(texts) if sign not in APOSTROPHES)
    plain = unicodedata.normalize("NFKC", text).casefold()
    return " ".join("".join(map(_fold_sign, plain)).split())


def fold_to_name_key(name: str) -> str:
    """Return the key of a name that keeps the order of its parts; without any letter, the name itself.

    >>> fold_to_name_key("Łukasik  Anna"), fold_to_name_key("★")
    ('lukasik anna', '★')
    """
    return fold_search_words(name) or name.strip()


def fold_name(name: str) -> str:
    """Return a name for comparison that ignores the order of its parts too.

    >>> fold_name("Sørensen, Émile") == fold_name("emile SØRENSEN"), fold_name("José") == fold_name("jose")
    (True, True)
    """
    return " ".join(sorted(fold_search_words(name).split()))


def _fold_sign(sign: str) -> str:
    if sign.isascii():
        return sign if sign.isalnum() else " "
    if sign in "々〇" or unicodedata.name(sign, "").startswith("CJK UNIFIED"):
        return sign
    kind = unicodedata.category(sign)
    if kind[0] in "LMN":
        return "".join(letter for letter in anyascii(sign).casefold() if letter.isalnum())
    return "" if kind == "Cf" else " "
