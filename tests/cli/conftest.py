"""Runs the command line in this process, which is quicker than in one of its own."""

import json

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from casekit import resources
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


@pytest.fixture(scope="session")
def answers_of():
    """Makes a function that reads JSON and sees that it is as one of our schemas has it."""

    def make(name):
        texts = [resources.text(f"schemas/{each}.schema.json") for each in (name, "diagnostics", "diff")]
        schemas = [json.loads(text) for text in texts]
        registry = Registry().with_resources(
            [(schema["$id"], Resource.from_contents(schema)) for schema in schemas]
        )
        validator = Draft202012Validator(schemas[0], registry=registry)

        def read(text):
            answer = json.loads(text)
            validator.validate(answer)
            return answer

        return read

    return make
