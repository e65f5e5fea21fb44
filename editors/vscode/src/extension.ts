/** What VS Code starts: the language server, the commands and the tasks. */

import * as path from "node:path";
import * as vscode from "vscode";
import { LivePreviews } from "./live";
import { Previews } from "./preview";
import { program, run } from "./program";
import { newFile } from "./pure/commands";
import { CURSOR_PAUSE, gathered } from "./pure/cursor";
import { OPTIONS, Server } from "./server";
import { runCommand, Tasks } from "./tasks";
import { connectToml, keepSchemas } from "./toml";

const RESTART_FOR = ["path", "languageServer", ...OPTIONS].map((name) => `casekit.${name}`);

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const server = new Server();
  const previews = new Previews();
  const livePreviews = new LivePreviews();
  const command = (name: string, run: (clicked?: vscode.Uri) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`casekit.${name}`, run);
  const tellCursor = gathered(() => server.tellCursor(vscode.window.activeTextEditor), CURSOR_PAUSE);
  context.subscriptions.push(
    vscode.window.onDidChangeTextEditorSelection(tellCursor),
    vscode.window.onDidChangeActiveTextEditor(tellCursor),
    { dispose: tellCursor.cancel },
    server,
    previews,
    livePreviews,
    vscode.tasks.registerTaskProvider("casekit", new Tasks()),
    command("new", newCase),
    command("check", (clicked) => runCommand("check", clicked)),
    command("build", (clicked) => runCommand("build", clicked)),
    command("simulate", (clicked) => runCommand("simulate", clicked)),
    command("preview", (clicked) => previews.open(clicked)),
    command("livePreview", (clicked) => livePreviews.open(clicked)),
    command("restart", () => server.start()),
    command("output", () => server.show()),
    command("connectToml", () => connectToml(context)),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (RESTART_FOR.some((key) => change.affectsConfiguration(key))) void server.start();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => server.start()),
  );
  await keepSchemas(context).then(undefined, (error: unknown) => console.warn("casekit: schemas not kept:", error));
  await server.start();
}

/** Ask for a title, write the skeleton of a case, open it. */
async function newCase(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) {
    void vscode.window.showWarningMessage("Open a folder first: the new case will be a file in it.");
    return;
  }
  const casekit = program(folder.uri);
  if (casekit === undefined) return;
  const title = await vscode.window.showInputBox({ prompt: "The title of the new case", placeHolder: "The Last Toast" });
  if (!title?.trim()) return;
  // After `--` a title that begins with a dash is not an option.
  const answer = await run(casekit, ["new", "--", title.trim()], folder.uri.fsPath);
  const file = newFile(answer.output);
  if (answer.status !== 0 || file === undefined) {
    void vscode.window.showErrorMessage(answer.complaint.trim() || answer.output.trim());
    return;
  }
  await vscode.window.showTextDocument(vscode.Uri.file(path.resolve(folder.uri.fsPath, file)));
}
