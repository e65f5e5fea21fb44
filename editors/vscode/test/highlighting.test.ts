/** The grammar with VS Code's own engine: examples, the words of the language, blocks in Markdown; and with Shiki. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import * as oniguruma from "vscode-oniguruma";
import * as textmate from "vscode-textmate";

const here = path.join(__dirname, "..");
const project = path.join(here, "../..");
const read = (...parts: string[]): string => readFileSync(path.join(...parts), "utf8");
const GRAMMARS: Record<string, string> = {
  "source.case": "grammar/case.tmLanguage.json",
  "markdown.case.codeblock": "editors/vscode/syntaxes/case.markdown.tmLanguage.json",
};
// As much of a Markdown grammar as an injection needs.
const MARKDOWN = { scopeName: "text.html.markdown", patterns: [{ match: ".+", name: "meta.paragraph.markdown" }] };

const wasm = readFileSync(createRequire(__filename).resolve("vscode-oniguruma/release/onig.wasm"));
const onigLib = oniguruma.loadWASM(wasm).then(() => ({
  createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
  createOnigString: (text: string) => new oniguruma.OnigString(text),
}));
const engine = (): textmate.Registry => new textmate.Registry({
  onigLib,
  loadGrammar: (scope) => {
    const file = GRAMMARS[scope];
    const text = file === undefined ? JSON.stringify(MARKDOWN) : read(project, file);
    return Promise.resolve(textmate.parseRawGrammar(text, "grammar.json"));
  },
  getInjections: (scope) => (scope === "text.html.markdown" ? ["markdown.case.codeblock"] : []),
});
const registry = engine();

interface Token {
  readonly text: string;
  readonly scopes: readonly string[];
}

async function tokens(text: string, scope = "source.case"): Promise<Token[][]> {
  const grammar = await registry.loadGrammar(scope);
  assert.ok(grammar);
  let state = textmate.INITIAL;
  return text.split(/\r?\n/).map((line) => {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    return result.tokens.map((token) => ({ text: line.slice(token.startIndex, token.endIndex), scopes: token.scopes.slice(1) }));
  });
}

function cases(folder: string): string[] {
  const names = readdirSync(path.join(project, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".case")).map((name) => path.join(folder, name));
}

const EXAMPLES = [...cases("examples"), ...cases("docs/tour")];

test("there are examples of both games", () => {
  assert.ok(EXAMPLES.length >= 10);
});

for (const example of EXAMPLES) {
  test(`${example} has no slips, and every line of logic is logic`, async () => {
    const text = read(project, example);
    const lines = await tokens(text);
    const slips = lines.flat().filter((token) => token.scopes.some((scope) => scope.startsWith("invalid")));
    assert.deepEqual([], slips);
    const headings = lines.filter((line) => line[0]?.scopes.includes("markup.heading.case") || line[1]?.scopes.includes("markup.heading.case"));
    assert.equal(text.match(/^== /gm)?.length, headings.length);
    const statements = lines.flat().filter((token) => token.scopes.includes("keyword.control.statement.case"));
    assert.equal(text.match(/^~/gm)?.length ?? 0, statements.length);
    // Logic never leaks into prose: what follows a statement at the margin is not part of it.
    text.split("\n").forEach((line, number) => {
      const inside = lines[number]?.some((token) => token.scopes.includes("meta.statement.case"));
      if (/^[^~\s=]/.test(line)) assert.ok(!inside, `${number + 1}: ${line}`);
    });
  });
}

test("the tour's case is coloured as before (UPDATE=1 writes it again)", async () => {
  const file = path.join(here, "test/the-last-soup.tokens");
  const lines = await tokens(read(project, "docs/tour/the-last-soup.case"));
  const told = lines.map((line) =>
    line.filter((token) => token.text.trim()).map((token) => `${JSON.stringify(token.text)} ${token.scopes.join(" ")}\n`).join(""),
  );
  const text = told.filter(Boolean).join("\n");
  if (process.env.UPDATE) writeFileSync(file, text);
  assert.equal(text, readFileSync(file, "utf8").replaceAll("\r\n", "\n"));
});

test("prose counts as a string, so that nothing is proposed while one writes it, and logic does not", async () => {
  const { tokenTypes } = JSON.parse(read(here, "package.json")).contributes.grammars[0];
  const types = Object.fromEntries(Object.keys(tokenTypes).map((selector) => [selector, 2]));
  const grammar = await engine().loadGrammarWithConfiguration("source.case", 1, { tokenTypes: types });
  let state = textmate.INITIAL;
  const kinds = ["== 03", "The paint is wet.", "~ wet(deck)", "// why", "", "== facts", "wet(location)"].map((line) => {
    const result = grammar!.tokenizeLine2(line, state);
    state = result.ruleStack;
    // The kind of a token: 0 other, 1 comment, 2 string.
    return [...result.tokens].filter((_, index) => index % 2 === 1).map((metadata) => (metadata >>> 8) & 3);
  });
  assert.deepEqual([0, 2, 0, 1, 0, 0], [0, 1, 2, 3, 5, 6].map((number) => Math.max(...(kinds[number] ?? []))));
});

test("the grammar knows every word of the language", () => {
  const words = ["case", "formula", "puzzle"].flatMap((name) => {
    const text = read(project, "grammar", `${name}.lark`).replace(/^\/\/.*$/gm, "");
    const plain = [...text.matchAll(/"([a-z]{2,})"/g)].map((match) => match[1] ?? "");
    const inTerminals = [...text.matchAll(/^[A-Z]+\.\d: \/\(?(?:\?:)?([a-z|]{2,})/gm)].flatMap((match) => (match[1] ?? "").split("|"));
    return [...plain, ...inTerminals];
  });
  assert.ok(words.length > 40 && words.includes("common") && words.includes("accuses") && words.includes("different"));
  const grammar = read(project, "grammar/case.tmLanguage.json");
  const known = new Set(grammar.match(/[a-z]+/g));
  assert.deepEqual([], words.filter((word) => !known.has(word)));
});

test("blocks of Markdown are coloured, and end", async () => {
  const lines = await tokens("Text\n```case\n~ lie wet(ANNA)\n```\n~ lie wet(ANNA)\n```cased\n~ lie x\n```", "text.html.markdown");
  const coloured = lines.map((line) => line.some((token) => token.scopes.includes("storage.modifier.lie.case")));
  assert.deepEqual([false, false, true, false, false, false, false, false], coloured);
});

test("Shiki, for pages, reads the same grammar", async () => {
  const { createHighlighterCore } = await import("@shikijs/core");
  const { createJavaScriptRegexEngine } = await import("@shikijs/engine-javascript");
  const { default: theme } = await import("@shikijs/themes/github-light");
  const grammar = { ...JSON.parse(read(project, "grammar/case.tmLanguage.json")), name: "case" };
  const highlighter = await createHighlighterCore({ themes: [theme], langs: [grammar], engine: createJavaScriptRegexEngine() });
  const text = read(project, "docs/tour/the-last-soup.case");
  const theirs = highlighter.codeToTokensBase(text, { lang: "case", theme: "github-light", includeExplanation: "scopeName", tokenizeTimeLimit: 0 });
  const ours = await tokens(text);
  const flat = theirs.map((line) => line.flatMap((token) => token.explanation ?? []).map((part) => ({
    text: part.content,
    scopes: part.scopes.map((scope) => scope.scopeName).slice(1),
  })));
  assert.deepEqual(ours.map((line) => line.filter((token) => token.text)), flat);
});
