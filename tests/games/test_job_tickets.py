"""The job ticket of each game says of each product what is to be done with it, in each language of fixed words."""

import pytest

from casekit.kit.defaults.pages import box_terms, ticket_titles
from casekit.kit.registry import GAMES, game_called

LANGUAGES = ("en", "de", "fr", "pt-BR")


def products_of(name):
    return {product.name for product in game_called(name).products}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_ticket_says_what_to_do_with_each_product(name, language):
    """A build for a print shop fails for a product without such a text."""
    terms = game_called(name).pages.ticket_terms(language)
    booklet_and_cover = {"booklet", "cover"}
    assert products_of(name) | booklet_and_cover == terms.uses.keys() | booklet_and_cover
    assert products_of(name) <= terms.uses.keys()
    assert terms.title in ticket_titles()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_list_of_a_box_says_how_often_to_print_each_product(name, language):
    terms = game_called(name).pages.ticket_terms(language)
    assert terms.often.keys() <= products_of(name)
    assert products_of(name) <= box_terms(terms, language).uses.keys()
