/** Where the cursor is, as the language server is told. Nothing here knows VS Code. */

/** The notification, which is casekit's own. */
export const CURSOR = "casekit/cursor";

/** Milliseconds in which moves of the cursor are gathered. */
export const CURSOR_PAUSE = 60;

export interface CursorPlace {
  readonly textDocument: { readonly uri: string };
  readonly position: { readonly line: number; readonly character: number };
}

/** What the notification holds; the line counts from 0, and where in it the cursor is does not matter. */
export function cursorPlace(uri: string, line: number): CursorPlace {
  return { textDocument: { uri }, position: { line, character: 0 } };
}

/** A function that is called once, a while after the last of many calls. */
export function gathered(run: () => void, pause: number): (() => void) & { cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const call = (): void => {
    clearTimeout(timer);
    timer = setTimeout(run, pause);
  };
  return Object.assign(call, { cancel: () => clearTimeout(timer) });
}
