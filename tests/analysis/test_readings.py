"""Every form of formula, read back in English and in French."""

import re
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings, strategies as st

from casekit.analysis.verbalizer.english_and_french import phrases_of
from casekit.analysis.verbalizer.verbalizer import Verbalizer
from casekit.diagnostics import Source
from casekit.games.midnight.language.line_forms import CASE
from casekit.language.syntax.parser import parse_lone_formula
from casekit.logic.theory import Assertion, Fact
from tests.quantifiers import WRITTEN

READINGS = [
    (
        "key(ANNA)",
        "ANNA had a key",
        "ANNA avait une clé",
    ),
    (
        "not key(ANNA)",
        "ANNA had no key",
        "ANNA n'avait pas de clé",
    ),
    (
        "not not key(ANNA)",
        "ANNA had a key",
        "ANNA avait une clé",
    ),
    (
        "rain",
        "it rained",
        "il pleuvait",
    ),
    (
        "not rain",
        "it was dry",
        "il ne pleuvait pas",
    ),
    (
        "tall(ANNA)",
        '"tall" is true of ANNA',
        "«\N{NO-BREAK SPACE}tall\N{NO-BREAK SPACE}» est vrai pour ANNA",
    ),
    (
        "not tall(ANNA)",
        '"tall" is not true of ANNA',
        "«\N{NO-BREAK SPACE}tall\N{NO-BREAK SPACE}» est faux pour ANNA",
    ),
    (
        "knew(ANNA, BRUNO)",
        '"knew" is true of ANNA and BRUNO',
        "«\N{NO-BREAK SPACE}knew\N{NO-BREAK SPACE}» est vrai pour ANNA et BRUNO",
    ),
    (
        "lamp_lit",
        '"lamp lit" is true',
        "«\N{NO-BREAK SPACE}lamp lit\N{NO-BREAK SPACE}» est vrai",
    ),
    (
        "room(ANNA) = suite",
        "ANNA was in the suite",
        "ANNA était dans la suite",
    ),
    (
        "room(ANNA) != suite",
        "ANNA was not in the suite",
        "ANNA n'était pas dans la suite",
    ),
    (
        "suite = room(ANNA)",
        "ANNA was in the suite",
        "ANNA était dans la suite",
    ),
    (
        "not room(ANNA) = suite",
        "ANNA was not in the suite",
        "ANNA n'était pas dans la suite",
    ),
    (
        "not room(ANNA) != suite",
        "ANNA was in the suite",
        "ANNA était dans la suite",
    ),
    (
        "bottle = galley",
        "the bottle was in the galley",
        "la bouteille était dans l'office",
    ),
    (
        "cab(ANNA) = suite",
        "the cab of ANNA (where each slept) is the suite",
        "«\N{NO-BREAK SPACE}cab\N{NO-BREAK SPACE}» pour ANNA (où chacun dormait) est la suite",
    ),
    (
        "cab(ANNA) != suite",
        "the cab of ANNA (where each slept) is not the suite",
        "«\N{NO-BREAK SPACE}cab\N{NO-BREAK SPACE}» pour ANNA (où chacun dormait) n'est pas la suite",
    ),
    (
        "cab(ANNA) = cab(BRUNO)",
        "the cab of ANNA (where each slept) is the cab of BRUNO",
        "«\N{NO-BREAK SPACE}cab\N{NO-BREAK SPACE}» pour ANNA (où chacun dormait) est «\N{NO-BREAK SPACE}cab\N{NO-BREAK SPACE}» pour BRUNO",
    ),
    (
        "room(ANNA) = room(BRUNO)",
        "ANNA was in the same place as BRUNO",
        "ANNA était dans le même lieu que BRUNO",
    ),
    (
        "room(ANNA) != room(BRUNO)",
        "ANNA was not in the same place as BRUNO",
        "ANNA n'était pas dans le même lieu que BRUNO",
    ),
    (
        "seen(ANNA, 23:50) = seen(ANNA, 23:55)",
        "the place in which ANNA was at 23:50 is the place in which ANNA was at 23:55",
        "«\N{NO-BREAK SPACE}seen\N{NO-BREAK SPACE}» pour ANNA et 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}50 est «\N{NO-BREAK SPACE}seen\N{NO-BREAK SPACE}» pour ANNA et 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}55",
    ),
    (
        "host(ANNA) = host(BRUNO)",
        "whoever let ANNA in is whoever let BRUNO in",
        "la personne qui a fait entrer ANNA est la personne qui a fait entrer BRUNO",
    ),
    (
        "room(ANNA) = bottle",
        "ANNA was in the place in which the bottle was",
        "ANNA était dans le même lieu que «\N{NO-BREAK SPACE}bottle\N{NO-BREAK SPACE}»",
    ),
    (
        "room(ANNA) = cab(BRUNO)",
        "ANNA was in the same place as the cab of BRUNO (where each slept)",
        "ANNA était dans le même lieu que «\N{NO-BREAK SPACE}cab\N{NO-BREAK SPACE}» pour BRUNO (où chacun dormait)",
    ),
    (
        "bottle = cab(ANNA)",
        "the bottle was in the same place as the cab of ANNA (where each slept)",
        "la bouteille était dans le même lieu que «\N{NO-BREAK SPACE}cab\N{NO-BREAK SPACE}» pour ANNA (où chacun dormait)",
    ),
    (
        "room(host(ANNA)) = suite",
        "whoever let ANNA in was in the suite",
        "la personne qui a fait entrer ANNA était dans la suite",
    ),
    (
        "key(host(host(ANNA)))",
        "whoever let whoever let ANNA in in had a key",
        "la personne qui a fait entrer la personne qui a fait entrer ANNA avait une clé",
    ),
    (
        "host(ANNA) = BRUNO",
        "BRUNO let ANNA in",
        "BRUNO a fait entrer ANNA",
    ),
    (
        "left(ANNA) = none",
        "ANNA did not leave at any hour",
        "le départ d'ANNA n'a pas eu lieu à quelque heure que ce soit",
    ),
    (
        "left(ANNA) != none",
        "ANNA left at some hour",
        "le départ d'ANNA a eu lieu à quelque heure",
    ),
    (
        "out(ANNA) = none",
        "it is not so that ANNA went out at any time",
        "il est faux qu'ANNA a quitté la maison à quelque heure que ce soit",
    ),
    (
        "out(ANNA) != none",
        "ANNA went out at some time",
        "ANNA a quitté la maison à quelque heure",
    ),
    (
        "met(ANNA) = none",
        "the met of ANNA has no value",
        "«\N{NO-BREAK SPACE}met\N{NO-BREAK SPACE}» pour ANNA n'a aucune valeur",
    ),
    (
        "met(ANNA) != none",
        "the met of ANNA has a value",
        "«\N{NO-BREAK SPACE}met\N{NO-BREAK SPACE}» pour ANNA a une valeur",
    ),
    (
        "left(ANNA) < dinner",
        "ANNA left at dusk",
        "le départ d'ANNA a eu lieu à dusk",
    ),
    (
        "left(ANNA) <= dinner",
        "ANNA left at dusk or dinner",
        "le départ d'ANNA a eu lieu à dusk ou dinner",
    ),
    (
        "left(ANNA) > midnight",
        "ANNA left at dawn",
        "le départ d'ANNA a eu lieu à dawn",
    ),
    (
        "left(ANNA) >= dinner",
        "ANNA left at some hour at or after dinner",
        "le départ d'ANNA a eu lieu à une heure postérieure ou égale à dinner",
    ),
    (
        "not left(ANNA) < dinner",
        "ANNA did not leave at dusk",
        "le départ d'ANNA n'a pas eu lieu à dusk",
    ),
    (
        "left(ANNA) < dusk",
        "ANNA left at some hour before dusk",
        "le départ d'ANNA a eu lieu à une heure antérieure à dusk",
    ),
    (
        "dinner > left(ANNA)",
        "ANNA left at dusk",
        "le départ d'ANNA a eu lieu à dusk",
    ),
    (
        "met(ANNA) < dinner",
        "the met of ANNA is before dinner",
        "«\N{NO-BREAK SPACE}met\N{NO-BREAK SPACE}» pour ANNA est avant dinner",
    ),
    (
        "not met(ANNA) < dinner",
        "the met of ANNA is at or after dinner",
        "«\N{NO-BREAK SPACE}met\N{NO-BREAK SPACE}» pour ANNA est à dinner ou après",
    ),
    (
        "met(ANNA) >= met(BRUNO)",
        "the met of ANNA is at or after the met of BRUNO",
        "«\N{NO-BREAK SPACE}met\N{NO-BREAK SPACE}» pour ANNA est à «\N{NO-BREAK SPACE}met\N{NO-BREAK SPACE}» pour BRUNO ou après",
    ),
    (
        "left(ANNA) < left(BRUNO)",
        "ANNA left at some hour before the hour at which BRUNO left",
        "le départ d'ANNA a eu lieu à une heure antérieure à «\N{NO-BREAK SPACE}left\N{NO-BREAK SPACE}» pour BRUNO",
    ),
    (
        "just_before(left(ANNA), left(BRUNO))",
        "the hour at which ANNA left comes just before the hour at which BRUNO left",
        "«\N{NO-BREAK SPACE}left\N{NO-BREAK SPACE}» pour ANNA vient juste avant «\N{NO-BREAK SPACE}left\N{NO-BREAK SPACE}» pour BRUNO",
    ),
    (
        "not just_before(dusk, left(ANNA))",
        "dusk does not come just before the hour at which ANNA left",
        "dusk ne vient pas juste avant «\N{NO-BREAK SPACE}left\N{NO-BREAK SPACE}» pour ANNA",
    ),
    (
        "some hour H: just_before(H, left(ANNA))",
        "for at least one hour: that hour comes just before the hour at which ANNA left",
        "pour au moins une heure\N{NO-BREAK SPACE}: cette heure vient juste avant «\N{NO-BREAK SPACE}left\N{NO-BREAK SPACE}» pour ANNA",
    ),
    (
        "out(ANNA) < 23:50",
        "ANNA went out at a time before 23:50",
        "ANNA a quitté la maison à une heure antérieure à 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}50",
    ),
    (
        "out(ANNA) >= 23:50",
        "ANNA went out at a time at or after 23:50",
        "ANNA a quitté la maison à une heure postérieure ou égale à 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}50",
    ),
    (
        "not out(ANNA) <= 23:50",
        "it is not so that ANNA went out at any time at or before 23:50",
        "il est faux qu'ANNA a quitté la maison à une heure quelconque antérieure ou égale à 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}50",
    ),
    (
        "out(ANNA) = 23:50",
        "ANNA went out at 23:50",
        "ANNA a quitté la maison à 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}50",
    ),
    (
        "out(ANNA) != 23:50",
        "it is not so that ANNA went out at 23:50",
        "il est faux qu'ANNA a quitté la maison à 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}50",
    ),
    (
        "out(ANNA) = out(BRUNO) + 10 min",
        "ANNA went out at 10 minutes after the time at which BRUNO went out",
        "ANNA a quitté la maison à 10 minutes après «\N{NO-BREAK SPACE}out\N{NO-BREAK SPACE}» pour BRUNO",
    ),
    (
        "out(ANNA) = 23:50 - 5 min",
        "ANNA went out at 5 minutes before 23:50",
        "ANNA a quitté la maison à 5 minutes avant 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}50",
    ),
    (
        "seen(ANNA, 23:50) = suite",
        "ANNA was in the suite at 23:50",
        "ANNA était dans la suite à 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}50",
    ),
    (
        "seen(ANNA, out(BRUNO)) = suite",
        "ANNA was in the suite at the time at which BRUNO went out",
        "ANNA était dans la suite à «\N{NO-BREAK SPACE}out\N{NO-BREAK SPACE}» pour BRUNO",
    ),
    (
        "room(ANNA) in { suite, galley }",
        "ANNA was in the suite or the galley",
        "ANNA était dans la suite ou l'office",
    ),
    (
        "not room(ANNA) in { suite, galley }",
        "ANNA was not in the suite or the galley",
        "ANNA n'était pas dans la suite ou l'office",
    ),
    (
        "room(ANNA) in { }",
        "the place in which ANNA was is one of nothing at all",
        "«\N{NO-BREAK SPACE}room\N{NO-BREAK SPACE}» pour ANNA est dans une liste vide",
    ),
    (
        "not room(ANNA) in { }",
        "the place in which ANNA was is not one of nothing at all",
        "«\N{NO-BREAK SPACE}room\N{NO-BREAK SPACE}» pour ANNA n'est pas dans une liste vide",
    ),
    (
        "host(ANNA) in { BRUNO, CLARA }",
        "BRUNO or CLARA let ANNA in",
        "BRUNO ou CLARA a fait entrer ANNA",
    ),
    (
        "not host(ANNA) in { BRUNO, CLARA }",
        "neither BRUNO nor CLARA let ANNA in",
        "il est faux que BRUNO ou CLARA a fait entrer ANNA",
    ),
    (
        "host(ANNA) in women",
        "one of the women let ANNA in",
        "un membre du groupe «\N{NO-BREAK SPACE}women\N{NO-BREAK SPACE}» a fait entrer ANNA",
    ),
    (
        "not host(ANNA) in women",
        "none of the women let ANNA in",
        "il est faux qu'un membre du groupe «\N{NO-BREAK SPACE}women\N{NO-BREAK SPACE}» a fait entrer ANNA",
    ),
    (
        "left(ANNA) in { none, dusk }",
        "ANNA did not leave at any hour or ANNA left at dusk",
        "le départ d'ANNA n'a pas eu lieu à quelque heure que ce soit ou le départ d'ANNA a eu lieu à dusk",
    ),
    (
        "room(ANNA) in { bottle, suite }",
        "ANNA was in the place in which the bottle was or ANNA was in the suite",
        "ANNA était dans le même lieu que «\N{NO-BREAK SPACE}bottle\N{NO-BREAK SPACE}» ou ANNA était dans la suite",
    ),
    (
        "left(ANNA) in dinner to midnight",
        "ANNA left at some hour from dinner to midnight",
        "le départ d'ANNA a eu lieu à une heure de dinner à midnight",
    ),
    (
        "not left(ANNA) in dinner to midnight",
        "ANNA did not leave at any hour from dinner to midnight",
        "le départ d'ANNA n'a pas eu lieu à une heure quelconque de dinner à midnight",
    ),
    (
        "met(ANNA) in dinner to midnight",
        "the met of ANNA is from dinner to midnight",
        "«\N{NO-BREAK SPACE}met\N{NO-BREAK SPACE}» pour ANNA est de dinner à midnight",
    ),
    (
        "out(ANNA) in 23:40 to 23:55",
        "ANNA went out at some time from 23:40 to 23:55",
        "ANNA a quitté la maison à une heure de 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}40 à 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}55",
    ),
    (
        "cab(ANNA) in { suite, galley }",
        "the cab of ANNA (where each slept) is the suite or the galley",
        "«\N{NO-BREAK SPACE}cab\N{NO-BREAK SPACE}» pour ANNA (où chacun dormait) est la suite ou l'office",
    ),
    (
        "moves(room(ANNA), suite) <= 2",
        "the number of moves from the place in which ANNA was to the suite is at most 2",
        "le nombre de déplacements de «\N{NO-BREAK SPACE}room\N{NO-BREAK SPACE}» pour ANNA à la suite est d'au plus 2",
    ),
    (
        "moves(room(ANNA), suite) != 2",
        "the number of moves from the place in which ANNA was to the suite is not exactly 2",
        "le nombre de déplacements de «\N{NO-BREAK SPACE}room\N{NO-BREAK SPACE}» pour ANNA à la suite est différent de 2",
    ),
    (
        "not moves(suite, galley) < 1",
        "the number of moves from the suite to the galley is at least 1",
        "le nombre de déplacements de la suite à l'office est d'au moins 1",
    ),
    (
        "2 >= moves(suite, galley)",
        "the number of moves from the suite to the galley is at most 2",
        "le nombre de déplacements de la suite à l'office est d'au plus 2",
    ),
    (
        "moves(suite, galley) in { 1, 2 }",
        "the number of moves from the suite to the galley is exactly 1 or the number of moves from the suite to the galley is exactly 2",
        "le nombre de déplacements de la suite à l'office est exactement 1 ou le nombre de déplacements de la suite à l'office est exactement 2",
    ),
    (
        "moves(suite, galley) in 1 to 2",
        "the number of moves from the suite to the galley is at least 1 and the number of moves from the suite to the galley is at most 2",
        "le nombre de déplacements de la suite à l'office est d'au moins 1 et le nombre de déplacements de la suite à l'office est d'au plus 2",
    ),
    (
        "rain and key(ANNA)",
        "it rained and ANNA had a key",
        "il pleuvait et ANNA avait une clé",
    ),
    (
        "rain and key(ANNA) and key(BRUNO)",
        "it rained, ANNA had a key and BRUNO had a key",
        "il pleuvait, ANNA avait une clé et BRUNO avait une clé",
    ),
    (
        "rain or key(ANNA)",
        "it rained or ANNA had a key",
        "il pleuvait ou ANNA avait une clé",
    ),
    (
        "rain and (key(ANNA) or key(BRUNO))",
        "it rained, and either ANNA had a key or BRUNO had a key",
        "il pleuvait, et (ANNA avait une clé ou BRUNO avait une clé)",
    ),
    (
        "(rain or lamp_lit) and key(BRUNO)",
        'either it rained or "lamp lit" is true, and BRUNO had a key',
        "(il pleuvait ou «\N{NO-BREAK SPACE}lamp lit\N{NO-BREAK SPACE}» est vrai), et BRUNO avait une clé",
    ),
    (
        "rain or key(ANNA) and key(BRUNO)",
        "it rained, or (ANNA had a key and BRUNO had a key)",
        "il pleuvait, ou (ANNA avait une clé et BRUNO avait une clé)",
    ),
    (
        "rain implies key(ANNA)",
        "if it rained, then ANNA had a key",
        "s'il pleuvait, alors ANNA avait une clé",
    ),
    (
        "rain implies key(ANNA) or key(BRUNO)",
        "if it rained, then ANNA had a key or BRUNO had a key",
        "s'il pleuvait, alors ANNA avait une clé ou BRUNO avait une clé",
    ),
    (
        "rain implies key(ANNA) implies key(BRUNO)",
        "if it rained, then if ANNA had a key, then BRUNO had a key",
        "s'il pleuvait, alors si ANNA avait une clé, alors BRUNO avait une clé",
    ),
    (
        "(rain implies key(ANNA)) implies key(BRUNO)",
        "if (if it rained, then ANNA had a key), then BRUNO had a key",
        "si (s'il pleuvait, alors ANNA avait une clé), alors BRUNO avait une clé",
    ),
    (
        "(rain implies key(ANNA)) and key(BRUNO)",
        "(if it rained, then ANNA had a key), and BRUNO had a key",
        "(s'il pleuvait, alors ANNA avait une clé), et BRUNO avait une clé",
    ),
    (
        "rain iff key(ANNA)",
        "it rained if, and only if, ANNA had a key",
        "il pleuvait si, et seulement si, ANNA avait une clé",
    ),
    (
        "rain or key(ANNA) iff key(BRUNO) and lamp_lit",
        '(it rained or ANNA had a key) if, and only if, BRUNO had a key and "lamp lit" is true',
        "(il pleuvait ou ANNA avait une clé) si, et seulement si, BRUNO avait une clé et «\N{NO-BREAK SPACE}lamp lit\N{NO-BREAK SPACE}» est vrai",
    ),
    (
        "not (rain and key(ANNA))",
        "it is not so that (it rained and ANNA had a key)",
        "il est faux que (il pleuvait et ANNA avait une clé)",
    ),
    (
        "not (rain or key(ANNA))",
        "it is not so that (it rained or ANNA had a key)",
        "il est faux que (il pleuvait ou ANNA avait une clé)",
    ),
    (
        "not (rain implies key(ANNA))",
        "it is not so that (if it rained, then ANNA had a key)",
        "il est faux que (s'il pleuvait, alors ANNA avait une clé)",
    ),
    (
        "not (rain iff key(ANNA))",
        "it is not so that (it rained if, and only if, ANNA had a key)",
        "il est faux que (il pleuvait si, et seulement si, ANNA avait une clé)",
    ),
    (
        "every guest X: key(X)",
        "every guest had a key",
        "chaque invité avait une clé",
    ),
    (
        "every guest X: not key(X)",
        "no guest had a key",
        "pour chaque invité\N{NO-BREAK SPACE}: cet invité n'avait pas de clé",
    ),
    (
        "some guest X: key(X)",
        "some guest had a key",
        "au moins un invité avait une clé",
    ),
    (
        "some guest X: room(X) != suite",
        "some guest was not in the suite",
        "pour au moins un invité\N{NO-BREAK SPACE}: cet invité n'était pas dans la suite",
    ),
    (
        "no guest X: key(X)",
        "no guest had a key",
        "pour aucun invité\N{NO-BREAK SPACE}: cet invité avait une clé",
    ),
    (
        "no guest X: not key(X)",
        "for no guest: that guest had no key",
        "pour aucun invité\N{NO-BREAK SPACE}: cet invité n'avait pas de clé",
    ),
    (
        "exactly 1 guest X: key(X)",
        "for exactly 1 guest: that guest had a key",
        "pour exactement 1 invité\N{NO-BREAK SPACE}: cet invité avait une clé",
    ),
    (
        "exactly 2 guest X: not key(X)",
        "for exactly 2 guests: that guest had no key",
        "pour exactement 2 invités\N{NO-BREAK SPACE}: cet invité n'avait pas de clé",
    ),
    (
        "at least 2 guest X: room(X) = suite",
        "for at least 2 guests: that guest was in the suite",
        "pour au moins 2 invités\N{NO-BREAK SPACE}: cet invité était dans la suite",
    ),
    (
        "at most 0 guest X: key(X)",
        "for at most 0 guests: that guest had a key",
        "pour au plus 0 invité\N{NO-BREAK SPACE}: cet invité avait une clé",
    ),
    (
        "not every guest X: key(X)",
        "it is not so that every guest had a key",
        "il est faux que chaque invité avait une clé",
    ),
    (
        "every guest X except ANNA: key(X)",
        "every guest except ANNA had a key",
        "chaque invité sauf ANNA avait une clé",
    ),
    (
        "every guest X except ANNA, host(ANNA): key(X)",
        "every guest except ANNA and whoever let ANNA in had a key",
        "chaque invité sauf ANNA et la personne qui a fait entrer ANNA avait une clé",
    ),
    (
        "every guest X except women: key(X)",
        "every guest except the women had a key",
        "chaque invité sauf le groupe «\N{NO-BREAK SPACE}women\N{NO-BREAK SPACE}» avait une clé",
    ),
    (
        "every guest X in women: key(X)",
        "every guest among the women had a key",
        "chaque invité du groupe «\N{NO-BREAK SPACE}women\N{NO-BREAK SPACE}» avait une clé",
    ),
    (
        "every guest X in { ANNA, BRUNO }: key(X)",
        "every guest among ANNA and BRUNO had a key",
        "chaque invité parmi ANNA et BRUNO avait une clé",
    ),
    (
        "every guest X in { }: key(X)",
        "every guest among none at all had a key",
        "chaque invité d'une liste vide avait une clé",
    ),
    (
        "every time T in 23:40 to 23:55: seen(ANNA, T) = galley",
        "ANNA was in the galley at every time from 23:40 to 23:55",
        "ANNA était dans l'office à chaque heure de 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}40 à 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}55",
    ),
    (
        "every time T in 23:40 to 23:55: seen(ANNA, T + 5 min) = galley",
        "for every time from 23:40 to 23:55: ANNA was in the galley at 5 minutes after that time",
        "pour chaque heure de 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}40 à 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}55\N{NO-BREAK SPACE}: ANNA était dans l'office à 5 minutes après cette heure",
    ),
    (
        "every hour H in dusk to dinner: left(ANNA) != H",
        "ANNA left at no hour from dusk to dinner",
        "pour chaque heure de dusk à dinner\N{NO-BREAK SPACE}: le départ d'ANNA n'a pas eu lieu à cette heure",
    ),
    (
        "every guest X: room(X) = suite implies key(X)",
        "for every guest: if that guest was in the suite, then that guest had a key",
        "pour chaque invité\N{NO-BREAK SPACE}: si cet invité était dans la suite, alors cet invité avait une clé",
    ),
    (
        "every guest X: tall(X)",
        '"tall" is true of every guest',
        "«\N{NO-BREAK SPACE}tall\N{NO-BREAK SPACE}» est vrai pour chaque invité",
    ),
    (
        "every guest X: X = ANNA or key(X)",
        "for every guest: that guest is ANNA or that guest had a key",
        "pour chaque invité\N{NO-BREAK SPACE}: cet invité est ANNA ou cet invité avait une clé",
    ),
    (
        "every guest X: host(X) = X",
        "for every guest: that guest let that guest in",
        "pour chaque invité\N{NO-BREAK SPACE}: cet invité a fait entrer cet invité",
    ),
    (
        "every guest X: X in women iff key(X)",
        "for every guest: that guest is one of the women if, and only if, that guest had a key",
        "pour chaque invité\N{NO-BREAK SPACE}: cet invité est un membre du groupe «\N{NO-BREAK SPACE}women\N{NO-BREAK SPACE}» si, et seulement si, cet invité avait une clé",
    ),
    (
        "every guest X: every guest Y except X: room(X) != room(Y)",
        "for every guest X, for every guest Y except X: X was not in the same place as Y",
        "pour chaque invité X, pour chaque invité Y sauf X\N{NO-BREAK SPACE}: X n'était pas dans le même lieu que Y",
    ),
    (
        "every guest X: some time T: seen(X, T) = suite",
        "for every guest: that guest was in the suite at some time",
        "pour chaque invité\N{NO-BREAK SPACE}: cet invité était dans la suite à au moins une heure",
    ),
    (
        "every guest X: some place P: cab(X) = P",
        "for every guest, for at least one place: the cab of that guest (where each slept) is that place",
        "pour chaque invité, pour au moins un lieu\N{NO-BREAK SPACE}: «\N{NO-BREAK SPACE}cab\N{NO-BREAK SPACE}» pour cet invité (où chacun dormait) est ce lieu",
    ),
    (
        "(every guest X: key(X)) and rain",
        "every guest had a key and it rained",
        "chaque invité avait une clé et il pleuvait",
    ),
    (
        "rain and every guest X: key(X) implies tall(X)",
        'it rained, and for every guest: if that guest had a key, then "tall" is true of that guest',
        "il pleuvait, et pour chaque invité\N{NO-BREAK SPACE}: si cet invité avait une clé, alors «\N{NO-BREAK SPACE}tall\N{NO-BREAK SPACE}» est vrai pour cet invité",
    ),
    (
        "some place P: room(ANNA) = P",
        "ANNA was in some place",
        "ANNA était dans au moins un lieu",
    ),
    (
        "no time T: T < 23:00 and seen(ANNA, T) = suite",
        "for no time: that time is before 23:00 and ANNA was in the suite at that time",
        "pour aucune heure\N{NO-BREAK SPACE}: cette heure est avant 23\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}00 et ANNA était dans la suite à cette heure",
    ),
    (
        "all different cab(X) for guest X",
        "no two of these are the same: the cab of each guest (where each slept)",
        "il n'y a pas deux fois la même chose parmi ceci\N{NO-BREAK SPACE}: «\N{NO-BREAK SPACE}cab\N{NO-BREAK SPACE}» pour chaque invité (où chacun dormait)",
    ),
    (
        "all different room(X), cab(X) for guest X in women except ANNA",
        "no two of these are the same: the place in which each guest among the women except ANNA was and the cab of each guest among the women except ANNA (where each slept)",
        "il n'y a pas deux fois la même chose parmi ceci\N{NO-BREAK SPACE}: «\N{NO-BREAK SPACE}room\N{NO-BREAK SPACE}» pour chaque invité du groupe «\N{NO-BREAK SPACE}women\N{NO-BREAK SPACE}» sauf ANNA et «\N{NO-BREAK SPACE}cab\N{NO-BREAK SPACE}» pour chaque invité du groupe «\N{NO-BREAK SPACE}women\N{NO-BREAK SPACE}» sauf ANNA (où chacun dormait)",
    ),
    (
        "not all different room(X) for guest X",
        "it is not so that (no two of these are the same: the place in which each guest was)",
        "il est faux que (il n'y a pas deux fois la même chose parmi ceci\N{NO-BREAK SPACE}: «\N{NO-BREAK SPACE}room\N{NO-BREAK SPACE}» pour chaque invité)",
    ),
]


@pytest.mark.parametrize(("formula", "english", "french"), READINGS, ids=[row[0] for row in READINGS])
def test_a_formula_is_read_back(formula, english, french, house):
    node = house.node_of(formula)
    assert (english, french) == (house.readers["en"].formula(node), house.readers["fr"].formula(node))


@cache
def guests(variables, depth=2):
    plain = st.sampled_from(["ANNA", "BRUNO", "CLARA", *variables])
    if not depth:
        return plain
    return plain | guests(variables, depth - 1).map("host({})".format)


SHIFTS = {"22:00": ("+ 5", "+ 20"), "23:55": ("- 5", "- 20", "+ 5"), "00:10": ("- 5", "- 20")}


@cache
def times(variables):
    plain = st.sampled_from(["22:00", "23:55", "00:10"])
    # None of them leaves the night.
    shifted = st.sampled_from([f"{time} {way} min" for time, ways in SHIFTS.items() for way in ways])
    return plain | guests(variables, 1).map("out({})".format) | (shifted if not variables else st.nothing())


@cache
def places(variables):
    one = guests(variables, 1)
    named = st.sampled_from(["suite", "galley", "piano-bar", "bottle"])
    return (
        named
        | one.map("room({})".format)
        | one.map("cab({})".format)
        | st.builds("seen({}, {})".format, one, times(variables))
    )


@cache
def hours(variables):
    named = st.sampled_from(["dusk", "dinner", "late_supper", "dawn"])
    return named | guests(variables, 1).map("left({})".format) | guests(variables, 1).map("met({})".format)


@cache
def atoms(variables):
    guest = guests(variables)
    operators = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
    equal = st.sampled_from(["=", "!="])
    two = st.builds("{{ {}, {} }}".format, places(variables), places(variables))
    return st.one_of(
        guest.map("key({})".format),
        guest.map("tall({})".format),
        st.builds("knew({}, {})".format, guest, guest),
        st.sampled_from(["rain", "lamp_lit", "left(ANNA) = none", "met(CLARA) != none", "out(ANNA) = none"]),
        st.builds("{} {} {}".format, places(variables), equal, places(variables)),
        st.builds("host({}) {} {}".format, guests(variables, 1), equal, guest),
        st.builds("{} {} {}".format, hours(variables), operators, hours(variables)),
        st.builds("just_before({}, {})".format, hours(variables), hours(variables)),
        st.builds("{} {} {}".format, guests(variables, 1).map("out({})".format), operators, times(variables)),
        st.builds("{} in {}".format, places(variables), two | st.just("{ }")),
        st.builds("host({}) in women".format, guest),
        guests(variables, 1).map("left({}) in dusk to late_supper".format),
        guests(variables, 1).map("out({}) in 23:40 to 23:55".format),
        st.builds("moves({}, {}) {} 2".format, places(variables), places(variables), operators),
        st.just("all different cab(Z) for guest Z in women"),
    )


@st.composite
def formulas(draw, depth=3, variables=()):
    kind = draw(st.integers(0, 5)) if depth else 0
    if kind < 2:
        return draw(atoms(variables))
    if kind == 2:
        return f"not ({draw(formulas(depth - 1, variables))})"
    if kind < 5:
        word = draw(st.sampled_from(["and", "or", "implies", "iff"]))
        return f"({draw(formulas(depth - 1, variables))}) {word} ({draw(formulas(depth - 1, variables))})"
    variable = f"G{len(variables)}"
    quantifier = draw(st.sampled_from([*WRITTEN, "at most 0"]))
    extent = draw(st.sampled_from(["", " in women", " in { ANNA, BRUNO }", " except CLARA", " except women"]))
    body = draw(formulas(depth - 1, (*variables, variable)))
    return f"{quantifier} guest {variable}{extent}: ({body})"


LOGIC = re.compile(r"[=<>_{}]|\w\(|\bnone\b(?! of)|\biff\b|\bimplies\b")


@pytest.mark.parametrize("sentences", [True, False])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_reading_has_logic_in_it(language, sentences, house):
    lexicon = house.lexicons[language]
    if not sentences:
        lexicon = replace(lexicon, sentences={}, measures={}, glosses={})
    reader = Verbalizer(lexicon, phrases_of(language))

    @settings(max_examples=60)
    @given(formulas())
    def check(formula):
        reading = reader.formula(house.node_of(formula))
        assert reading.strip()
        assert not LOGIC.search(reading), (formula, reading)
        assert reading.count("(") == reading.count(")")

    check()


@pytest.mark.parametrize(
    "formula",
    ["unknown(X, Y) = 3", "moves(a) in women", "every stranger X in nowhere: X", "room = room", "23:50 < X"],
)
def test_what_means_nothing_is_read_all_the_same(formula, house):
    node, _ = parse_lone_formula(Source("", formula), CASE)
    for reader in house.readers.values():
        assert reader.formula(node)


def test_the_words_of_an_unknown_language_are_english():
    assert type(phrases_of("en-GB")) is type(phrases_of("tlh"))
    assert type(phrases_of("fr-CA")) is not type(phrases_of("en"))


@pytest.mark.parametrize(
    ("facts", "holds", "english"),
    [
        ([Fact("key", ("ANNA",), "yes")], True, "ANNA had a key"),
        ([Fact("key", ("ANNA",), "no")], True, "ANNA had no key"),
        ([Fact("key", ("ANNA",), "no")], False, "ANNA had a key"),
        ([Fact("rain", (), "no")], True, "it was dry"),
        ([Fact("left", ("ANNA",), "none")], True, "ANNA did not leave at any hour"),
        ([Fact("left", ("ANNA",), "none")], False, "ANNA left at some hour"),
        ([Fact("left", ("ANNA",), "late_supper")], True, "ANNA left at late supper"),
        (
            [Fact("room", ("ANNA",), "suite"), Fact("room", ("ANNA",), "galley")],
            False,
            "ANNA was not in the suite or the galley",
        ),
        ([Fact("seen", ("ANNA", "23:50"), "suite")], True, "ANNA was in the suite at 23:50"),
        ([Fact("cab", ("ANNA",), "suite")], True, "the cab of ANNA is the suite"),
        ([Fact("elsewhere", ("ANNA",), "suite")], True, "the elsewhere of ANNA is the suite"),
    ],
)
def test_facts_are_clauses(facts, holds, english, house):
    assert english == house.readers["en"].facts(facts, holds=holds)


@pytest.mark.parametrize(
    ("assertions", "english", "french"),
    [
        (
            [Assertion(Fact("key", (name,), "no")) for name in ("ANNA", "BRUNO", "CLARA")],
            ["none of ANNA, BRUNO and CLARA had a key"],
            ["ANNA n'avait pas de clé, et de même pour BRUNO et CLARA"],
        ),
        (
            [Assertion(Fact("room", (name,), "suite"), holds=False) for name in ("ANNA", "BRUNO")],
            ["neither ANNA nor BRUNO was in the suite"],
            ["ANNA n'était pas dans la suite, et de même pour BRUNO"],
        ),
        (
            [Assertion(Fact("key", ("ANNA",), "yes")), Assertion(Fact("rain", (), "yes"))],
            ["ANNA had a key", "it rained"],
            ["ANNA avait une clé", "il pleuvait"],
        ),
        (
            [Assertion(Fact("host", ("ANNA",), name), holds=False) for name in ("BRUNO", "CLARA")],
            ["neither BRUNO nor CLARA let ANNA in"],
            ["il est faux que BRUNO ou CLARA a fait entrer ANNA"],
        ),
    ],
)
def test_facts_that_differ_in_one_place_are_one_clause(assertions, english, french, house):
    said = {tag: [*reader.together(assertions)] for tag, reader in house.readers.items()}
    assert {"en": english, "fr": french} == said


def test_both_languages_have_the_same_phrases():
    english, french = (
        {name: text.count("{}") for name, text in phrases_of(tag).said.items()} for tag in ("en", "fr")
    )
    feminine = {name for name in french if name.endswith(", feminine")}
    assert {**english, **french} == {**french, **english}
    assert english.keys() ^ french.keys() == {"none of", "neither", "that", "not one"} | feminine
    assert {} == {name: form for name in feminine if (form := name.removesuffix(", feminine")) not in french}
