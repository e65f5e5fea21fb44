/** Completion and hover in `edition.toml` and `deck.toml`, with the extension Even Better TOML. */

import * as vscode from "vscode";
import { associated } from "./pure/schemas";

const TOML = "tamasfe.even-better-toml";
const SECTION = "evenBetterToml.schema.associations";
const FILES = ["edition", "deck"];

/**
 * Copy the schemas to a place that stays the same when the extension is updated: settings name them by it.
 */
export async function keepSchemas(context: vscode.ExtensionContext): Promise<void> {
  await vscode.workspace.fs.createDirectory(context.globalStorageUri);
  for (const name of FILES) {
    const from = vscode.Uri.joinPath(context.extensionUri, "schemas", `${name}.schema.json`);
    await vscode.workspace.fs.copy(from, kept(context, name), { overwrite: true });
  }
}

function kept(context: vscode.ExtensionContext, name: string): vscode.Uri {
  return vscode.Uri.joinPath(context.globalStorageUri, `${name}.schema.json`);
}

/** Tell Even Better TOML which schema belongs to which file, in the settings of the user. */
export async function connectToml(context: vscode.ExtensionContext): Promise<void> {
  if (vscode.extensions.getExtension(TOML) === undefined) {
    const answer = await vscode.window.showInformationMessage(
      "The extension Even Better TOML completes edition.toml and deck.toml. Install it, then run this command again.",
      "Show the Extension",
    );
    if (answer) await vscode.commands.executeCommand("workbench.extensions.search", `@id:${TOML}`);
    return;
  }
  await keepSchemas(context);
  const settings = vscode.workspace.getConfiguration();
  const before = settings.inspect<Record<string, string>>(SECTION)?.globalValue ?? {};
  const schemas = Object.fromEntries(FILES.map((name) => [`${name}.toml`, kept(context, name).toString()]));
  await settings.update(SECTION, associated(before, schemas), vscode.ConfigurationTarget.Global);
  void vscode.window.showInformationMessage("edition.toml and deck.toml are completed and explained from now on.");
}
