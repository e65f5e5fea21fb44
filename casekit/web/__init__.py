"""Pages that a person opens in a browser, served from this computer to this computer alone.

`README.md` lists the modules and says how a page is added. These rules hold for every page:

* Scripts and styles are files in ``static/``: the content security policy allows no ``<script>`` or
  ``<style>`` with content, and no ``style=`` attributes. Addresses begin with ``{{ base }}``, which holds the
  token.
* A request that changes something is a POST. ``access_control.py`` has refused it already if it came from
  another page; it needs no token of its own.
* Slow work happens in a process of its case (``case_worker.py``). A view awaits ``CaseStore.ask``, or takes
  the last answer from ``CaseStore.follow_up``, which posts to the pages when a new one is there. Views never
  prove or draw anything in the server's own process: the texts may be a stranger's.
* A page that may give the solution away shows that only if ``is_revealed``, for each browser by itself.
* ``CaseStore.events.post(topic, ...)`` reaches the pages that follow a topic. A page names its topics in
  ``data-topics`` of its ``<main>``; ``live.js`` then fetches the page again and puts in the parts marked
  ``data-live`` that have changed. That keeps the place, the focus, and what is open.
"""
