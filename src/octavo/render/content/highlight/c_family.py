"""Grammars of C-like languages: braces, calls, names that are types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from octavo.render.content.highlight.grammar import (
    C_COMMENT,
    DOUBLE,
    LONG_DOUBLE,
    NAME,
    NUMBER,
    SINGLE,
    SPACE,
    Grammar,
    Rule,
    Words,
    split_words,
)

_ANNOTATION = Rule("f", rf"@{NAME}(?>(?:\.{NAME})*)")
_RAW = r"`[^`]*+`?"
_CHARACTER = r"'(?:[^'\\\n]|\\[^\n]{1,9}?)'"


def _build_grammar(
    vocabulary: Words,
    *,
    strings: str = f"{DOUBLE}|{SINGLE}",
    first: Sequence[Rule] = (),
    member: str = r"(?<=\.)",
) -> Grammar:
    """Return the grammar of a language from its words, strings, and rules with priority."""
    return Grammar(
        (
            SPACE,
            Rule("c", C_COMMENT),
            *first,
            Rule("s", strings),
            Rule("n", NUMBER),
            Rule("f", rf"{member}{NAME}(?=\()"),
            Rule("", rf"{member}{NAME}"),
            Rule("f", rf"{NAME}(?=\()", vocabulary),
            Rule("b", r"[A-Z][A-Z\d_]++(?!\w)", vocabulary),
            Rule("t", r"[A-Z]\w*+", vocabulary),
            Rule("", NAME, vocabulary),
        )
    )


def _go() -> Grammar:
    vocabulary = split_words(
        k="""break case chan const continue default defer else fallthrough for func go goto if
        import interface map package range return select struct switch type var""",
        b="true false nil iota",
        t="""any bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64
        rune string uint uint8 uint16 uint32 uint64 uintptr""",
    )
    return _build_grammar(vocabulary, strings=f"{DOUBLE}|{_RAW}|{_CHARACTER}")


def _build_rust() -> Grammar:
    vocabulary = split_words(
        k="""as async await break const continue crate dyn else enum extern fn for if impl in let
        loop macro_rules match mod move mut pub ref return static struct super trait type unsafe
        use where while""",
        b="true false self None",
        t="""bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize""",
        f="Some Ok Err",
    )
    text = r'"[^"\\]*+(?>(?:\\[\s\S][^"\\]*+)*)"?'
    raw = r'\bb?r(?P<hashes>#*)"[\s\S]*?(?:"(?P=hashes)|\Z)'
    first = (
        Rule("a", r"#!?\[[^\]\n]*+\]?"),
        Rule("s", rf"{raw}|{_CHARACTER}"),
        Rule("v", r"'[a-z_]\w*+"),
        Rule("f", rf"{NAME}!(?!=)"),
        Rule("f", rf"{NAME}(?=::<[\w, ]*+>\()"),
    )
    return _build_grammar(vocabulary, strings=rf"\bb?{text}|{text}", first=first)


def _build_java() -> Grammar:
    vocabulary = split_words(
        k="""abstract assert break case catch class const continue default do else enum extends
        final finally for goto if implements import instanceof interface native new non-sealed
        package permits private protected public record return sealed static strictfp super switch
        synchronized throw throws transient try var volatile while yield def in as""",
        b="true false null this",
        t="boolean byte char double float int long short void",
    )
    return _build_grammar(
        vocabulary, strings=f"{LONG_DOUBLE}|{DOUBLE}|{SINGLE}", first=(_ANNOTATION,)
    )


def _build_kotlin() -> Grammar:
    vocabulary = split_words(
        k="""abstract actual annotation as break by catch class companion const constructor
        continue crossinline data do else enum expect external final finally for fun if import in
        infix init inline inner interface internal is lateinit noinline object open operator out
        override package private protected public reified return sealed suspend tailrec throw try
        typealias val value var vararg when where while""",
        b="true false null this super it",
    )
    first = (
        _ANNOTATION,
        Rule("s", f"{LONG_DOUBLE}|{DOUBLE}", inside="text.dollar"),
        Rule("f", r"[a-z]\w*+(?=[ ]\{)", vocabulary),
    )
    return _build_grammar(vocabulary, strings=_CHARACTER, first=first)


def _build_swift() -> Grammar:
    vocabulary = split_words(
        k="""actor as associatedtype async await break case catch class continue convenience
        default defer deinit didSet do else enum extension fallthrough fileprivate final for func
        get guard if import in indirect init inout internal is isolated lazy let mutating
        nonisolated nonmutating open operator override precedencegroup private protocol public
        repeat required rethrows return set some static struct subscript super switch throw throws
        try typealias unowned var weak where while willSet any""",
        b="true false nil self Self",
    )
    first = (
        _ANNOTATION,
        Rule("k", r"#[a-zA-Z]++"),
        Rule("s", f"{LONG_DOUBLE}|{DOUBLE}", inside="swift.text"),
        Rule("v", r"\$\w++"),
        Rule("a", rf"{NAME}(?=:[ ])", split_words(k="default")),
    )
    return _build_grammar(vocabulary, strings=SINGLE, first=first)


_C_WORDS = split_words(
    k="""auto break case const continue default do else enum extern for goto if inline register
    restrict return sizeof static struct switch typedef union volatile while""",
    b="true false NULL nil",
    t="""bool char double float int int8_t int16_t int32_t int64_t long ptrdiff_t short signed
    size_t ssize_t uint8_t uint16_t uint32_t uint64_t unsigned void wchar_t id""",
)
_DIRECTIVE = (
    Rule("s", r"(?<=include )<[^<>\n]*+>|(?<=import )<[^<>\n]*+>"),
    Rule("k", r"^[ \t]*+#[ \t]*+\w++|@[a-z]++"),
    Rule("s", r'@"[^"\\\n]*+(?>(?:\\.[^"\\\n]*+)*)"?'),
)
_C_MEMBER = r"(?:(?<=\.)|(?<=->))"


def _build_cpp() -> Grammar:
    vocabulary = _C_WORDS | split_words(
        k="""alignas alignof catch class co_await co_return co_yield concept consteval constexpr
        constinit const_cast decltype delete dynamic_cast explicit export final friend import
        module mutable namespace new noexcept operator override private protected public
        reinterpret_cast requires static_assert static_cast template thread_local throw try typeid
        typename using virtual""",
        b="nullptr this",
        t="string string_view vector map set pair tuple optional variant unique_ptr shared_ptr",
    )
    raw = r'\bu?8?R"(?P<mark>\w*)\([\s\S]*?(?:\)(?P=mark)"|\Z)'
    return _build_grammar(vocabulary, first=(*_DIRECTIVE, Rule("s", raw)), member=_C_MEMBER)


def _build_csharp() -> Grammar:
    vocabulary = split_words(
        k="""abstract as async await base break case catch checked class const continue default
        delegate do else enum event explicit extern finally fixed for foreach get global goto if
        implicit in init interface internal is lock namespace new nameof operator out override
        params partial private protected public readonly record ref required return sealed set
        sizeof stackalloc static struct switch throw try typeof unchecked unsafe using var virtual
        volatile when where while with yield""",
        b="true false null this value",
        t="""bool byte char decimal double dynamic float int long nint object sbyte short string
        uint ulong ushort void""",
    )
    first = (
        Rule("s", r'\$?@\$?"[^"]*+(?>(?:""[^"]*+)*)"?'),
        Rule("s", rf"\$(?:{DOUBLE})", inside="text.brace"),
        Rule("s", LONG_DOUBLE),
        Rule("k", r"^[ \t]*+#\w++"),
        Rule("f", rf"{NAME}(?=<[\w, ?]*+>\()"),
    )
    return _build_grammar(vocabulary, first=first)


def _build_dart() -> Grammar:
    vocabulary = split_words(
        k="""abstract as assert async await base break case catch class const continue covariant
        default deferred do dynamic else enum export extends extension external factory final
        finally for get if implements import in interface is late library mixin new on operator
        part required rethrow return sealed set show static super switch sync throw try typedef var
        when while with yield hide""",
        b="true false null this",
        t="bool double int num void",
    )
    text = f"'''[\\s\\S]*?(?:'''|\\Z)|{LONG_DOUBLE}|{DOUBLE}|{SINGLE}"
    first = (
        _ANNOTATION,
        Rule("s", text, inside="text.dollar"),
        Rule("a", rf"{NAME}(?=:[ ])", split_words(k="default")),
    )
    return _build_grammar(vocabulary, first=first)


def _build_solidity() -> Grammar:
    vocabulary = split_words(
        k="""abstract anonymous as assembly break calldata case catch constant constructor continue
        contract default delete do else emit enum error event external fallback for function
        if immutable import indexed interface internal is let library mapping memory modifier new
        override payable pragma private public pure receive return returns storage struct switch
        try type unchecked using var view virtual while""",
        b="true false this super msg block tx wei gwei ether seconds minutes hours days weeks",
        t="address bool byte bytes fixed int string ufixed uint",
    )
    first = (
        Rule("t", r"\b(?:u?int|bytes|u?fixed)\d[\dx]*+\b"),
        Rule("k", r"\bfrom(?=[ ]\")"),
    )
    return _build_grammar(vocabulary, first=first)


def _build_proto() -> Grammar:
    vocabulary = split_words(
        k="""enum extend extensions group import map max message oneof option optional package
        public repeated required reserved returns rpc service stream syntax to weak edition""",
        b="true false",
        t="""bool bytes double fixed32 fixed64 float int32 int64 sfixed32 sfixed64 sint32 sint64
        string uint32 uint64""",
    )
    return _build_grammar(vocabulary)


def _build_text_maker(pattern: str) -> Callable[[], Grammar]:
    """Return a factory of a grammar for the content of strings: only values are marked."""
    return lambda: Grammar((Rule("v", pattern), Rule("", r"\\.")))


GRAMMARS: Mapping[str, Callable[[], Grammar]] = {
    "go": _go,
    "rust": _build_rust,
    "java": _build_java,
    "kotlin": _build_kotlin,
    "swift": _build_swift,
    "swift.text": _build_text_maker(r"\\\([^()\n]*+\)"),
    "c": lambda: _build_grammar(_C_WORDS, first=_DIRECTIVE, member=_C_MEMBER),
    "cpp": _build_cpp,
    "csharp": _build_csharp,
    "dart": _build_dart,
    "solidity": _build_solidity,
    "proto": _build_proto,
    "text.dollar": _build_text_maker(r"\$(?:\{[^{}\n]*+\}|[^\W\d]\w*+)"),
    "text.brace": _build_text_maker(r"\{(?!\{)[^{}\n]*+\}"),
}
