from casekit.diagnostics import catalogue


def test_the_committed_list_of_codes_is_what_make_docs_writes(root, golden):
    golden(root / "docs/diagnostics.md", catalogue.markdown())
