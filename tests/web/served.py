"""The local server in tests: its application asked in this process, or the whole command in a process of its own."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from copy import copy

import httpx

from casekit.web.access_control import ServerToken
from casekit.web.app import local_app
from casekit.web.server import VIEWS

DOOR = ServerToken("secret-of-this-start", 8765)
HERE = "http://127.0.0.1:8765"
OWN = {"origin": HERE, "sec-fetch-site": "same-origin"}


class LocalClient:
    """Asks the application as a browser would, without a network; files are not followed."""

    def __init__(self, workshop, views=VIEWS):
        self.workshop = workshop
        self.app = local_app(workshop, DOOR, views, follow=False)
        self._runner = asyncio.Runner()
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=HERE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        async def close():
            await self._client.aclose()
            self.workshop.close()

        with self._runner:
            self._runner.run(close())

    @contextmanager
    def another(self):
        """The same server, asked by another browser."""
        other = copy(self)
        other._client = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=HERE)
        yield other
        self.run(other._client.aclose())

    def run(self, waiting):
        return self._runner.run(waiting)

    def request(self, method, path, **options):
        return self.run(self._client.request(method, path, **options))

    def get(self, path, **options):
        return self.request("GET", path, **options)

    def post(self, path, **options):
        return self.request("POST", path, **{"headers": OWN, **options})

    def page(self, path):
        """The text of a page below the token, which must be there."""
        answer = self.get(f"{DOOR.base}{path}")
        assert 200 == answer.status_code, answer.text
        return answer.text


class ServeCommand:
    """``casekit serve``, or another command that serves pages, as a person starts it."""

    def __init__(self, *arguments, cwd=None, command="serve", files=None):
        """``files`` is how many it may have open, if that is limited."""
        few = files and f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files})); "
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                f"{few or ''}from casekit.cli import run; run()",
                command,
                *map(str, arguments),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=cwd,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        self.address = self.process.stdout.readline().strip()
        self.hint = self.process.stdout.readline().strip()

    @property
    def port(self):
        return int(self.address.split(":")[2].split("/")[0])

    def end(self):
        """Ctrl-C; gives the status and what was said, nothing when it was ended before."""
        if self.process.stdout.closed:
            return self.process.returncode, "", ""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate()
        return self.process.returncode, out, err

    def left(self):
        """Whether any process of it is there, when each had time to see that it is over."""
        for _ in range(6000):
            try:
                os.killpg(self.process.pid, 0)
            except (ProcessLookupError, PermissionError):
                return False
            time.sleep(0.1)
        return True
