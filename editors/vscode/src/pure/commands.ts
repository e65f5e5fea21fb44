/** The command lines of casekit, and what its output says. Nothing here knows VS Code. */

/** A task as it is written in `tasks.json`. */
export interface Task {
  readonly command: string;
  readonly path?: string;
  readonly options?: readonly string[];
}

/** What the settings add to a command. */
export interface Wishes {
  readonly strict: boolean;
  readonly buildFolder: string;
}

export const TASK_COMMANDS = ["check", "build", "simulate"] as const;

/** The arguments of casekit for a task; `undefined` if the task is not one of ours. */
export function argumentsOf(task: Task, wishes: Wishes): string[] | undefined {
  const options = [...(task.options ?? [])];
  const target = task.path ?? ".";
  // A file whose name begins with a dash is not an option.
  const named = target.startsWith("-") ? `./${target}` : target;
  switch (task.command) {
    case "check":
      return ["check", ...(wishes.strict ? ["--strict"] : []), ...options, named];
    case "build":
      return ["build", "--output", wishes.buildFolder, ...options, named];
    case "simulate":
      return ["report", "--tables", ...options, named];
    default:
      return undefined;
  }
}

/** The file that `casekit new` says it has written, as in `the-last-toast.case: 60 paths to write; ...`. */
export function newFile(output: string): string | undefined {
  return /^(.+?\.case): /m.exec(output)?.[1];
}

/** Why a language server ended before it said anything. */
export type Ending = "no lsp" | "no extra" | "unknown";

/**
 * Why the language server did not start, by what it wrote to standard error.
 *
 * An older casekit has no such command; one that is installed without `casekit[write]` says what is missing.
 */
export function endingOf(standardError: string): Ending {
  if (/No such command/i.test(standardError)) return "no lsp";
  if (/casekit\[write\]|No module named ['"]?(pygls|lsprotocol)/.test(standardError)) return "no extra";
  return "unknown";
}

/** The last lines of a long output, for a message. */
export function lastLines(text: string, count: number): string {
  return text.trimEnd().split(/\r?\n/).slice(-count).join("\n");
}

/** Text as it is written in HTML. */
export function escapeHtml(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (mark) => names[mark] ?? mark);
}

/** VS Code puts colours, fonts and margins of its own at the beginning of a page; what comes after them wins. */
const OWN_LOOK = "<style>body { color: inherit; background: inherit; font: inherit; padding: 0; }</style>";
const PLACE =
  "<script>{const panel = acquireVsCodeApi(); scrollTo(0, panel.getState() ?? 0);" +
  'addEventListener("scroll", () => panel.setState(scrollY));}</script>';

/** A whole page for a panel: it looks as in a browser, and is where it was when it is shown again with other content. */
export function forPanel(page: string): string {
  const end = page.lastIndexOf("</body>");
  if (end < 0) return page;
  return page.slice(0, end).replace("<head>", (head) => head + OWN_LOOK) + PLACE + page.slice(end);
}
