/** The review page of a case beside its text; it follows the file. */

import * as path from "node:path";
import * as vscode from "vscode";
import { program, run } from "./program";
import { escapeHtml, forPanel } from "./pure/commands";

const QUIET = 300;

/** One panel per case. */
export class Previews implements vscode.Disposable {
  private readonly panels = new Map<string, vscode.WebviewPanel>();
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private readonly listeners: vscode.Disposable[];

  constructor() {
    const later = (file: vscode.Uri): void => this.later(file.toString());
    const watcher = vscode.workspace.createFileSystemWatcher("**/edition.toml");
    const all = (): void => [...this.panels.keys()].forEach((key) => this.later(key));
    this.listeners = [
      vscode.workspace.onDidSaveTextDocument((document) => later(document.uri)),
      watcher,
      watcher.onDidChange(all),
    ];
  }

  /** Open the review page of what is in front, or bring it to the front. */
  async open(clicked?: vscode.Uri): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    const file = clicked instanceof vscode.Uri ? clicked : document?.uri;
    if (file === undefined || file.scheme !== "file" || !file.path.endsWith(".case")) {
      void vscode.window.showWarningMessage("Open a case first, and save it: the review page shows what is in the file.");
      return;
    }
    if (program(file) === undefined) return;
    await vscode.workspace.saveAll(false);
    const key = file.toString();
    const known = this.panels.get(key);
    if (known) {
      known.reveal(undefined, true);
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      "casekit.preview",
      `Review ${path.basename(file.fsPath)}`,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, enableFindWidget: true, localResourceRoots: [], retainContextWhenHidden: true },
    );
    this.panels.set(key, panel);
    panel.onDidDispose(() => this.panels.delete(key));
    panel.webview.html = page("Reading the case …");
    await this.refresh(key);
  }

  private later(key: string): void {
    if (!this.panels.has(key)) return;
    clearTimeout(this.waiting.get(key));
    this.waiting.set(key, setTimeout(() => void this.refresh(key), QUIET));
  }

  private async refresh(key: string): Promise<void> {
    const file = vscode.Uri.parse(key);
    const casekit = program(file);
    if (casekit === undefined) return;
    const folder = path.dirname(file.fsPath);
    // A name that begins with a dash is not an option.
    const name = `.${path.sep}${path.basename(file.fsPath)}`;
    const answer = await run(casekit, ["review", name, "--html", "--output", "-"], folder);
    const panel = this.panels.get(key);
    // The case may have errors: the page shows it as far as it can be read, with status 1.
    if (panel) panel.webview.html = answer.output.includes("<html") ? forPanel(answer.output) : page(answer.complaint || answer.output);
  }

  dispose(): void {
    this.waiting.forEach((timer) => clearTimeout(timer));
    this.panels.forEach((panel) => panel.dispose());
    this.listeners.forEach((listener) => listener.dispose());
  }
}

function page(text: string): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Review</title></head><body><pre>${escapeHtml(text)}</pre></body></html>`;
}
