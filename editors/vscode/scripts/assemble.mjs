/** Put together what the extension ships: the bundle, the grammar, the schemas, the icon, the licence. */

import { build } from "esbuild";
import { Resvg } from "@resvg/resvg-js";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import path from "node:path";

const here = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const project = path.resolve(here, "../..");
const own = (...parts) => path.join(here, ...parts);
const schema = async (name) => JSON.parse(await readFile(path.join(project, "schemas", `${name}.schema.json`), "utf8"));
const write = (file, value) => writeFile(file, `${JSON.stringify(value, undefined, 1)}\n`);

await rm(own("out"), { recursive: true, force: true });
await mkdir(own("schemas"), { recursive: true });

const common = { bundle: true, platform: "node", target: "node20", logLevel: "warning", absWorkingDir: here };
const bundle = await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  outfile: "out/extension.js",
  external: ["vscode"],
  minify: true,
  legalComments: "none", // the licences are in a file of their own
  metafile: true,
  format: "cjs",
});
await writeFile(own("NOTICES.txt"), await notices(Object.keys(bundle.metafile.inputs)));
// The schemas are joined by the code that the tests test.
await build({ ...common, entryPoints: ["src/pure/schemas.ts"], outfile: "out/schemas.mjs", format: "esm" });
const { joinEditions } = await import("../out/schemas.mjs");
await rm(own("out/schemas.mjs"));

await copyFile(path.join(project, "grammar/case.tmLanguage.json"), own("syntaxes/case.tmLanguage.json"));
await copyFile(path.join(project, "LICENSE"), own("LICENSE"));
const others = { abbey: await schema("abbey-edition"), clue: await schema("clue-edition"), deception: await schema("deception-edition"), nightfall: await schema("transcript-edition") };
await write(own("schemas/edition.schema.json"), joinEditions(await schema("edition"), others));
await write(own("schemas/deck.schema.json"), await schema("deck"));

const icon = new Resvg(await readFile(own("images/icon.svg"), "utf8"), { fitTo: { mode: "width", value: 256 } });
await writeFile(own("images/icon.png"), icon.render().asPng());

/** The licences of all packages that files in the bundle come from. */
async function notices(files) {
  const packages = new Set(files.flatMap((file) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []));
  const texts = [...packages].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(own(folder, "package.json"), "utf8"));
    const licence = (await readdir(own(folder))).find((file) => /^licen[cs]e/i.test(file));
    if (licence === undefined) throw new Error(`${name} has no file with its licence`);
    return `${name} ${version} (${license})\n\n${(await readFile(own(folder, licence), "utf8")).trim()}\n`;
  });
  return ["This extension contains these packages.\n", ...(await Promise.all(texts))].join(`\n${"-".repeat(80)}\n\n`);
}
