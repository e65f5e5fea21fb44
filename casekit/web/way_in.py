"""Opening a page of the local server in the user's browser, without giving its address to anybody else.

The address holds the secret of the server, and what starts a browser is in the list of processes, which every user of a
computer can read. So the browser is given a file that only this user may read, and the file leads to the page.
"""

import sys
import tempfile
import webbrowser
from contextlib import ExitStack, suppress
from html import escape
from pathlib import Path
from types import TracebackType
from typing import Self

from casekit.system.temporary import folder_in

NAME = "open-casekit.html"
"""The file that leads to the page."""

_FILE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url={address}">
<title>casekit</title>
<p><a href="{address}">Go on to casekit</a></p>
"""


class WayIn:
    """Opens a page, and removes at its end what that needed."""

    def __init__(self) -> None:
        self._needed = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._needed.close()

    def lead(self, address: str) -> bool:
        """Open an address in the usual browser; whether one was found that takes it."""
        for place, shown in _places():
            # A full disk for instance; the address is printed in any case.
            with suppress(OSError):
                file = self._needed.enter_context(folder_in(place, shown=shown)) / NAME
                file.write_text(_FILE.format(address=escape(address)), encoding="utf-8")
                file.chmod(0o600)
                return webbrowser.open(file.as_uri())
        return False


def _places() -> list[tuple[Path, bool]]:
    temporary = Path(tempfile.gettempdir())
    if not sys.platform.startswith("linux"):
        return [(temporary, False)]
    # Browsers in a sandbox of their own, such as those of snap, read neither /tmp nor folders whose names begin with a dot.
    try:
        return [(Path.home(), True), (temporary, True)]
    except RuntimeError:
        return [(temporary, True)]
