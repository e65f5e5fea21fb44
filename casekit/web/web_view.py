"""Views of the local server."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.routing import BaseRoute

if TYPE_CHECKING:
    from casekit.web.workshop import Workshop


@dataclass(frozen=True, slots=True)
class WebView:
    """Pages that belong together.

    Its ``routes`` are below ``/TOKEN/name/``. One that is ``of_a_case`` has a route ``/{case}`` for the key of a case and
    is offered beside the others on every page of that case; another one has a route ``/`` and is offered on every page.
    """

    name: str
    title: str
    routes: "Callable[[Workshop], Sequence[BaseRoute]]"
    of_a_case: bool = True
