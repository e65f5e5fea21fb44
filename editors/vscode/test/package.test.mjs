/** The finished .vsix: everything that is needed, and nothing else. */

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import Module from "node:module";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import yauzl from "yauzl";

const here = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { version } = JSON.parse(await readFile(path.join(here, "package.json"), "utf8"));
const files = await unpacked(path.resolve(here, `../../dist/casekit-${version}.vsix`));
const json = (name) => JSON.parse(files.get(`extension/${name}`).toString("utf8"));

test("there is everything that package.json names", () => {
  const named = [...JSON.stringify(json("package.json")).matchAll(/"(\.\/[^"]+|walkthrough\/[^"]+|images\/[^"]+)"/g)];
  assert.ok(named.length >= 10);
  assert.deepEqual([], named.map((match) => path.posix.join("extension", match[1])).filter((name) => !files.has(name)));
});

test("there is nothing else", () => {
  const expected = /^(\[Content_Types\]\.xml|extension\.vsixmanifest|extension\/(package\.json|readme\.md|LICENSE\.txt|NOTICES\.txt|language-configuration\.json|out\/extension\.js|(syntaxes|schemas|snippets)\/[\w.-]+\.json|images\/[\w-]+\.(png|svg)|walkthrough\/\w+\.md))$/;
  assert.deepEqual([], [...files.keys()].filter((name) => !expected.test(name)));
  assert.ok(![...files.keys()].some((name) => /\.ts$|node_modules|icon\.svg/.test(name)));
});

test("the grammar is the project's", async () => {
  const ours = await readFile(path.resolve(here, "../../grammar/case.tmLanguage.json"));
  assert.ok(ours.equals(files.get("extension/syntaxes/case.tmLanguage.json")));
});

test("the icon is a picture of the size that shops ask for", () => {
  const icon = files.get("extension/images/icon.png");
  assert.equal("\x89PNG", icon.subarray(0, 4).toString("latin1"));
  assert.deepEqual([256, 256], [icon.readUInt32BE(16), icon.readUInt32BE(20)]);
});

test("the bundle needs nothing but VS Code and Node, and activates", async () => {
  const code = files.get("extension/out/extension.js").toString("utf8");
  assert.ok(!code.includes(here), "no path of the machine that built it");
  const builtin = new Set(Module.builtinModules);
  const needed = new Set();
  const bundle = { exports: {} };
  const stub = new Proxy(function () {}, {
    get: (_, key) => (key === Symbol.toPrimitive ? () => "stub" : stub),
    construct: () => stub,
    apply: () => stub,
  });
  const require = Module.createRequire(import.meta.url);
  const load = (name) => {
    needed.add(name);
    return name === "vscode" ? stub : require(name);
  };
  new Function("module", "exports", "require", "__dirname", "__filename", code)(bundle, bundle.exports, load, here, here);
  assert.equal("function", typeof bundle.exports.activate);
  assert.ok(needed.has("vscode"));
  assert.deepEqual([], [...needed].filter((name) => name !== "vscode" && !builtin.has(name.replace(/^node:/, ""))));
});

test("all licences are there", () => {
  const notices = files.get("extension/NOTICES.txt").toString("utf8");
  for (const name of ["vscode-languageclient", "vscode-jsonrpc", "vscode-languageserver-protocol"]) assert.ok(notices.includes(name));
});

test("the schema of editions knows both games", () => {
  const schema = json("schemas/edition.schema.json");
  assert.ok(schema.$defs.midnight.properties.suspects && schema.$defs.clue.properties.cards);
  const refs = [...JSON.stringify(schema).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1].split("/"));
  assert.ok(refs.length > 2);
  for (const ref of refs) assert.ok(ref.reduce((found, key) => found?.[key], schema), ref.join("/"));
});

test("one version is packaged", () => {
  assert.equal(1, readdirSync(path.resolve(here, "../../dist")).filter((name) => name.endsWith(".vsix")).length);
});

/** The files in a zip by name. */
function unpacked(file) {
  return new Promise((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const found = new Map();
      zip.on("entry", (entry) => {
        zip.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed);
          const parts = [];
          stream.on("data", (part) => parts.push(part)).on("error", reject);
          stream.on("end", () => {
            found.set(entry.fileName, Buffer.concat(parts));
            zip.readEntry();
          });
        });
      });
      zip.on("end", () => resolve(found)).on("error", reject);
      zip.readEntry();
    });
  });
}
