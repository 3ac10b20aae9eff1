from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from octavo.render.content.style_attribute import build_style_class
from octavo.render.utilities.classes import render_utilities
from tests.patience import HANGS_AFTER

LAYER = re.compile(r"@layer octavo\.utilities\{(.*)\}\n\Z", re.DOTALL)
BRACKETS = "".join(map(chr, range(0x21, 0x7F))) + "{}[]()'\"\\;:/*@<é\n"


def rules(*names: str) -> str:
    """Returns the rules of some class names, without their layer."""
    css = render_utilities(names)
    match = LAYER.match(css)
    assert match, css
    return match[1]


def declarations(name: str) -> str:
    """Returns what the last rule of a class declares."""
    return rules(name).rpartition("{")[2].removesuffix("}")


def style(css: str) -> str:
    """Returns the declarations that are left of a style."""
    name, rule = build_style_class(css)
    if not name:
        assert rule == ""
        return ""
    match = re.fullmatch(rf"\.{name}:not\(#_\)\{{(.*)\}}", rule, re.DOTALL)
    assert match, rule
    return match[1]


@pytest.mark.parametrize(
    ("name", "css"),
    [
        ("block", "display:block"),
        ("hidden", "display:none"),
        ("absolute", "position:absolute"),
        ("inset-x-0", "inset-inline:0px"),
        ("-top-14", "top:-3.5rem"),
        ("left-1/2", "left:50%"),
        ("z-10", "z-index:10"),
        ("float-right", "float:right"),
        ("p-4", "padding:1rem"),
        ("px-3.5", "padding-inline:0.875rem"),
        ("mt-px", "margin-top:1px"),
        ("mx-auto", "margin-inline:auto"),
        ("-ml-2", "margin-left:-0.5rem"),
        ("gap-x-6", "column-gap:1.5rem"),
        ("w-full", "width:100%"),
        ("w-2/3", "width:66.6667%"),
        ("w-screen", "width:100vw"),
        ("h-lvh", "height:100lvh"),
        ("w-fit", "width:fit-content"),
        ("size-3", "width:0.75rem;height:0.75rem"),
        ("max-w-2xl", "max-width:42rem"),
        ("max-w-prose", "max-width:65ch"),
        ("max-w-screen-md", "max-width:48rem"),
        ("min-h-screen", "min-height:100vh"),
        ("w-[320px]", "width:320px"),
        ("h-[calc(100vh-4rem)]", "height:calc(100vh - 4rem)"),
        ("w-[calc(100%-var(--a-b)*2)]", "width:calc(100% - var(--a-b) * 2)"),
        ("w-[calc((1rem+2px)/2)]", "width:calc((1rem + 2px) / 2)"),
        ("w-[--side_bar]", "width:var(--side_bar)"),
        ("flex-col", "flex-direction:column"),
        ("flex-1", "flex:1 1 0%"),
        ("shrink-0", "flex-shrink:0"),
        ("grow", "flex-grow:1"),
        ("basis-1/4", "flex-basis:25%"),
        ("items-center", "align-items:center"),
        ("justify-between", "justify-content:space-between"),
        ("place-items-center", "place-items:center"),
        ("self-end", "align-self:flex-end"),
        ("grid-cols-2", "grid-template-columns:repeat(2,minmax(0,1fr))"),
        ("grid-cols-[200px_1fr]", "grid-template-columns:200px 1fr"),
        (
            "grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))]",
            "grid-template-columns:repeat(auto-fit,minmax(min(100%,9rem),1fr))",
        ),
        ("col-span-2", "grid-column:span 2/span 2"),
        ("col-span-full", "grid-column:1/-1"),
        ("row-start-3", "grid-row-start:3"),
        ("-order-1", "order:-1"),
        ("overflow-x-auto", "overflow-x:auto"),
        ("object-cover", "object-fit:cover"),
        ("object-left-top", "object-position:left top"),
        ("aspect-video", "aspect-ratio:16/9"),
        ("aspect-[2/1]", "aspect-ratio:2/1"),
        ("font-mono", "font-family:var(--font-code)"),
        ("font-semibold", "font-weight:600"),
        ("italic", "font-style:italic"),
        ("text-sm", "font-size:0.875rem;line-height:1.25rem"),
        ("text-sm/6", "font-size:0.875rem;line-height:1.5rem"),
        ("text-[28px]", "font-size:28px"),
        ("text-center", "text-align:center"),
        ("underline-offset-2", "text-underline-offset:2px"),
        ("no-underline", "text-decoration-line:none"),
        ("uppercase", "text-transform:uppercase"),
        ("leading-relaxed", "line-height:1.625"),
        ("tracking-tight", "letter-spacing:-0.025em"),
        ("whitespace-pre-wrap", "white-space:pre-wrap"),
        ("truncate", "overflow:hidden;text-overflow:ellipsis;white-space:nowrap"),
        ("list-disc", "list-style-type:disc"),
        ("text-[#9c27b0]", "color:#9c27b0"),
        ("text-white/70", "color:oklch(1 0 0/0.7)"),
        ("bg-white/[.08]", "background-color:oklch(1 0 0/0.08)"),
        ("bg-white/[8%]", "background-color:oklch(1 0 0/0.08)"),
        ("bg-[rgb(0_0_0/0.5)]", "background-color:rgb(0 0 0/0.5)"),
        ("bg-[#fff]/50", "background-color:color-mix(in oklab,#fff 50%,transparent)"),
        ("bg-transparent", "background-color:transparent"),
        ("text-primary", "color:var(--primary)"),
        ("text-primary-light", "color:var(--primary-light,var(--primary))"),
        ("border-t-transparent", "border-top-color:transparent"),
        ("fill-current", "fill:currentColor"),
        ("stroke-2", "stroke-width:2"),
        ("rounded", "border-radius:0.25rem"),
        ("rounded-t-xl", "border-top-left-radius:0.75rem;border-top-right-radius:0.75rem"),
        ("rounded-[10px]", "border-radius:10px"),
        ("opacity-80", "opacity:0.8"),
        ("rotate-45", "rotate:45deg"),
        ("duration-200", "transition-duration:200ms"),
        ("cursor-pointer", "cursor:pointer"),
        ("pointer-events-none", "pointer-events:none"),
        ("select-none", "-webkit-user-select:none;user-select:none"),
        ("invisible", "visibility:hidden"),
        ("columns-3", "columns:3"),
        ("scroll-mt-20", "scroll-margin-top:5rem"),
        ("appearance-none", "appearance:none"),
    ],
)
def test_a_name_declares_what_it_says(name: str, css: str) -> None:
    assert declarations(name) == css


@pytest.mark.parametrize(
    "name",
    """not-prose prose prose-gray group peer lead my-own-class card icon- text- border- -flex -p-4
    -mx-auto w-none p-x w-1/0 w-1/ p-1.3 text-gray text-gray-1000 text-gray-500/ bg-white/101
    text-huge w-[] w-[1px w-1px] w-[calc(1px] w-[calc)1px(] w-[1px/**/] w-[url(/x.png)]
    w-[image-set(x)] w-[expression(1)] w-[1-url(x)] w-[attr(x)] w-[1px;color:red] w-[1px}] w-[a:b]
    bg-[url(//x)] w-["x"] w-[\\31] [color:red] [&>p]:mt-4 unknown:block hover: :block dark:
    hover:hover:block
    before:after:block before:space-x-2 !container ! - -- 2 .5""".split(),
)
def test_a_name_that_is_not_known_has_no_rule(name: str) -> None:
    assert render_utilities([name]) == ""


def test_nothing_known_gives_no_text_at_all() -> None:
    assert render_utilities([]) == ""
    assert render_utilities(["hero", "", " ", "é", "\x00", "x" * 5000]) == ""


def test_all_rules_stand_in_one_layer() -> None:
    assert render_utilities(["flex"]) == "@layer octavo.utilities{.flex{display:flex}}\n"


def test_the_text_does_not_depend_on_order_or_repetition() -> None:
    names = "md:p-4 p-2 hover:p-1 dark:p-3 sm:p-5 focus:p-2 px-2 flex".split()
    assert render_utilities(names) == render_utilities([*reversed(names), *names])


def test_rules_come_as_base_then_widths_then_states_then_dark() -> None:
    css = rules(*"dark:hover:p-1 dark:p-1 focus:p-1 hover:p-1 print:p-1 2xl:p-1 sm:p-1 p-1".split())
    places = [
        css.index(text)
        for text in (
            ".p-1{",
            r".sm\:p-1{",
            r".\32 xl\:p-1{",
            r".print\:p-1{",
            r".hover\:p-1:hover{",
            r".focus\:p-1:focus{",
            r".dark\:p-1{",
            r".dark\:hover\:p-1:hover{",
        )
    ]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("broad", "narrow"),
    [
        ("py-4", "pt-2"),
        ("p-8", "px-1"),
        ("text-sm", "leading-8"),
        ("transition", "duration-300"),
        ("size-4", "h-6"),
        ("inset-0", "bottom-2"),
        ("border-white", "border-t-transparent"),
        ("rounded-xl", "rounded-t-none"),
        ("overflow-hidden", "overflow-x-auto"),
        ("flex-1", "basis-4"),
        ("divide-y", "divide-gray-200"),
        ("from-white", "via-black"),
    ],
)
def test_what_sets_one_side_wins_over_what_sets_all(broad: str, narrow: str) -> None:
    css = rules(narrow, broad)
    assert css.index(f".{broad}") < css.index(f".{narrow}")


def test_dark_follows_the_class_and_without_script_the_system() -> None:
    assert rules("dark:hidden") == (
        r"@media screen{:root.dark{.dark\:hidden{display:none}}}"
        "@media screen and (prefers-color-scheme:dark)"
        r"{:root:not(.js,.light){.dark\:hidden{display:none}}}"
    )


def test_prefixes_can_be_stacked_in_any_order() -> None:
    one = rules("dark:md:hover:p-4")
    assert r"@media screen and (width>=48rem){:root.dark{.dark\:md\:hover\:p-4:hover{" in one
    assert rules("hover:md:dark:p-4").replace("hover\\:md\\:dark", "dark\\:md\\:hover") == one


@pytest.mark.parametrize(
    ("name", "css"),
    [
        ("md:p-1", r"@media (width>=48rem){.md\:p-1{padding:0.25rem}}"),
        ("max-md:p-1", r"@media (width<48rem){.max-md\:p-1{padding:0.25rem}}"),
        ("print:p-1", r"@media print{.print\:p-1{padding:0.25rem}}"),
        (
            "motion-reduce:p-1",
            r"@media (prefers-reduced-motion:reduce){.motion-reduce\:p-1{padding:0.25rem}}",
        ),
        ("first:p-1", r".first\:p-1:first-child{padding:0.25rem}"),
        ("even:p-1", r".even\:p-1:nth-child(even){padding:0.25rem}"),
        ("focus-visible:p-1", r".focus-visible\:p-1:focus-visible{padding:0.25rem}"),
        ("group-hover:p-1", r".group:hover .group-hover\:p-1{padding:0.25rem}"),
        ("group-hover/card:p-1", r".group\/card:hover .group-hover\/card\:p-1{padding:0.25rem}"),
        ("peer-checked:p-1", r".peer:checked~.peer-checked\:p-1{padding:0.25rem}"),
        ("before:p-1", r'.before\:p-1::before{content:"";padding:0.25rem}'),
        ("!p-1", r".\!p-1{padding:0.25rem!important}"),
        ("p-1!", r".p-1\!{padding:0.25rem!important}"),
        ("md:!size-1", r"width:0.25rem!important;height:0.25rem!important}}"),
    ],
)
def test_a_prefix_says_when_a_rule_applies(name: str, css: str) -> None:
    assert rules(name).endswith(css)


@pytest.mark.parametrize(
    ("name", "selector"),
    [
        ("w-1/2", r".w-1\/2"),
        ("px-3.5", r".px-3\.5"),
        ("2xl:flex", r".\32 xl\:flex"),
        ("-mt-2", r".-mt-2"),
        ("w-[calc(1%+1px)]", r".w-\[calc\(1\%\+1px\)\]"),
        ("bg-[#fff]", r".bg-\[\#fff\]"),
    ],
)
def test_names_are_escaped_as_identifiers(name: str, selector: str) -> None:
    assert f"{selector}{{" in rules(name)


def test_borders_get_a_style_and_a_color_that_any_class_can_change() -> None:
    css = rules("border", "dark:border-t-2", "border-dashed", "border-red-500")
    preset, _, rest = css.partition("}")
    assert preset == (
        r":where(.border),:where(.border-dashed),:where(.dark\:border-t-2)"
        "{border:0 solid var(--hairline)"
    )
    assert ":where" not in rest
    assert ".border{border-width:1px}.border-dashed{border-style:dashed}" in rest


def test_space_between_children_gives_way_to_their_own_margins() -> None:
    assert rules("space-y-4") == ":where(.space-y-4>*+*){margin-block-start:1rem}"
    assert rules("-space-x-1") == ":where(.-space-x-1>*+*){margin-inline-start:-0.25rem}"


def test_moves_on_both_axes_add_up() -> None:
    css = rules("translate-x-2", "-translate-y-1/2")
    assert css.startswith(":where(.-translate-y-1\\/2),:where(.translate-x-2){--u-translate-x:0;")
    assert css.count("translate:var(--u-translate-x) var(--u-translate-y)") == 2


def test_gradients_run_from_color_to_color() -> None:
    css = rules("bg-gradient-to-br", "from-black", "to-white")
    assert "background-image:linear-gradient(to bottom right,var(--u-stops))" in css
    assert "--u-from:oklch(0 0 0);--u-stops:var(--u-from,transparent),var(--u-to," in css


def test_the_motion_of_an_animation_comes_once() -> None:
    css = rules("animate-spin", "md:animate-spin", "hover:animate-ping")
    assert css.count("@keyframes u-spin{") == 1
    assert css.count("@keyframes") == 2


def test_a_container_is_as_wide_as_the_breakpoint_below_the_window() -> None:
    css = rules("container")
    assert css.startswith(".container{width:100%;@media (width>=40rem){max-width:40rem}")
    assert css.count("{") == css.count("}") == 6


@given(st.lists(st.text(alphabet=BRACKETS, max_size=30), max_size=5))
def test_no_name_can_break_out_of_its_rule(texts: list[str]) -> None:
    names = [f"{start}{text}{end}" for text in texts for start, end in (("", ""), ("w-[", "]"))]
    css = re.sub(r"\\.", "", render_utilities(names))  # without the escapes of the selectors
    assert css.count("{") == css.count("}")
    assert css.count("(") == css.count(")")
    assert css.count("@") == css.count("@layer") + css.count("@media")
    assert "<" not in css
    assert "/*" not in css


@pytest.mark.parametrize("text", ["-", "[", "a-", "hover:", "w-[(", "1+", "/", "!"])
def test_long_names_are_read_in_no_time(text: str) -> None:
    start = time.process_time()
    assert render_utilities([text * (200 // len(text)), text * 100_000]) == ""
    assert time.process_time() - start < HANGS_AFTER


# Styles


def test_a_style_becomes_a_class_named_after_what_it_declares() -> None:
    name, rule = build_style_class("width:100%; color: red ;")
    assert re.fullmatch(r"s-[0-9a-f]{12}", name)
    assert rule == f".{name}:not(#_){{width:100%;color:red}}"
    assert build_style_class("width:100%;color:red") == (name, rule)
    assert build_style_class("width:100%;color:blue")[0] != name


@pytest.mark.parametrize(
    "css",
    [
        "--own:1px",
        "-webkit-line-clamp:2",
        "background:linear-gradient(90deg,#fff 0%,rgb(0 0 0/50%))",
        "background-image:url(/images/a.png)",
        'background-image:url("https://example.com/a(1).png")',
        "background-image:url('data:image/svg+xml,%3Csvg%3E')",
        "background:url(data:image/png;base64,iVBOR/+=)",
        "grid-template-columns:[start] 1fr [end]",
        'font-family:"A; b","Ünï"',
        "color:red!important",
        "width:calc(100% - (2rem + 1px))",
    ],
)
def test_harmless_declarations_stay(css: str) -> None:
    assert style(css) == css


@pytest.mark.parametrize(
    "css",
    [
        "color:red}body{display:none",
        "color:{",
        "color:</style><script>",
        "@import 'x'",
        "color:@x",
        "color:/*",
        "color:*/",
        "color:\\7d",
        "color:'red",
        'color:"red',
        "color:rgb(0",
        "color:rgb(0]",
        "color:)",
        "color:[",
        "color:\x00",
        "color:\ud800",
        "background:url(javascript:alert(1))",
        "background:url(JavaScript:x)",
        "background:URL( 'vbscript:x' )",
        "background:url(//elsewhere.example/x.png)",
        "background:url(data:text/html,x)",
        "background:url()",
        "background:url(a b)",
        'background:url("a" b)',
        'background:image-set("x.png" 1x)',
        "width:expression(1)",
        "behavior:url(/x.htc)",
        "-moz-binding:url(/x.xml)",
        "color",
        "color:",
        ":red",
        "a b:red",
        "",
        ";;;",
    ],
)
def test_a_declaration_that_could_do_harm_is_left_out(css: str) -> None:
    assert build_style_class(css) == ("", "")


def test_the_declarations_before_and_after_a_harmful_one_stay() -> None:
    assert style("width:1px;color:}x{;height:2px") == "width:1px;height:2px"
    assert style("width:1px;color:'red;height:2px") == "width:1px"


def test_line_breaks_between_declarations_are_blanks() -> None:
    assert style("\n  width: 1px;\n\theight:\n 2px;\n") == "width:1px;height:2px"


@given(st.text(alphabet=BRACKETS + "url", max_size=60))
def test_no_style_can_break_out_of_its_rule(text: str) -> None:
    for css in (text, f"color:{text}", f"color:{text};width:1px"):
        kept = style(css)
        assert not set(kept) & set("{}<@\\\n")
        assert "/*" not in kept
        bare = re.sub(r"\"[^\"]*\"|'[^']*'", "", kept)
        assert not set(bare) & set("'\"")
        assert bare.count("(") == bare.count(")")
        assert bare.count("[") == bare.count("]")


@pytest.mark.parametrize("text", ["(", "a:", "url(", '"', "a:b;", 'url(" ', "/", "a:url( "])
def test_long_styles_are_read_in_no_time(text: str) -> None:
    start = time.process_time()
    build_style_class(text * (20_000 // len(text)))
    assert build_style_class(text * 100_000) == ("", "")
    assert time.process_time() - start < HANGS_AFTER
