/** The page of the playground: two texts, a command, and what it says. Nothing is loaded until somebody runs something. */

(() => {
  const page = document.querySelector("form.playground");
  if (!page) return;
  const find = (name) => page.querySelector(`[data-is="${name}"]`);
  const [edition, text, line, button, output] = ["edition", "case", "command", "run", "output"].map(find);
  const MISSING =
    "This copy of the documentation has no playground, or it was opened from a disk: browsers run it only from a server.";
  let worker = null;

  /** The words of a command line; quotation marks hold words together. */
  const words = (written) =>
    [...written.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain);

  function say(said, busy) {
    output.textContent = said;
    output.setAttribute("aria-busy", String(busy));
    button.disabled = busy;
  }

  function start() {
    const made = new Worker("playground/worker.mjs", { type: "module" });
    made.onmessage = ({ data }) => {
      if (data.ready) return;
      if (data.failed) worker = null;
      say(data.failed ? `The playground does not work here: ${data.failed}` : data.text, false);
    };
    made.onerror = () => {
      worker = null;
      say(MISSING, false);
    };
    return made;
  }

  page.addEventListener("submit", (event) => {
    event.preventDefault();
    if (location.protocol === "file:") {
      say(MISSING, false);
      return;
    }
    say(worker ? "..." : "Loading Python and casekit, once: about 20 MB ...", true);
    worker ??= start();
    const files = { "edition.toml": edition.value, "one.case": text.value };
    worker.postMessage({ files, args: words(line.value.replace(/^\s*casekit\s/, "")) });
  });
  for (const other of page.querySelectorAll("[data-command]")) {
    other.addEventListener("click", () => {
      line.value = other.dataset.command;
      page.requestSubmit();
    });
  }
})();
