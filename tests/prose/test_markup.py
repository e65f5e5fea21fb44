import re
from html import unescape

import pytest
from hypothesis import given, strategies as st

from casekit.prose import markup as prose_markup


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("plain", "plain"),
        ("a *small* thing", "a <em>small</em> thing"),
        ("a **great** thing", "a <strong>great</strong> thing"),
        ("**both *at* once**", "<strong>both <em>at</em> once</strong>"),
        ("***all***", "<strong><em>all</em></strong>"),
        ("one ** too **many**", "one <strong> too </strong>many**"),
        (r"\*not\* this", "*not* this"),
        (r"a back\\slash, a lone \ one", r"a back\slash, a lone \ one"),
        (r"2 \* 3 \* 4", "2 * 3 * 4"),
        ("*never closed", "*never closed"),
        ("crossed *over **and* out**", "crossed <em>over <strong>and</strong></em><strong> out</strong>"),
        ("<b>&amp;", "&lt;b&gt;&amp;amp;"),
        ('"*Never*," she said.', "“<em>Never</em>,” she said."),
        (r"a 6\" nail", "a 6&#34; nail"),
    ],
)
def test_marks_become_elements_and_everything_else_is_escaped(text, markup):
    assert markup == str(prose_markup.to_html(text))


@pytest.mark.parametrize(
    ("language", "text", "typeset"),
    [
        ("en", "\"It's a 'clue',\" he said.", "“It’s a ‘clue’,” he said."),
        ("en", "the officers' mess, '20s, rock", "the officers’ mess, ’20s, rock"),
        ("en", "in 'nineteen, the 'twenties and 'thirty-one", "in ’nineteen, the ’twenties and ’thirty-one"),
        (
            "en",
            "'Twas 'em 'neath the fish 'n' chips, 'tisn't",
            "’Twas ’em ’neath the fish ’n’ chips, ’tisn’t",
        ),
        ("en", "'Tell 'em,' he said. 'Nineteen.' 'North'", "‘Tell ’em,’ he said. ‘Nineteen.’ ‘North’"),
        ("de", "'s war 'ne Nacht, 'nein'", "’s war ’ne Nacht, ‚nein‘"),
        ("en", '("Quite.") and she said—"no"', "(“Quite.”) and she said—“no”"),
        ("en", "\"'No,' he said,\" she said.", "“‘No,’ he said,” she said."),
        ("de", '"Geht\'s?"', "„Geht’s?“"),
        ("de-AT", "'Nein'", "‚Nein‘"),
        ("fr", '"L\'affaire"', "«\xa0L’affaire\xa0»"),
        ("xx", '"Yes"', "“Yes”"),
        ("fr", "Qui ? Moi : non ; *si* !", "Qui\u202f? Moi\u202f: non\u202f; si\u202f!"),
        ("fr-CA", '"Quoi ?" dit-il : « rien »', "«\xa0Quoi\u202f?\xa0» dit-il\u202f: «\xa0rien\xa0»"),
        ("fr", "*M. LOUIS*, MM. Bec et Poe, 3 m. plus", "M.\xa0LOUIS, MM.\xa0Bec et Poe, 3 m. plus"),
        ("fr", "\"Il dit 'non' !\"", "«\xa0Il dit “non”\u202f!\xa0»"),
        ("fr", "à 7 h 40, 8 h, 3 hommes, Mme Poe", "à 7\xa0h\xa040, 8\xa0h, 3 hommes, Mme\xa0Poe"),
        ("en", "Who ? I ;", "Who ? I ;"),
    ],
)
def test_quotation_marks_are_those_of_the_language(language, text, typeset):
    assert typeset == prose_markup.visible_text(text, language)


@pytest.mark.parametrize(
    ("language", "text", "typeset"),
    [
        ("en", 'The captain\'s "table"', "The captain’s “table”"),
        ("en", r"5 * 3 \ 'x'", r"5 * 3 \ ‘x’"),
        ("fr", "Cabine d'ANNA : \"l'aube\"", "Cabine d’ANNA\u202f: «\xa0l’aube\xa0»"),
    ],
)
def test_labels_get_typographic_marks_and_keep_stars(language, text, typeset):
    assert typeset == prose_markup.typographic(text, language)


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cs"])))
def test_escaped_marks_are_read_back_as_they_were(text):
    escaped = "".join(f"\\{c}" if c in "\\*\"'" else c for c in text)
    assert text == prose_markup.visible_text(escaped)


@given(st.text("ab *\\\"'<&"))
def test_markup_and_plain_text_show_the_same_characters(text):
    assert prose_markup.visible_text(text) == "".join(run.text for run in prose_markup.styled_runs(text))
    tags = [f"<{slash}{tag}>" for tag in ("em", "strong") for slash in ("", "/")]
    markup = str(prose_markup.to_html(text))
    for tag in tags:
        markup = markup.replace(tag, "")
    assert prose_markup.visible_text(text) == unescape(markup)


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("", ""),
        ("Nobody.", '<span class="end">Nobody.</span>'),
        ("It was an improvement.", 'It was <span class="end">an improvement.</span>'),
        ("You come upon it.", 'You come <span class="end">upon it.</span>'),
        ("All *of it*", 'All <em><span class="end">of it</span></em>'),
        ("He fell *over it*.", 'He fell <em><span class="end">over it</span></em><span class="end">.</span>'),
        ('"Not a soul."', '“Not <span class="end">a soul.”</span>'),
        ("a " + "b" * 31, "a " + "b" * 31),
    ],
)
def test_a_paragraph_does_not_end_in_a_syllable_or_a_short_word(text, markup):
    assert markup == str(prose_markup.paragraph_to_html(text))


@given(st.text(alphabet="ab \\*\"'é"))
def test_a_paragraph_reads_as_its_prose(text):
    assert prose_markup.visible_text(text) == unescape(
        re.sub("<.*?>", "", prose_markup.paragraph_to_html(text))
    )
