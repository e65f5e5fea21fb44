/** The language server: started, watched, explained when it does not start. */

import { type ChildProcess, spawn } from "node:child_process";
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  State,
} from "vscode-languageclient/node";
import { explainMissing, locate, offer } from "./program";
import { endingOf, lastLines } from "./pure/commands";
import { CURSOR, cursorPlace } from "./pure/cursor";

/** Settings that the server takes when it starts. */
export const OPTIONS = ["deduction", "delay", "inlays", "lenses"] as const;

/** So often in `WITHIN` milliseconds a server that ends is started again. */
const MOST = 4;
const WITHIN = 180_000;

/** A client that writes what goes wrong to its output and leaves the messages to `Server`, which knows what to do about it. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** The language client of this window: at most one server, which knows all open folders. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private told = "";
  private queue: Promise<void> = Promise.resolve();
  private readonly output = vscode.window.createOutputChannel("casekit", { log: true });
  private readonly status: vscode.LanguageStatusItem;

  constructor() {
    this.status = vscode.languages.createLanguageStatusItem("casekit.server", { language: "case" });
    this.status.name = "casekit";
    this.status.command = { command: "casekit.output", title: "Output" };
  }

  /** Start the server, again if it runs already. Calls wait for each other. */
  start(): Promise<void> {
    this.queue = this.queue.then(() => this.restart()).catch((error: unknown) => this.output.error(String(error)));
    return this.queue;
  }

  show(): void {
    this.output.show();
  }

  /** Tell the server where the cursor is, for the pages of `casekit serve`; nothing if that has not changed. */
  tellCursor(editor: vscode.TextEditor | undefined): void {
    const document = editor?.document;
    if (editor === undefined || document?.languageId !== "case" || document.uri.scheme !== "file") return;
    if (this.client?.state !== State.Running) return;
    const place = cursorPlace(document.uri.toString(), editor.selection.active.line);
    const key = `${place.textDocument.uri} ${place.position.line}`;
    if (key === this.told) return;
    this.told = key;
    void this.client.sendNotification(CURSOR, place).catch(() => undefined);
  }

  private async restart(): Promise<void> {
    await this.stop();
    if (!vscode.workspace.getConfiguration("casekit").get("languageServer", true)) {
      this.tell("switched off", vscode.LanguageStatusSeverity.Information);
      return;
    }
    const found = locate(vscode.window.activeTextEditor?.document.uri);
    if (!("program" in found)) {
      this.tell("casekit is missing", vscode.LanguageStatusSeverity.Error);
      void explainMissing(found.tried);
      return;
    }
    this.output.info(`starting ${found.program} lsp`);
    const launch = new Launch(found.program);
    const client = new QuietClient("casekit", "casekit", () => launch.start(), this.options(launch));
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) this.tell("running", vscode.LanguageStatusSeverity.Information);
    });
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.tell("not running", vscode.LanguageStatusSeverity.Error);
      this.output.error(String(error));
      void offer(await launch.whyNot());
    }
  }

  private options(launch: Launch): LanguageClientOptions {
    const began: number[] = [];
    const settings = vscode.workspace.getConfiguration("casekit");
    return {
      documentSelector: [
        { scheme: "file", language: "case" },
        { scheme: "untitled", language: "case" },
      ],
      outputChannel: this.output,
      initializationOptions: Object.fromEntries(OPTIONS.map((name) => [name, settings.get(name)])),
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          const now = Date.now();
          began.push(now);
          // One that never answered has said why, and would say the same again.
          if (!launch.answered || began.filter((time) => now - time < WITHIN).length > MOST) {
            this.tell("not running", vscode.LanguageStatusSeverity.Error);
            if (launch.answered) void launch.whyNot().then(offer);
            return { action: CloseAction.DoNotRestart, handled: true };
          }
          return { action: CloseAction.Restart, handled: true };
        },
      },
    };
  }

  private tell(state: string, severity: vscode.LanguageStatusSeverity): void {
    this.status.text = `casekit: ${state}`;
    this.status.severity = severity;
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client?.needsStop()) await client.stop().catch(() => undefined);
    await client?.dispose().catch(() => undefined);
  }

  async dispose(): Promise<void> {
    await this.stop();
    this.status.dispose();
    this.output.dispose();
  }
}

/** A process of `casekit lsp` and what it complained of. */
class Launch {
  answered = false;
  private complaint = "";
  private ended: Promise<number | null> = Promise.resolve(null);

  constructor(private readonly file: string) {}

  start(): Promise<ChildProcess> {
    this.complaint = "";
    const environment = { ...process.env, PYTHONUTF8: "1" };
    const child = spawn(this.file, ["lsp"], { env: environment, stdio: "pipe" });
    child.stdout.once("data", () => (this.answered = true));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.complaint = (this.complaint + text).slice(-10_000);
    });
    this.ended = new Promise((resolve) => child.once("close", resolve));
    return new Promise((resolve, reject) => {
      child.once("spawn", () => resolve(child));
      child.once("error", reject);
    });
  }

  /** Why it ended, in words for the writer. */
  async whyNot(): Promise<string> {
    await Promise.race([this.ended, new Promise((resolve) => setTimeout(resolve, 2000))]);
    switch (endingOf(this.complaint)) {
      case "no lsp":
        return `This casekit is too old for editors: ${this.file}. Install a newer one. Cases are coloured, but not checked.`;
      case "no extra":
        return 'casekit is installed without its part for editors: run pip install "casekit[write]". Cases are coloured, but not checked.';
      case "unknown": {
        const said = lastLines(this.complaint, 3);
        return `casekit's language server has stopped.${said ? ` It said: ${said}` : ""}`;
      }
    }
  }
}
