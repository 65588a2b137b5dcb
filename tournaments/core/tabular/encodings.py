"""Encoding detection for short text files, by the frequency of characters."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

ENCODINGS: dict[str, str | Promise] = {
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "cp932": gettext_lazy("Japanese (Shift JIS)"),
    "gb18030": gettext_lazy("Chinese, simplified (GB 18030)"),
    "big5": gettext_lazy("Chinese, traditional (Big5)"),
    "cp949": gettext_lazy("Korean (EUC-KR)"),
    "cp1252": gettext_lazy("Western European (Windows-1252)"),
}

# First bytes of the common characters: JIS level 1 and kana, GB 2312 level 1, Big5 level 1.
_COMMON_FIRST_BYTES = {
    "cp932": [(0x81, 0x83), (0x88, 0x97)],
    "gb18030": [(0xA1, 0xA3), (0xB0, 0xD7)],
    "big5": [(0xA1, 0xA3), (0xA4, 0xC6)],
}
_SAMPLE = 20_000
"""Characters to look at: a roster has fewer."""
_KOREAN = frozenset(
    "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민진지나엄원천방공현함변염여추도소석선설마길연위표명기반"
    "영준은혜미재경호상수동철희숙자순옥용태승훈우빈윤아예원름번점국가참"
)
"""Syllables of frequent Korean names and of the headings of a list of players."""


def guess_encoding(content: bytes) -> tuple[str, bool]:
    """Return (key of `ENCODINGS`, certain); ("", False) if no encoding reads the content.

    Rosters are too short for the statistics of general detectors, so this chooses the double-byte encoding that yields
    the most common characters.

    >>> guess_encoding("田中".encode("cp932"))
    ('cp932', False)
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or _is_utf_16(content):
        return "utf-16", True
    try:
        content.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    else:
        return ("", False) if b"\x00" in content else ("utf-8-sig", True)
    if b"\x00" in content:
        return "", False
    shares = {name: _share_of_common(content, name) for name in _COMMON_FIRST_BYTES}
    best = max(shares, key=lambda name: shares[name])
    if _is_korean(content):
        return "cp949", False
    if shares[best] >= 0.6:
        return best, False
    try:
        content.decode("cp1252")
    except UnicodeDecodeError:
        return (best, False) if shares[best] > 0 else ("", False)
    return "cp1252", False


def byte_order(content: bytes) -> str:
    """Return the byte order of UTF-16 without a mark: commas and line ends have their zeros on one side."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    return "utf-16-be" if content[::2].count(0) > content[1::2].count(0) else "utf-16-le"


def _is_utf_16(content: bytes) -> bool:
    """Return whether bytes without a mark are UTF-16: zeros on one side only, and nothing but text once decoded."""
    zeros = sorted((content[::2].count(0), content[1::2].count(0)))
    if zeros[1] == 0 or zeros[0] > 0:
        return False
    try:
        text = content.decode(byte_order(content))
    except UnicodeDecodeError:
        return False
    return "\n" in text and all(character.isprintable() or character in "\t\r\n\u3000\xa0" for character in text)


def _is_korean(content: bytes) -> bool:
    """Return whether EUC-KR decodes to syllables used in names and headings.

    Chinese in GB 2312 has the same bytes, but decodes to any of 2,350 syllables.
    """
    try:
        text = content.decode("cp949")
    except UnicodeDecodeError:
        return False
    others = [character for character in text[:_SAMPLE] if not character.isascii()]
    return sum(character in _KOREAN for character in others) >= max(1, 0.3 * len(others))


def _share_of_common(content: bytes, encoding: str) -> float:
    """Return the share of common characters beyond ASCII; 0 if the encoding cannot read the bytes."""
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return 0.0
    others = [character.encode(encoding) for character in text[:_SAMPLE] if not character.isascii()]
    ranges = _COMMON_FIRST_BYTES[encoding]
    common = sum(len(code) == 2 and any(low <= code[0] <= high for low, high in ranges) for code in others)
    return common / len(others) if others else 0.0
