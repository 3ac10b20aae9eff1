"""The languages of versions, because many sites have a version for each language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from octavo.settings.models.site_settings import Settings
    from octavo.settings.models.structure import Version

_USUAL = "en"
_COUNTRIES = {"cn": "zh", "jp": "ja", "kr": "ko", "ua": "uk", "cz": "cs", "dk": "da", "gr": "el"}
"""Country codes that authors often use for a language."""
_TAG = re.compile(
    r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?\Z", re.IGNORECASE | re.ASCII
)
_REGIONS = {
    "ar": "SA", "bg": "BG", "bn": "IN", "ca": "ES", "cs": "CZ", "da": "DK", "de": "DE", "el": "GR",
    "en": "US", "es": "ES", "et": "EE", "fa": "IR", "fi": "FI", "fil": "PH", "fr": "FR", "gl": "ES",
    "he": "IL", "hi": "IN", "hr": "HR", "hu": "HU", "hy": "AM", "id": "ID", "is": "IS", "it": "IT",
    "ja": "JP", "ka": "GE", "kk": "KZ", "ko": "KR", "lt": "LT", "lv": "LV", "ms": "MY", "nb": "NO",
    "nl": "NL", "no": "NO", "pl": "PL", "pt": "PT", "ro": "RO", "ru": "RU", "sk": "SK", "sl": "SI",
    "sq": "AL", "sr": "RS", "sv": "SE", "sw": "KE", "ta": "IN", "te": "IN", "th": "TH", "tr": "TR",
    "uk": "UA", "ur": "PK", "uz": "UZ", "vi": "VN", "zh": "CN",
}  # fmt: skip
"""Known languages, with a region of each for Open Graph."""
_NAMES = {
    "arabic العربية": "ar",
    "bengali বাংলা": "bn",
    "bulgarian български": "bg",
    "catalan català": "ca",
    "chinese 中文 汉语 漢語": "zh",
    "simplified-chinese chinese-simplified 简体中文 中文(简体) 中文简体": "zh-Hans",
    "traditional-chinese chinese-traditional 繁體中文 正體中文 中文(繁體)": "zh-Hant",
    "croatian hrvatski": "hr",
    "czech čeština česky": "cs",
    "danish dansk": "da",
    "dutch nederlands": "nl",
    "english": "en",
    "estonian eesti": "et",
    "filipino": "fil",
    "finnish suomi": "fi",
    "french français francais": "fr",
    "galician galego": "gl",
    "georgian ქართული": "ka",
    "german deutsch": "de",
    "greek ελληνικά": "el",
    "hebrew עברית": "he",
    "hindi हिन्दी हिंदी": "hi",
    "hungarian magyar": "hu",
    "icelandic íslenska": "is",
    "indonesian bahasa-indonesia": "id",
    "italian italiano": "it",
    "japanese 日本語": "ja",
    "kazakh қазақша": "kk",
    "korean 한국어": "ko",
    "latvian latviešu": "lv",
    "lithuanian lietuvių": "lt",
    "malay bahasa-melayu": "ms",
    "norwegian norsk": "no",
    "persian farsi فارسی": "fa",
    "polish polski": "pl",
    "portuguese português portugues": "pt",
    "brazilian-portuguese português-brasileiro português-(brasil) portuguese-(brazil)": "pt-BR",
    "romanian română": "ro",
    "russian русский": "ru",
    "serbian српски srpski": "sr",
    "slovak slovenčina": "sk",
    "slovenian slovenščina": "sl",
    "spanish español espanol castellano": "es",
    "swahili kiswahili": "sw",
    "swedish svenska": "sv",
    "tamil தமிழ்": "ta",
    "telugu తెలుగు": "te",
    "thai ไทย": "th",
    "turkish türkçe turkce": "tr",
    "ukrainian українська": "uk",
    "urdu اردو": "ur",
    "uzbek o'zbek": "uz",
    "vietnamese tiếng-việt": "vi",
}
_BY_NAME = {name: tag for names, tag in _NAMES.items() for name in names.split()}
_RIGHT_TO_LEFT = frozenset({"ar", "ckb", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"})
_OWN_NAMES = {
    "ar": "العربية", "bg": "Български", "bn": "বাংলা", "ca": "Català", "cs": "Čeština",
    "da": "Dansk", "de": "Deutsch", "el": "Ελληνικά", "en": "English", "es": "Español",
    "et": "Eesti", "fa": "فارسی", "fi": "Suomi", "fil": "Filipino", "fr": "Français",
    "fr-CA": "Français (Canada)", "gl": "Galego", "he": "עברית", "hi": "हिन्दी", "hr": "Hrvatski",
    "hu": "Magyar", "hy": "Հայերեն", "id": "Bahasa Indonesia", "is": "Íslenska", "it": "Italiano",
    "ja": "日本語", "ka": "ქართული", "kk": "Қазақша", "ko": "한국어", "lt": "Lietuvių",
    "lv": "Latviešu", "ms": "Bahasa Melayu", "nb": "Norsk bokmål", "nl": "Nederlands",
    "no": "Norsk", "pl": "Polski", "pt": "Português", "pt-BR": "Português (Brasil)",
    "ro": "Română", "ru": "Русский", "sk": "Slovenčina", "sl": "Slovenščina", "sq": "Shqip",
    "sr": "Српски", "sv": "Svenska", "sw": "Kiswahili", "ta": "தமிழ்", "te": "తెలుగు", "th": "ไทย",
    "tr": "Türkçe", "uk": "Українська", "ur": "اردو", "uz": "Oʻzbek", "vi": "Tiếng Việt",
    "zh": "中文", "zh-CN": "简体中文", "zh-HK": "繁體中文", "zh-Hans": "简体中文",
    "zh-Hant": "繁體中文", "zh-TW": "繁體中文",
}  # fmt: skip
"""The native names of known languages."""


def read_language(text: str) -> str | None:
    """Return the language tag (BCP 47) for a text; None if it isn't a language.

    The text may be `en`, `pt_br` or `zh-hans`, and also `English`, `Deutsch` or `中文`.
    """
    words = "-".join(text.split()).casefold()
    if words in _BY_NAME:
        return _BY_NAME[words]
    match = _TAG.match(text.strip())
    if match is None:
        return None
    language, script, region = match.groups()
    language = _COUNTRIES.get(language.lower(), language.lower())
    if language not in _REGIONS:
        return None
    parts = (language, script and script.title(), region and region.upper())
    return "-".join(filter(None, parts))


def find_language(settings: Settings, version: str | None) -> str:
    """Return the language of a version's pages; without a version, that of the site."""
    versions = [each for each in settings.versions if not each.url]
    languages = {each.name: find_version_language(each) for each in versions}
    own = languages.get(version or "")
    if own or settings.language:
        return own or read_language(settings.language or "") or settings.language or _USUAL
    if not all(languages.values()):
        return _USUAL
    default = next((each.name for each in versions if each.default), None)
    return languages.get(default or "") or next(iter(languages.values()), None) or _USUAL


def is_right_to_left(language: str) -> bool:
    """Tell whether a language is written from right to left."""
    return language.partition("-")[0].lower() in _RIGHT_TO_LEFT


def find_language_name(tag: str) -> str:
    """Return the native name of a language, or its tag if the name is unknown."""
    return _OWN_NAMES.get(tag) or _OWN_NAMES.get(tag.partition("-")[0]) or tag


def find_locale(language: str) -> str | None:
    """Return a language in the form for Open Graph, `en_US`; None if its region is unknown."""
    name, _, rest = language.partition("-")
    region = rest.rpartition("-")[2]
    if not region or len(region) == 4:
        region = "TW" if rest == "Hant" else _REGIONS.get(name, "")
    return f"{name}_{region}" if region else None


def find_version_language(version: Version) -> str | None:
    """Return the language of a version: from its settings, or else from its name."""
    if version.locale:
        return read_language(version.locale) or version.locale
    return read_language(version.name)
