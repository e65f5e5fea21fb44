import assert from "node:assert/strict";
import { test } from "node:test";
import { findCasekit, type Surroundings } from "../src/pure/finding";

function around(changes: Partial<Surroundings>, ...programs: string[]): Surroundings {
  return {
    setting: "",
    folders: ["/work/boat"],
    trusted: true,
    home: "/home/anna",
    platform: "linux",
    environment: { PATH: "/usr/local/bin:/usr/bin" },
    isProgram: (file) => programs.includes(file),
    ...changes,
  };
}

test("the environment of the open folder comes before the path", () => {
  const both = ["/work/boat/.venv/bin/casekit", "/usr/bin/casekit"];
  assert.deepEqual({ program: both[0] }, findCasekit(around({}, ...both)));
  assert.deepEqual({ program: "/usr/bin/casekit" }, findCasekit(around({}, "/usr/bin/casekit")));
});

test("nothing in a folder without trust is started", () => {
  const inside = ["/work/boat/.venv/bin/casekit", "/work/boat/tools/casekit"];
  assert.ok("tried" in findCasekit(around({ trusted: false }, ...inside)));
  assert.ok("tried" in findCasekit(around({ trusted: false, setting: "tools/casekit" }, ...inside)));
  assert.ok("tried" in findCasekit(around({ trusted: false, setting: "${workspaceFolder}/tools/casekit" }, ...inside)));
});

test("an entry of the path that is no whole path is skipped", () => {
  const environment = { PATH: ".:bin:/usr/bin" };
  assert.deepEqual({ tried: ["/usr/bin/casekit"] }, findCasekit(around({ environment, folders: [] }, "casekit", "bin/casekit")));
});

test("a setting is taken at its word", () => {
  const home = findCasekit(around({ setting: "~/bin/casekit" }, "/home/anna/bin/casekit"));
  assert.deepEqual({ program: "/home/anna/bin/casekit" }, home);
  const folder = findCasekit(around({ setting: "${workspaceFolder}/env/bin/casekit" }, "/work/boat/env/bin/casekit"));
  assert.deepEqual({ program: "/work/boat/env/bin/casekit" }, folder);
  const relative = findCasekit(around({ setting: "env/bin/casekit" }, "/work/boat/env/bin/casekit"));
  assert.deepEqual({ program: "/work/boat/env/bin/casekit" }, relative);
  const name = findCasekit(around({ setting: "casekit-next" }, "/usr/bin/casekit-next"));
  assert.deepEqual({ program: "/usr/bin/casekit-next" }, name);
});

test("a setting that leads nowhere is not replaced", () => {
  assert.deepEqual({ tried: ["/opt/casekit"] }, findCasekit(around({ setting: "/opt/casekit" }, "/usr/bin/casekit")));
});

test("names and folders of Windows", () => {
  const windows = { platform: "win32", folders: ["C:\\boat"], environment: { Path: "C:\\Tools;relative" } } as const;
  const venv = "C:\\boat\\.venv\\Scripts\\casekit.exe";
  assert.deepEqual({ program: venv }, findCasekit(around(windows, venv)));
  assert.deepEqual({ program: "C:\\Tools\\casekit.exe" }, findCasekit(around(windows, "C:\\Tools\\casekit.exe")));
});
