/** casekit as this window can start it, and what to say if it cannot. */

import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as vscode from "vscode";
import { findCasekit, type Found } from "./pure/finding";

const INSTALL = "How to Install";
const CHOOSE = "Choose the Program…";

/** Look for casekit, for a document or for the folder that is open. */
export function locate(document?: vscode.Uri): Found {
  const own = document && vscode.workspace.getWorkspaceFolder(document);
  const others = vscode.workspace.workspaceFolders ?? [];
  const folders = [...(own ? [own] : []), ...others.filter((folder) => folder !== own)];
  return findCasekit({
    setting: vscode.workspace.getConfiguration("casekit", document).get("path", ""),
    folders: folders.filter((folder) => folder.uri.scheme === "file").map((folder) => folder.uri.fsPath),
    trusted: vscode.workspace.isTrusted,
    home: os.homedir(),
    platform: process.platform,
    environment: process.env,
    isProgram,
  });
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The program, after a message if there is none. */
export function program(document?: vscode.Uri): string | undefined {
  const found = locate(document);
  if ("program" in found) return found.program;
  void explainMissing(found.tried);
  return undefined;
}

/** Say that casekit is missing, and where it was looked for. */
export async function explainMissing(tried: readonly string[]): Promise<void> {
  const setting = vscode.workspace.getConfiguration("casekit").get("path", "").trim();
  const message =
    setting !== ""
      ? `There is no casekit at "${setting}" (setting casekit.path). Cases are coloured, but not checked.`
      : "casekit is not installed, or VS Code does not find it. Cases are coloured, but not checked.";
  console.info(["casekit was looked for in:", ...tried].join("\n  "));
  await offer(message);
}

/** Say that something is wrong with what is installed, and offer the ways out. */
export async function offer(message: string): Promise<void> {
  const answer = await vscode.window.showErrorMessage(message, INSTALL, CHOOSE);
  if (answer === INSTALL) {
    await vscode.commands.executeCommand("workbench.action.openWalkthrough", "casekit.casekit#start", false);
  } else if (answer === CHOOSE) {
    await choose();
  }
}

async function choose(): Promise<void> {
  const files = await vscode.window.showOpenDialog({ title: "The casekit program", openLabel: "Use This casekit" });
  const file = files?.[0];
  if (file) {
    const settings = vscode.workspace.getConfiguration("casekit");
    await settings.update("path", file.fsPath, vscode.ConfigurationTarget.Global);
  }
}

/** What a command of casekit has said. */
export interface Answer {
  readonly status: number;
  readonly output: string;
  readonly complaint: string;
}

/** Run casekit and wait for it; there is no shell, so names of files need no quotes. */
export function run(file: string, args: readonly string[], folder: string): Promise<Answer> {
  const environment = { ...process.env, NO_COLOR: "1", PYTHONUTF8: "1" };
  return new Promise((resolve) => {
    execFile(
      file,
      args,
      { cwd: folder, env: environment, encoding: "utf8", maxBuffer: 1 << 26, timeout: 120_000 },
      (error, output, complaint) => {
        const status = error === null ? 0 : typeof error.code === "number" ? error.code : 3;
        resolve({ status, output, complaint: complaint || (status === 3 && error ? error.message : "") });
      },
    );
  });
}
