from octavo.problems import (
    Code,
    Location,
    Problem,
    Severity,
    count_by_severity,
    describe_problem,
    find_line,
    note_line,
    render_text,
    sort_problems,
)


def problem(line: int = 2, column: int = 5, **changes: object) -> Problem:
    values: dict[str, object] = {
        "code": Code.PAGE_MISSING,
        "message": "there is no page `a`",
        "location": Location("site.json", line, column),
        "severity": Severity.WARNING,
        "hint": "Add the file.",
        **changes,
    }
    return Problem(**values)  # type: ignore[arg-type]  # values of the right types, seen above


def render(subject: Problem, *texts: str) -> str:
    return render_text(subject, lambda _source, line: texts[line - 1] if texts else None)


def test_the_text_form_shows_place_message_code_line_caret_and_hint() -> None:
    assert render(problem(), "{", '  "pages": ["a"]') == (
        "site.json:2:5: warning: there is no page `a` [page-missing]\n"
        '  2 |   "pages": ["a"]\n'
        "    |     ^\n"
        "\n"
        "  hint: Add the file.\n"
    )


def test_without_a_line_there_is_no_excerpt() -> None:
    text = render(problem(line=0, column=0, hint=""))
    assert text == "site.json: warning: there is no page `a` [page-missing]\n"


def test_the_caret_stands_below_the_column_after_tabs_and_in_long_lines() -> None:
    shown = render(problem(line=1, column=3), "\t\tx").splitlines()
    assert shown[1:3] == ["  1 |   x", "    |   ^"]
    long = "a" * 500 + "!" + "b" * 500
    excerpt, caret = render(problem(line=1, column=501), long).splitlines()[1:3]
    assert excerpt[caret.index("^")] == "!"
    assert len(excerpt) < 120


def test_a_column_past_the_end_of_the_line_is_shown_at_its_end() -> None:
    assert render(problem(line=1, column=99), "abc").splitlines()[2] == "    |    ^"


def test_control_characters_cannot_drive_the_terminal() -> None:
    hostile = problem(message="a\x1b[2Jb", location=Location("x\x07\n.mdx", 1, 1))
    text = render(hostile, "red \x1b[31m")
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "x\\x07\\n.mdx:1:1" in text


def test_the_json_form_has_stable_keys() -> None:
    assert describe_problem(problem(hint="")) == {
        "code": "page-missing",
        "severity": "warning",
        "message": "there is no page `a`",
        "file": "site.json",
        "line": 2,
        "column": 5,
        "hint": None,
    }


def test_problems_are_sorted_by_place_and_told_once() -> None:
    first = problem(location=Location("a.mdx", 9, 1))
    second = problem(line=1)
    third = problem(line=10)
    assert sort_problems([third, second, first, second]) == [first, second, third]


def test_problems_of_one_topic_are_told_as_one_at_the_first_place() -> None:
    def about(message: str, source: str) -> Problem:
        return Problem(Code.ICON_STAND_IN, message, Location(source), Severity.INFO, "", "drawn")

    single = Problem(Code.FILE_MISSING, "gone", Location("b.mdx"))
    problems = [about("x as y", "c.mdx"), single, about("z", "a.mdx"), about("x as y", "d.mdx")]
    joined = Problem(Code.ICON_STAND_IN, "drawn: z, x as y", Location("a.mdx"), Severity.INFO)
    assert sort_problems(problems) == [joined, single]


def test_of_the_lines_that_were_at_hand_the_innermost_counts() -> None:
    error = ValueError("out of cheese")
    error.add_note("at the end")
    note_line(error, 0)
    assert find_line(error) == 0
    note_line(error, 5)
    note_line(error, 3)
    assert find_line(error) == 5


def test_problems_are_counted_by_severity() -> None:
    counts = count_by_severity([problem(), problem(severity=Severity.ERROR), problem()])
    assert counts == {Severity.ERROR: 1, Severity.WARNING: 2, Severity.INFO: 0}
