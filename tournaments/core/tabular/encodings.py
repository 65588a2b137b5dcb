"""Encoding detection for short texts of names, by the letters that languages use: general detectors need long texts."""

from __future__ import annotations

import codecs
import re
import tomllib
import unicodedata
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

ENCODINGS: dict[str, str | Promise] = {
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "cp932": gettext_lazy("Japanese (Shift JIS)"),
    "euc_jp": gettext_lazy("Japanese (EUC-JP)"),
    "iso2022_jp": gettext_lazy("Japanese (ISO-2022-JP)"),
    "gb18030": gettext_lazy("Chinese, simplified (GB 18030)"),
    "big5": gettext_lazy("Chinese, traditional (Big5)"),
    "cp949": gettext_lazy("Korean (EUC-KR)"),
    "cp1252": gettext_lazy("Western European (Windows-1252)"),
    "mac_roman": gettext_lazy("Western European (Mac)"),
    "cp1250": gettext_lazy("Central European (Windows-1250)"),
    "iso8859_2": gettext_lazy("Central European (ISO 8859-2)"),
    "cp1251": gettext_lazy("Cyrillic (Windows-1251)"),
    "koi8_r": gettext_lazy("Cyrillic (KOI8-R)"),
    "cp1253": gettext_lazy("Greek (Windows-1253)"),
    "cp1254": gettext_lazy("Turkish (Windows-1254)"),
    "cp1257": gettext_lazy("Baltic (Windows-1257)"),
}
"""Codec -> name, the usual ones first: they win where two read the same."""

_SAMPLE: Final = 20_000
_LINES_GUESSED: Final = 100
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’·-][^\W\d_]+)*|[^\s\w,;.:\"()/|+&#@!?*=<>\[\]%-]+")
_COMMON: Final = {"cp932": (0x88, 0x97), "euc_jp": (0xB0, 0xCF), "gb18030": (0xB0, 0xD7), "big5": (0xA4, 0xC6)}
"""First bytes of the usual characters, of JIS level 1, GB 2312 level 1 and Big5 level 1."""
_FOLLOWED_BY: Final = {
    "ñ": re.compile("[aeiouáéíóú]"), "ã": re.compile("[oesnç]|$"), "õ": re.compile("[e]|$"),
    "ń": re.compile("[^aeiouyáéíóúąę]|$"), "ø": re.compile("[^aeiouáéíóúý]|$"),
}  # fmt: skip
_AFTER_VOWEL: Final = {"ź": frozenset("aeiouyąęód")}
_FIRST_OF_WORD: Final = frozenset("þÞ")


def guess_encoding(content: bytes) -> tuple[str, bool]:
    """Return (key of `ENCODINGS`, certain); ("", False) if no encoding reads the content.

    >>> guess_encoding("田中".encode("cp932")), guess_encoding("Święta Łukasik".encode("cp1250"))
    (('cp932', False), ('cp1250', False))
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or _is_utf_16(content):
        return "utf-16", True
    if b"\x00" in content:
        return "", False
    if re.search(rb"\x1b\$[@B]", content):
        return "iso2022_jp", False
    if _is_utf_8(content):
        return "utf-8-sig", True
    ranked = rank_encodings(content)
    return (ranked[0], False) if ranked else ("", False)


def rank_encodings(content: bytes) -> list[str]:
    sample = _list_lines_beyond_ascii(content)
    scores = {}
    for encoding in ENCODINGS:
        if encoding not in ("utf-8-sig", "utf-16", "iso2022_jp"):
            texts = [text for line in sample if (text := _decode_beginning(line, encoding)) is not None]
            if texts and 2 * len(texts) >= len(sample):
                scores[encoding] = _compute_plausibility(texts, encoding) * len(texts) / len(sample)
    order = list(ENCODINGS)
    return sorted(scores, key=lambda encoding: (-round(scores[encoding], 3), order.index(encoding)))


def decode_lines(content: bytes, encoding: str) -> tuple[str, list[int]]:
    """Return the text, and the numbers from 1 of lines in another encoding. Raises UnicodeDecodeError if most are."""
    codec = detect_byte_order(content) if encoding == "utf-16" else encoding
    try:
        return content.decode(codec), []
    except UnicodeDecodeError:
        if encoding == "utf-16":
            raise
    lines = content.split(b"\n")
    wrong = [index for index, line in enumerate(lines) if _decode_line(line, codec) is None]
    if 2 * len(wrong) > len([line for line in lines if not line.isascii()]):
        content.decode(codec)
    texts = {index: _as_it_may_be(lines[index]) for index in wrong[:_LINES_GUESSED]}
    read = [
        texts[index] if index in texts else line.decode(codec, errors="replace") for index, line in enumerate(lines)
    ]
    return "\n".join(read), [index + 1 for index in wrong]


def list_names(content: bytes, encoding: str, most: int = 3) -> list[str]:
    lines = content.split(b"\n") if encoding in ("utf-16", "iso2022_jp") else _list_lines_beyond_ascii(content)
    codec = detect_byte_order(content) if encoding == "utf-16" else encoding
    beginning = b"\n".join(lines) if encoding == "utf-16" else b"\n".join(line[:_SAMPLE] for line in lines[:100])
    text = beginning.decode(codec, errors="replace")
    cells = (cell.strip(' "\r') for line in text.splitlines() for cell in re.split("[,;\t]", line))
    samples = dict.fromkeys(cell[:40] for cell in cells if not cell.isascii())
    return list(samples)[:most]


def detect_byte_order(content: bytes) -> str:
    """Return the byte order of UTF-16 without a mark: commas and line ends have their zeros on one side."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    return "utf-16-be" if content[::2].count(0) > content[1::2].count(0) else "utf-16-le"


def _as_it_may_be(line: bytes) -> str:
    ranked = rank_encodings(line)
    return line.decode(ranked[0] if ranked else "utf-8", errors="replace")


def _decode_line(line: bytes, encoding: str) -> str | None:
    try:
        text = line.decode(encoding)
    except UnicodeDecodeError:
        return None
    return text if _is_text(text) else None


def _decode_beginning(line: bytes, encoding: str) -> str | None:
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(line[:_SAMPLE], final=len(line) <= _SAMPLE)
    except UnicodeDecodeError:
        return None
    return text if _is_text(text) else None


def _is_text(text: str) -> bool:
    return all(unicodedata.category(sign) != "Cc" or sign in "\t\r\n\x1b" for sign in text)


def _is_utf_8(content: bytes) -> bool:
    others = [line for line in content.split(b"\n") if not line.isascii()]
    read = [line for line in others if _decode_line(line, "utf-8-sig") is not None]
    return not others or 2 * len(read) > len(others)


def _is_utf_16(content: bytes) -> bool:
    zeros = sorted((content[::2].count(0), content[1::2].count(0)))
    if zeros[1] == 0 or zeros[0] > 0:
        return False
    try:
        text = content.decode(detect_byte_order(content))
    except UnicodeDecodeError:
        return False
    return "\n" in text and all(character.isprintable() or character in "\t\r\n\u3000\xa0" for character in text)


def _list_lines_beyond_ascii(content: bytes) -> list[bytes]:
    lines, size = [], 0
    for line in content.split(b"\n"):
        if not line.isascii():
            lines.append(line)
            size += len(line)
            if size > _SAMPLE:
                break
    return lines


def _compute_plausibility(texts: list[str], encoding: str) -> float:
    words = [word for text in texts for word in _WORD.findall(text) if not word.isascii()]
    if not words:
        return 0.0
    if encoding in _read_wide_signs():
        return sum(_rate_wide_word(word, encoding) for word in words) / len(words)
    if encoding in ("cp1251", "koi8_r", "cp1253"):
        kind = "greek" if encoding == "cp1253" else "cyrillic"
        return sum(_rate_alphabet_word(word, kind) for word in words) / len(words)
    fits = [_list_languages(word, encoding) for word in words]
    of_language = Counter(language for languages in fits for language in languages)
    usual = max(of_language.values(), default=0) / len(words)
    share = sum(0.9 if languages == ["is"] else bool(languages) for languages in fits) / len(words)
    return (0.7 * share + 0.3 * usual) * (1 if encoding in ("cp1252", "cp1250") else 0.99)


def _list_languages(word: str, encoding: str) -> list[str]:
    letters = word.replace("'", "").replace("-", "")
    beyond = {letter for letter in letters if not letter.isascii()}
    if not letters or not all(letter.isalpha() or letter in "’·º" for letter in letters) or _is_of_odd_case(letters):
        return []
    if len(letters) > 3 and 5 * sum(not letter.isascii() for letter in letters) > 3 * len(letters):
        return []
    low = word.casefold() if "ß" not in word else word.lower()
    for index, letter in enumerate(low):
        rule = _FOLLOWED_BY.get(letter)
        if (rule and not rule.match(low[index + 1 :])) or (letter in _FIRST_OF_WORD and index):
            return []
        if index and letter in _AFTER_VOWEL and low[index - 1] not in _AFTER_VOWEL[letter]:
            return []
    alphabets = _read_latin_letters(encoding)
    return [
        name
        for name, alphabet in alphabets.items()
        if all(letter in alphabet or letter.lower() in alphabet for letter in beyond)
    ]


def _is_of_odd_case(word: str) -> bool:
    odd = any(
        before.islower() and after.isupper() and not (before.isascii() and after.isascii())
        for before, after in pairwise(word)
    )
    letters = zip(word, word[1:], word[2:], strict=False)
    odd |= any(
        before.isupper() and not letter.isascii() and letter.isupper() and after.islower()
        for before, letter, after in letters
    )
    small = [letter for letter in word if letter.islower()]
    among = len(word) > 2 and word[:1].isupper() and word[1:2].isupper() and len(small) > 0
    return odd or (among and any(not letter.isascii() for letter in small))


def _rate_alphabet_word(word: str, kind: str) -> float:
    table = _read_letter_table()[kind]
    letters = word.lower().replace("-", "").replace("'", "").replace("’", "")
    if not letters or _is_of_odd_case(word) or not all(letter in table["letters"] for letter in letters):
        return 0.0
    vowels = sum(letter in table["vowels"] for letter in letters) / len(letters)
    return (1.0 if 0.15 < vowels < 0.8 or len(letters) < 3 else 0.2) * (1.0 if word[0].isupper() else 0.8)


def _rate_wide_word(word: str, encoding: str) -> float:
    names, (low, high) = _read_wide_signs()[encoding], _COMMON.get(encoding, (0, 0))
    total = 0.0
    for sign in word:
        if sign in names or ("\u3041" <= sign <= "\u30ff" and encoding in ("cp932", "euc_jp")):
            total += 1
        elif not sign.isascii():
            code = sign.encode(encoding, errors="replace")
            total += 0.4 if len(code) == 2 and low <= code[0] <= high else 0
    return total / len(word)


@cache
def _read_letter_table() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("letters.toml").read_text(encoding="utf-8"))


@cache
def _read_latin_letters(encoding: str) -> dict[str, frozenset[str]]:
    table = _read_letter_table()
    named = table["same"].get(encoding, encoding)
    rows = dict(table["latin"][named]) | (table["latin"]["iceland"] if named == "cp1252" else {})
    return {name: frozenset(letters) for name, letters in rows.items()}


@cache
def _read_wide_signs() -> dict[str, frozenset[str]]:
    table = _read_letter_table()
    return {
        encoding: frozenset(table["names"][language]) - {"\n"}
        for language, encodings in table["encodings"].items()
        for encoding in encodings
    }
