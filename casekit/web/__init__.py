"""Pages that a person opens in a browser, served from this computer to this computer alone.

| module | holds |
|---|---|
| `serving.py` | the socket, uvicorn, an end that leaves nothing behind, and the browser that is led to a page
| | `local_app.py` | the application: views joined below the token, templates (`frame.html`, which every page
extends) and their values | | `doorkeeping.py` | who may ask: the token, Host, Origin, the headers of every
answer, and how few may connect without the token | | `workshop.py` | the cases that are served, followed
while their files change, and the board of bulletins to the pages that are open | | `analyst.py` | what is
asked in a process of its own, and the case that is known there; these processes, one for each case and kind
of question, those kept that were asked last | | `case_pages/` | the views of a case, and what each asks |

**How a view is added.** It is a row of ``case_views.CASE_VIEWS``: a name (which its addresses begin with), a
title, a template in ``templates/`` that extends ``frame.html``, a function that finds what it shows of a
case, and further routes. Scripts and styles are files in ``static/``, since the content security policy
allows nothing inline: no ``<script>`` or ``<style>`` with content, and no ``style=`` attributes. Addresses in
pages begin with ``{{ base }}``, which holds the token.

* What changes something is a POST; ``doorkeeping.py`` has refused it already if it came from another page. It
  needs no token of its own.
* Slow work happens in a process of its case: a question (``analyst.Question``) goes to ``Workshop.ask``,
  which is awaited, or to ``Workshop.follow_up``, which gives the last answer at once and posts to the pages
  when a new one is there. Views never prove or draw anything in the server's own process: the texts may be a
  stranger's.
* Pages that may give the solution away show that only if ``local_app.is_revealed``: to each browser by
  itself.
* ``Workshop.bulletins.post(topic, ...)`` reaches the pages that follow a topic. A page follows the topics
  that it names in ``data-topics`` of its ``<main>``; ``live.js`` then fetches the page again and puts in the
  parts marked ``data-live`` that have changed, which keeps the place, the focus, and what is open.
"""
