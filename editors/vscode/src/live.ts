/** The live preview: a case in the browser, at the line of the cursor, from a server that belongs to this window. */

import * as path from "node:path";
import * as vscode from "vscode";
import { program } from "./program";
import { pageAddress, serveArguments, Servers } from "./pure/serving";

/** One server per case. */
export class LivePreviews implements vscode.Disposable {
  private readonly servers = new Servers();

  /** Open the page of what is in front, or of what was clicked. */
  async open(clicked?: vscode.Uri): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const file = clicked instanceof vscode.Uri ? clicked : editor?.document.uri;
    if (file === undefined || file.scheme !== "file" || !file.path.endsWith(".case")) {
      void vscode.window.showWarningMessage("Open a case first, and save it: the preview shows what is in the file.");
      return;
    }
    const casekit = program(file);
    if (casekit === undefined) return;
    const shown = editor?.document.uri.toString() === file.toString() ? editor : undefined;
    const line = shown && shown.selection.active.line + 1;
    await vscode.workspace.saveAll(false);
    const folder = path.dirname(file.fsPath);
    const args = serveArguments(path.basename(file.fsPath), vscode.env.uriScheme);
    try {
      const address = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title: "casekit: starting the preview" },
        () => this.servers.address({ program: casekit, args, folder }),
      );
      await vscode.env.openExternal(vscode.Uri.parse(pageAddress(address, file.fsPath, line), true));
    } catch (error) {
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  }

  dispose(): void {
    this.servers.end();
  }
}
