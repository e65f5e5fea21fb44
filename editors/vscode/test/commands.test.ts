import assert from "node:assert/strict";
import { test } from "node:test";
import { argumentsOf, endingOf, escapeHtml, lastLines, newFile, forPanel } from "../src/pure/commands";

const wishes = { strict: false, buildFolder: "build" };

test("a task is a command line", () => {
  assert.deepEqual(["check", "a.case"], argumentsOf({ command: "check", path: "a.case" }, wishes));
  assert.deepEqual(["check", "--strict", "."], argumentsOf({ command: "check" }, { ...wishes, strict: true }));
  assert.deepEqual(
    ["build", "--output", "out", "--paper", "letter", "."],
    argumentsOf({ command: "build", options: ["--paper", "letter"] }, { ...wishes, buildFolder: "out" }),
  );
  assert.deepEqual(["report", "--tables", "a.case"], argumentsOf({ command: "simulate", path: "a.case" }, wishes));
  assert.equal(undefined, argumentsOf({ command: "rm" }, wishes));
});

test("a file whose name begins with a dash is no option", () => {
  assert.deepEqual(["check", "./-x.case"], argumentsOf({ command: "check", path: "-x.case" }, wishes));
});

test("the file that a new case is in", () => {
  const output = "the-last-toast.case: 60 paths to write; next: casekit check the-last-toast.case\n";
  assert.equal("the-last-toast.case", newFile(output));
  assert.equal(undefined, newFile("error: there is such a file"));
});

test("why a server ended", () => {
  assert.equal("no lsp", endingOf("Usage: casekit [OPTIONS]\nError: No such command 'lsp'.\n"));
  assert.equal("no extra", endingOf("install what editors need: pip install 'casekit[write]'"));
  assert.equal("no extra", endingOf("ModuleNotFoundError: No module named 'pygls'"));
  assert.equal("unknown", endingOf("Killed"));
});

test("the end of a long output", () => {
  assert.equal("b\nc", lastLines("a\nb\r\nc\n\n", 2));
});

test("text in a page is text", () => {
  assert.equal("&lt;b&gt; &amp; &quot;c&quot;", escapeHtml('<b> & "c"'));
});

test("a page has its own look and keeps its place when it is shown again", () => {
  const page = forPanel("<html><head><title>$&</title></head><body><p>$& one</p></body></html>");
  assert.match(page, /^<html><head><style>[^<]*<\/style><title>\$&<\/title><\/head><body><p>\$& one<\/p><script>.*getState.*<\/script><\/body><\/html>$/s);
  assert.equal("no page", forPanel("no page"));
});
