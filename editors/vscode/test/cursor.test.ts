import assert from "node:assert/strict";
import { test } from "node:test";
import { CURSOR, cursorPlace, gathered } from "../src/pure/cursor";

test("the language server is told the document and the line", () => {
  assert.equal(CURSOR, "casekit/cursor");
  assert.deepEqual(cursorPlace("file:///a.case", 7), {
    textDocument: { uri: "file:///a.case" },
    position: { line: 7, character: 0 },
  });
});

test("many moves are told once", async () => {
  let calls = 0;
  const tell = gathered(() => (calls += 1), 5);
  for (let move = 0; move < 10; move += 1) tell();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(calls, 1);
  tell();
  tell.cancel();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(calls, 1);
});
