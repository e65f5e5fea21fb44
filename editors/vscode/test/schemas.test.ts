import assert from "node:assert/strict";
import { test } from "node:test";
import { associated, joinEditions } from "../src/pure/schemas";

test("references lead to the game's own definitions", () => {
  const one = { $id: "urn:one", $schema: "s", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { type: "string" } } };
  const joined = joinEditions(one, { clue: { items: [{ $ref: "#/$defs/b" }] } }) as Record<string, any>;
  assert.deepEqual({ $ref: "#/$defs/midnight/$defs/a" }, joined.$defs.midnight.properties.a);
  assert.deepEqual([{ $ref: "#/$defs/clue/$defs/b" }], joined.$defs.clue.items);
  assert.equal(false, "$id" in joined.$defs.midnight);
});

test("other associations stay as they are", () => {
  const before = { "mine\\.toml$": "file:///mine.json" };
  const after = associated(before, { "edition.toml": "file:///edition.json" });
  assert.deepEqual({ ...before, "(^|/)edition\\.toml$": "file:///edition.json" }, after);
  assert.deepEqual(after, associated(after, { "edition.toml": "file:///edition.json" }));
});
