from casekit.diagnostics import Finding, Report, Source, Span, codes, render


def lines_of(*found: Finding) -> list[str]:
    return render("github", Report(found, {}, ())).splitlines()


def test_a_clean_run_says_nothing(report):
    assert "" == render("github", report())


def test_a_finding_is_an_annotation_beside_its_line(report, liar):
    expected = (
        "::error file=last soup.case,line=6,col=3,endLine=6,endColumn=21,title=CK401 innocent-liar"
        "::ANNA is innocent, but this is false%0AChange the statement, or the truth."
        "%0Alast soup.case:3:1: the culprit\n"
    )
    assert expected == render("github", report(liar))


def test_each_weight_has_its_command(report, liar, unmarked, shared):
    lines = render("github", report(liar, unmarked, shared)).splitlines()
    assert ["::error", "::warning", "::notice"] == [line.split()[0] for line in lines]


def test_separators_are_escaped_in_properties_and_not_in_the_message():
    found = Finding(codes.SYNTAX_ERROR, "100 %, a: b\r\nc", Span("a,b:c%\n.case"))
    expected = (
        "::error file=a%2Cb%3Ac%25%0A.case,line=1,col=1,endLine=1,endColumn=1,title=CK101 syntax-error"
        "::100 %25, a: b%0Ac"
    )
    assert [expected] == lines_of(found)


def test_a_place_over_several_lines_has_no_columns():
    source = Source("a.case", "one\ntwo\n")
    found = Finding(codes.SYNTAX_ERROR, "what?", source.span(1, 6))
    assert ["::error file=a.case,line=1,endLine=2,title=CK101 syntax-error::what?"] == lines_of(found)


def test_standard_input_has_no_place_to_annotate():
    found = Finding(codes.SYNTAX_ERROR, "what?", Span("-", 3, 1, 3, 2))
    assert ["::error title=CK101 syntax-error::what?"] == lines_of(found)


def test_escapes_do_not_reach_the_log():
    assert ["::error title=CK101 syntax-error::␛[31m"] == lines_of(
        Finding(codes.SYNTAX_ERROR, "\x1b[31m", Span("-"))
    )
