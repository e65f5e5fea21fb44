/** Package what `assemble` has put together: `dist/casekit-VERSION.vsix`, beside the other things that are released. */

import { createVSIX } from "@vscode/vsce";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import path from "node:path";

const here = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { name, version } = JSON.parse(await readFile(path.join(here, "package.json"), "utf8"));
const folder = path.resolve(here, "../../dist");
const packagePath = path.join(folder, `${name}-${version}.vsix`);

await mkdir(folder, { recursive: true });
// One of an earlier version must not be released with it.
for (const old of await readdir(folder)) if (old.endsWith(".vsix")) await rm(path.join(folder, old));
// Everything is in the bundle, so there are no dependencies to take along.
await createVSIX({ cwd: here, packagePath, dependencies: false, allowMissingRepository: true });
console.log(path.relative(process.cwd(), packagePath));
