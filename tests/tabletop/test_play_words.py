import re

from casekit.resources import words


def test_the_page_has_a_word_for_everything_it_says(pytestconfig):
    script = (pytestconfig.rootpath / "casekit/web/static/play.js").read_text(encoding="utf-8")
    known = {
        *words("tabletop/words/play.toml", "en"),
        *words("games/midnight/words/sitting.toml", "en"),
    }
    asked = {*re.findall(r'word\(\s*"(\w+)"', script), *re.findall(r'"((?:mark|view|undo)_\w+)"', script)}
    assert len(asked) > 60
    assert set() == asked - known
