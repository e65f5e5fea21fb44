"""Questions to the language server that are none are answered with what is wrong with them, and it serves on."""

import json
import subprocess
import sys

HERE = {"line": 0, "character": 0}
TEXT = {"uri": "file:///none.case"}
NOT_FOUND, WRONG, ANSWERED = -32601, -32602, None
QUESTIONS = [
    ("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, ANSWERED),
    ("no/such", {}, NOT_FOUND),
    ("no/such", [1, 2], NOT_FOUND),
    ("no/such", None, NOT_FOUND),
    ("textDocument/hover", {}, WRONG),
    ("textDocument/hover", [1], WRONG),
    ("textDocument/hover", None, WRONG),
    ("textDocument/hover", {"textDocument": 5, "position": HERE}, WRONG),
    ("textDocument/hover", {"textDocument": TEXT, "position": {"line": "first", "character": 0}}, WRONG),
    ("textDocument/hover", {"textDocument": TEXT, "position": {"line": 0, "character": float("inf")}}, WRONG),
    ("textDocument/rename", {"textDocument": TEXT, "position": HERE}, WRONG),
    ("workspace/executeCommand", {"command": "no-such"}, WRONG),
    ("textDocument/hover", {"textDocument": TEXT, "position": HERE}, ANSWERED),
]


def message(content):
    body = json.dumps(content).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def messages(stream):
    while header := stream.readline():
        length = int(header.partition(b":")[2])
        while stream.readline().strip():
            pass
        yield json.loads(stream.read(length))


def test_each_is_answered():
    start = "import sys; sys.argv[0] = 'casekit'; from casekit.cli import run; run()"
    command = [sys.executable, "-c", start, "lsp"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **pipes) as server:
        for number, (method, params, _) in enumerate(QUESTIONS):
            server.stdin.write(message({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
        server.stdin.flush()
        found = {}
        for answer in messages(server.stdout):
            if "id" in answer and "method" not in answer:
                found[answer["id"]] = answer.get("error", {}).get("code")
            if len(found) == len(QUESTIONS):
                break
        server.kill()
    assert dict(enumerate(code for _, _, code in QUESTIONS)) == found
