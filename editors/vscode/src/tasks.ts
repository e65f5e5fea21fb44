/** Check, Build and Simulate as tasks: in a terminal, with findings in the list of problems. */

import * as path from "node:path";
import * as vscode from "vscode";
import { locate, program } from "./program";
import { argumentsOf, type Task, TASK_COMMANDS } from "./pure/commands";

const TYPE = "casekit";

interface Definition extends vscode.TaskDefinition, Task {}

/** The tasks that `Tasks: Run Task` offers, and those of `tasks.json`. */
export class Tasks implements vscode.TaskProvider {
  provideTasks(): vscode.Task[] {
    return (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => {
      const made = ["check", "build"].map((command) => this.task({ type: TYPE, command }, folder));
      return made.filter((task) => task !== undefined);
    });
  }

  resolveTask(task: vscode.Task): vscode.Task | undefined {
    const definition = task.definition as Definition;
    const scope = task.scope;
    const folder =
      typeof scope === "object" ? scope : vscode.workspace.workspaceFolders?.[0];
    return this.task(definition, folder);
  }

  private task(definition: Definition, folder: vscode.WorkspaceFolder | undefined): vscode.Task | undefined {
    const found = locate(folder?.uri);
    return "program" in found ? made(definition, folder, found.program, folder?.uri.fsPath) : undefined;
  }
}

function made(
  definition: Definition,
  folder: vscode.WorkspaceFolder | undefined,
  file: string,
  cwd: string | undefined,
): vscode.Task | undefined {
  const settings = vscode.workspace.getConfiguration("casekit", folder?.uri);
  const args = argumentsOf(definition, {
    strict: settings.get("check.strict", false),
    buildFolder: settings.get("build.folder", "build"),
  });
  if (args === undefined) return undefined;
  const task = new vscode.Task(
    definition,
    folder ?? vscode.TaskScope.Workspace,
    [definition.command, definition.path].filter(Boolean).join(" "),
    TYPE,
    new vscode.ProcessExecution(file, args, cwd === undefined ? {} : { cwd }),
    definition.command === "simulate" ? [] : ["$casekit"],
  );
  task.presentationOptions = { clear: true, showReuseMessage: false, reveal: vscode.TaskRevealKind.Always };
  if (definition.command === "build") task.group = vscode.TaskGroup.Build;
  if (definition.command === "check") task.group = vscode.TaskGroup.Test;
  return task;
}

/** What a command is about: what was clicked, or the document in front, or the folder that is open. */
function target(clicked: vscode.Uri | undefined): vscode.Uri | undefined {
  if (clicked instanceof vscode.Uri) return clicked;
  const document = vscode.window.activeTextEditor?.document;
  const ours = document && (document.languageId === "case" || document.fileName.endsWith("edition.toml"));
  return ours && !document.isUntitled ? document.uri : vscode.workspace.workspaceFolders?.[0]?.uri;
}

/** Run one of the task commands on what is in front. */
export async function runCommand(command: (typeof TASK_COMMANDS)[number], clicked?: vscode.Uri): Promise<void> {
  const what = target(clicked);
  if (what === undefined || what.scheme !== "file") {
    void vscode.window.showWarningMessage("Open a case or a folder with cases first, and save it.");
    return;
  }
  const file = program(what);
  if (file === undefined) return;
  await vscode.workspace.saveAll(false);
  const folder = vscode.workspace.getWorkspaceFolder(what);
  const cwd = folder?.uri.fsPath ?? path.dirname(what.fsPath);
  const relative = path.relative(cwd, what.fsPath) || ".";
  const task = made({ type: TYPE, command, path: relative }, folder, file, cwd);
  if (task === undefined) return;
  const execution = await vscode.tasks.executeTask(task);
  if (command === "build") offerResults(execution, cwd);
}

function offerResults(execution: vscode.TaskExecution, cwd: string): void {
  const listener = vscode.tasks.onDidEndTaskProcess(async (event) => {
    if (event.execution !== execution) return;
    listener.dispose();
    if (event.exitCode !== 0) return;
    const name = vscode.workspace.getConfiguration("casekit").get("build.folder", "build");
    const answer = await vscode.window.showInformationMessage(`The PDFs are in ${name}.`, "Open the Folder");
    if (answer) await vscode.env.openExternal(vscode.Uri.file(path.resolve(cwd, name)));
  });
}
