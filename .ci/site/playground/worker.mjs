/** Runs casekit beside the page, so that the page stays alive while it thinks. */

import { checker } from "./checker.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

async function load() {
  const answer = await fetch(new URL("library.zip", import.meta.url));
  if (!answer.ok) throw new Error(`library.zip: ${answer.status}`);
  return checker(loadPyodide, new URL("pyodide/", import.meta.url).href, await answer.arrayBuffer());
}

const ready = load();
ready.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: String(error) }));

onmessage = async ({ data: { files, args } }) => {
  try {
    postMessage((await ready)(files, args));
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};
