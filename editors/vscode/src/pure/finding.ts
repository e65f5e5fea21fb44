/** Where the casekit program is. Nothing here knows VS Code, so that it can be tested without it. */

import * as path from "node:path";

/** What is known of the computer and of what is open. */
export interface Surroundings {
  /** The setting `casekit.path`. */
  readonly setting: string;
  /** The folders that are open, the one of the document first. */
  readonly folders: readonly string[];
  /** Whether programs in these folders may be started. */
  readonly trusted: boolean;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether there is a file of this name that can be started. */
  readonly isProgram: (file: string) => boolean;
}

/** The program, or all places where it was looked for. */
export type Found = { readonly program: string } | { readonly tried: readonly string[] };

/**
 * Find casekit: as the setting says, or else in the environments of the open folders, or else on the path.
 *
 * A setting that leads nowhere is not replaced by something else: the writer has chosen.
 */
export function findCasekit(around: Surroundings): Found {
  const files = candidates(around);
  const program = files.find((file) => around.isProgram(file));
  return program === undefined ? { tried: files } : { program };
}

function candidates(around: Surroundings): string[] {
  const system = around.platform === "win32" ? path.win32 : path.posix;
  const setting = around.setting.trim();
  if (setting !== "") {
    const chosen = expand(setting, around, system);
    if (system.isAbsolute(chosen)) return [chosen];
    if (!/[\\/]/.test(setting)) return onPath([setting], around, system);
    // A path that begins at an open folder leads to a program that came with it.
    return around.trusted ? around.folders.map((folder) => system.join(folder, chosen)) : [];
  }
  const names = around.platform === "win32" ? ["casekit.exe", "casekit.cmd"] : ["casekit"];
  const bin = around.platform === "win32" ? "Scripts" : "bin";
  const environments = around.trusted
    ? around.folders.flatMap((folder) => [".venv", "venv"].map((name) => system.join(folder, name, bin)))
    : [];
  return [
    ...environments.flatMap((folder) => names.map((name) => system.join(folder, name))),
    ...onPath(names, around, system),
  ];
}

function expand(setting: string, around: Surroundings, system: path.PlatformPath): string {
  const home = setting.replace(/^~(?=$|[\\/])/, () => around.home);
  const folder = around.trusted ? around.folders[0] : undefined;
  return system.normalize(folder === undefined ? home : home.replaceAll("${workspaceFolder}", () => folder));
}

function onPath(names: readonly string[], around: Surroundings, system: path.PlatformPath): string[] {
  const variable = Object.keys(around.environment).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  const folders = (around.environment[variable] ?? "").split(system.delimiter);
  // A relative entry means the folder that is open, where a stranger may have put a program.
  return folders
    .filter((folder) => system.isAbsolute(folder))
    .flatMap((folder) => names.map((name) => system.join(folder, name)));
}
