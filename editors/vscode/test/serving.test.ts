/** The live preview; tests/editors/test_editor_files.py holds serving.json against casekit itself. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { addressIn, pageAddress, pageKey, serveArguments, Servers, whyNotServed } from "../src/pure/serving";

const agreed = JSON.parse(readFileSync(path.join(__dirname, "serving.json"), "utf8"));
const address: string = agreed.address;

/** A program in the place of casekit. */
const start = (code: string) => ({ program: process.execPath, args: ["-e", code], folder: tmpdir() });
const RUNS = `console.log("http://127.0.0.1:1/t" + process.pid + "/"); setInterval(() => 0, 1000);`;

/** Resolves once no process has the number that is in an address. */
async function gone(found: string): Promise<void> {
  const pid = Number(/\/t(\d+)\//.exec(found)?.[1]);
  assert.ok(pid > 1);
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("the command line names this editor, or none if casekit does not know it", () => {
  assert.deepEqual(agreed.arguments, serveArguments("-x.case", "vscode"));
  assert.deepEqual(
    ["serve", "--port", "0", "--no-browser", "--end-with-input", "--", "a.case"],
    serveArguments("a.case", "cursor"),
  );
});

test("an address is read once its line is complete", () => {
  assert.equal(undefined, addressIn(""));
  assert.equal(undefined, addressIn(address.slice(0, -5)));
  assert.equal(undefined, addressIn(address));
  assert.equal(address, addressIn(`${address}\nOpen this address in a browser; Ctrl-C ends this.\n`));
  assert.equal(address, addressIn(`${address}\r\n`));
  assert.equal(undefined, addressIn("http://127.0.0.1.example.org/abc/\n"));
  assert.equal(undefined, addressIn("see http://127.0.0.1:80/abc/\n"));
});

test("a page is named by its case and its line", () => {
  for (const [file, key] of Object.entries(agreed.keys)) assert.equal(key, pageKey(path.join("folder", file)), file);
  assert.equal(`${address}pages/the-last-soup?line=132`, pageAddress(address, "/x/The Last Soup.case", 132));
  assert.equal(`${address}pages/the-last-soup`, pageAddress(address, "/x/the-last-soup.case"));
});

test("what casekit complains of is a sentence with its cure", () => {
  const missing =
    "./a.case:1:1: error[CK925 missing-extra]: pages in a browser need the library `starlette`\n" +
    '   = help: install what is missing with `pip install "casekit[serve]"`\n\n1 error in 1 file\n';
  assert.equal(
    'CK925: pages in a browser need the library `starlette`. To fix it: install what is missing with `pip install "casekit[serve]"`.',
    whyNotServed(missing),
  );
  assert.match(whyNotServed("Usage: casekit\nError: No such command 'serve'.\n"), /too old/);
  assert.match(whyNotServed("Usage: casekit serve\nError: No such option: --end-with-input\n"), /too old/);
  assert.equal("Killed", whyNotServed("Killed\n"));
  assert.notEqual("", whyNotServed(""));
});

test("one server is started for all calls, another one for another case, and all end", async () => {
  const servers = new Servers();
  try {
    const [one, same] = await Promise.all([servers.address(start(RUNS)), servers.address(start(RUNS))]);
    assert.equal(one, same);
    assert.equal(one, await servers.address(start(RUNS)));
    const other = await servers.address(start(`${RUNS} // another`));
    assert.notEqual(one, other);
    servers.end();
    await Promise.all([gone(one), gone(other)]);
  } finally {
    servers.end();
  }
});

test("a server ends with the process that started it, even if that is killed", async () => {
  const ends = 'process.stdin.on("end", () => process.exit()).resume(); ' + RUNS;
  const parent = `
    const { Servers } = require(${JSON.stringify(path.join(__dirname, "../src/pure/serving"))});
    new Servers().address(${JSON.stringify(start(ends))}).then(console.log);`;
  const host = spawn(process.execPath, ["--import", "tsx", "--eval", parent], {
    cwd: path.join(__dirname, ".."),
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const found = await new Promise<string>((resolve) => host.stdout.once("data", (text) => resolve(String(text))));
    host.kill("SIGKILL");
    await gone(found);
  } finally {
    host.kill("SIGKILL");
  }
});

test("a server that has ended is started again", async () => {
  const servers = new Servers();
  try {
    const first = await servers.address(start(RUNS));
    process.kill(Number(/\/t(\d+)\//.exec(first)?.[1]));
    await gone(first);
    let second = first;
    // The end of a process is known a moment before it is told.
    while (second === first) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      second = await servers.address(start(RUNS));
    }
    servers.end();
    await gone(second);
  } finally {
    servers.end();
  }
});

test("a server that does not start says why, and the next call tries again", async () => {
  const servers = new Servers();
  const broken = start(`console.error("a.case:1:1: error[CK925 missing-extra]: no library"); process.exit(2);`);
  await assert.rejects(servers.address(broken), /^Error: CK925: no library\.$/);
  await assert.rejects(servers.address(broken), /CK925/);
  await assert.rejects(servers.address({ ...broken, program: path.join(tmpdir(), "there is no such program") }), /ENOENT/);
});

test("a program that prints no address is ended", async () => {
  await assert.rejects(new Servers(200).address(start("setInterval(() => 0, 1000)")), /has not said why/);
});
