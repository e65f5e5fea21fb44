/** `casekit serve` as a process of this window, and the addresses of its pages. Nothing here knows VS Code. */

import { type ChildProcess, spawn } from "node:child_process";
import * as path from "node:path";
import { lastLines } from "./commands";

/** Milliseconds in which a server has to print its address. */
const PATIENCE = 60_000;

/** Editors whose addresses casekit can write into its pages; another one would be opened instead of this one. */
const EDITORS = ["vscode", "vscodium"];

/** The arguments of casekit that serve one file; `scheme` is what addresses of this editor begin with. */
export function serveArguments(file: string, scheme: string): string[] {
  const editor = EDITORS.includes(scheme) ? ["--editor", scheme] : [];
  // After `--` a file whose name begins with a dash is not an option.
  return ["serve", "--port", "0", "--no-browser", "--end-with-input", ...editor, "--", file];
}

/** The address that `casekit serve` prints; `undefined` while its line is not complete. */
export function addressIn(output: string): string | undefined {
  return /^(http:\/\/127\.0\.0\.1:\d+\/[\w-]+\/)\r?\n/m.exec(output)?.[1];
}

/** The name of a case in the addresses of a server that serves it alone. */
export function pageKey(file: string): string {
  const stem = path.basename(file).replace(/(?<=.)\.[^.]+$/, "");
  return stem.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "case";
}

/** The address of the pages of a case as they will print, at a line that is counted from 1. */
export function pageAddress(address: string, file: string, line?: number): string {
  return `${address}pages/${pageKey(file)}${line === undefined ? "" : `?line=${line}`}`;
}

/** Why a server did not start, by what it wrote to standard error, in a sentence for a message. */
export function whyNotServed(standardError: string): string {
  if (/No such (?:command|option)/i.test(standardError)) return "This casekit is too old for the live preview: install a newer one.";
  const finding = /error\[([A-Z-]+\d{3}) [\w-]+\]: (.+)/.exec(standardError);
  if (finding === null) return lastLines(standardError, 3) || "casekit serve has ended and has not said why.";
  const cure = /^ *= help: (.+)/m.exec(standardError)?.[1];
  return `${finding[1]}: ${finding[2]}.${cure === undefined ? "" : ` To fix it: ${cure}.`}`;
}

/** How a server is started. */
export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
}

/** Servers that run, one for each way of starting one; all of them end with this. */
export class Servers {
  private readonly addresses = new Map<string, Promise<string>>();
  private readonly children = new Set<ChildProcess>();

  constructor(private readonly patience = PATIENCE) {}

  /**
   * The address of a server: of one that runs already, or else of a new one.
   *
   * Rejects with an `Error` that says why there is none. The next call tries again.
   */
  address(start: Start): Promise<string> {
    const key = JSON.stringify([start.program, start.args, start.folder]);
    const known = this.addresses.get(key);
    if (known !== undefined) return known;
    const found = this.begin(start, () => this.addresses.delete(key));
    this.addresses.set(key, found);
    return found;
  }

  private begin({ program, args, folder }: Start, forget: () => void): Promise<string> {
    const environment = { ...process.env, NO_COLOR: "1", PYTHONUTF8: "1" };
    return new Promise((resolve, reject) => {
      // Nothing is ever written to it: it ends with this process, however that ends, and the server with it.
      const child = spawn(program, args, { cwd: folder, env: environment, stdio: ["pipe", "pipe", "pipe"] });
      this.children.add(child);
      const timer = setTimeout(() => child.kill("SIGKILL"), this.patience);
      let [output, complaint] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-10_000);
        const address = addressIn(output);
        if (address === undefined) return;
        clearTimeout(timer);
        resolve(address);
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        complaint = (complaint + text).slice(-10_000);
      });
      const ended = (why: string): void => {
        clearTimeout(timer);
        this.children.delete(child);
        forget();
        reject(new Error(why));
      };
      child.once("error", (error) => ended(error.message));
      child.once("close", () => ended(whyNotServed(complaint)));
    });
  }

  /** End all servers. */
  end(): void {
    this.children.forEach((child) => child.kill());
  }
}
