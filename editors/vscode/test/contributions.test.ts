/** What package.json promises is there. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { TASK_COMMANDS } from "../src/pure/commands";

const here = path.join(__dirname, "..");
const text = (file: string): string => readFileSync(path.join(here, file), "utf8");
const manifest = JSON.parse(text("package.json"));
const language = JSON.parse(text("language-configuration.json"));

test("every command has its code, and every code its command", () => {
  const named = manifest.contributes.commands.map((command: { command: string }) => command.command).sort();
  const code = [...text("src/extension.ts").matchAll(/command\("(\w+)"/g)].map((match) => `casekit.${match[1]}`).sort();
  assert.deepEqual(named, code);
});

test("menus, keys and steps name commands that there are", () => {
  const named = new Set(manifest.contributes.commands.map((command: { command: string }) => command.command));
  const used = [...JSON.stringify(manifest.contributes).matchAll(/(?:command:|onCommand:|"command":")(casekit\.\w+)/g)];
  assert.ok(used.length > 15);
  assert.deepEqual([], used.map((match) => match[1]).filter((name) => !named.has(name)));
});

test("the files that package.json names are there", () => {
  const named = [...JSON.stringify(manifest).matchAll(/"(\.\/[^"]+|walkthrough\/[^"]+|images\/[^"]+)"/g)].map((match) => match[1] ?? "");
  assert.ok(named.length >= 10);
  assert.deepEqual([], named.filter((file) => !existsSync(path.join(here, file))));
});

test("settings that the code reads are settings that there are", () => {
  const declared = Object.keys(manifest.contributes.configuration.properties).map((key) => key.replace(/^casekit\./, ""));
  const sources = readdirSync(path.join(here, "src")).filter((name) => name.endsWith(".ts")).map((name) => text(`src/${name}`));
  const used = sources.flatMap((source) => [...source.matchAll(/\.get\("([\w.]+)"/g)].map((match) => match[1] ?? ""));
  assert.ok(used.length >= 4);
  assert.deepEqual([], used.filter((key) => !declared.includes(key)));
});

test("tasks are the commands that we make tasks of", () => {
  assert.deepEqual([...TASK_COMMANDS], manifest.contributes.taskDefinitions[0].properties.command.enum);
});

test("the extension has the version of casekit", () => {
  const project = readFileSync(path.join(here, "../../pyproject.toml"), "utf8");
  assert.equal(/^version = "(.+)"$/m.exec(project)?.[1], manifest.version);
});

test("findings of the text form are problems, and other lines are not", () => {
  const { pattern, fileLocation } = manifest.contributes.problemMatchers[0];
  const matcher = new RegExp(pattern.regexp);
  const found = matcher.exec("boat/liar.case:42:1: error[CK401 innocent-liar]: ANNA is innocent but makes: a false statement");
  assert.deepEqual(
    ["boat/liar.case", "42", "1", "error", "CK401", "ANNA is innocent but makes: a false statement"],
    [pattern.file, pattern.line, pattern.column, pattern.severity, pattern.code, pattern.message].map((group) => found?.[group]),
  );
  assert.equal("C:\\a b\\x.case", matcher.exec("C:\\a b\\x.case:1:2: note[CK620 shortcut]: x")?.[pattern.file]);
  assert.equal("FAR-AWAY-001", matcher.exec("x.case:1:2: warning[FAR-AWAY-001 locked-door]: x")?.[pattern.code]);
  assert.equal(null, matcher.exec("   |     -> boat/liar.case:3:1: this line"));
  assert.equal(null, matcher.exec("3 errors, 62 warnings in 1 file"));
  assert.deepEqual(["autoDetect", "${workspaceFolder}"], fileLocation);
});

test("both problem matchers match alike", () => {
  const [all, closed] = manifest.contributes.problemMatchers;
  const { name, label, applyTo, ...rest } = closed;
  assert.deepEqual(["casekit-closed", "closedDocuments"], [name, applyTo]);
  assert.ok(label);
  assert.deepEqual({ ...all, name: undefined, label: undefined }, { ...rest, name: undefined, label: undefined });
  const used = [...text("src/tasks.ts").matchAll(/"\$([\w-]+)"/g)].map((match) => match[1]);
  assert.deepEqual(["casekit-closed", "casekit"], used);
});

test("a word is a whole name, with hyphens, accents and hours", () => {
  const word = new RegExp(language.wordPattern.pattern, `g${language.wordPattern.flags}`);
  assert.deepEqual(
    ["room", "Élodie", "piano-bar", "zone-6", "23:50", "T", "10", "min", "n\u0303o"],
    "room(Élodie) = piano-bar, zone-6 23:50 T + 10 min n\u0303o".match(word),
  );
});

test("a line that ends open indents the next one", () => {
  const increase = new RegExp(language.indentationRules.increaseIndentPattern);
  const decrease = new RegExp(language.indentationRules.decreaseIndentPattern);
  assert.ok(increase.test("~ every suspect X: // each"));
  assert.ok(increase.test("common every suspect X:"));
  assert.ok(!increase.test("He said:"));
  assert.ok(!increase.test('~ wet(ANNA) "wet"'));
  assert.ok(decrease.test("    ~ "));
  assert.ok(!decrease.test("    room(ANNA)"));
});

test("snippets are what a person may type", () => {
  type Snippet = { prefix: string; body: string[]; description: string };
  const files: string[] = manifest.contributes.snippets.map((each: { path: string }) => text(each.path));
  const snippets = files.flatMap((each) => Object.values<Snippet>(JSON.parse(each)));
  const offered = snippets.map((snippet) => `${snippet.prefix}: ${snippet.description}`);
  assert.equal(offered.length, new Set(offered).size);
  assert.ok(snippets.every((snippet) => snippet.description && snippet.body.join("").includes("$0")));
});
