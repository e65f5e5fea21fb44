"""Runs the command line in this process, which is quicker than in one of its own."""

import pytest
from click.testing import CliRunner

from casekit.cli.main import main


@pytest.fixture
def run():
    """Exit status, standard output and standard error of a command; exceptions of ours pass through."""

    def invoke(*arguments, given=None):
        done = CliRunner().invoke(main, [str(argument) for argument in arguments], input=given)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.exit_code, done.stdout, done.stderr

    return invoke


@pytest.fixture
def put(boat):
    """Writes a file in the folder the test stands in: a text, or bytes as they are."""

    def write(name, content):
        path = boat / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write
