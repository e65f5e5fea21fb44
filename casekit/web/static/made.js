// The page inside is loaded again when a person asks for it: what was ticked and written there would be lost.
"use strict";
const place = document.getElementById("place");
let shown = "";
let copy = null;
let putBack = null;

function frame() {
  const made = document.getElementById("made");
  const version = document.getElementById("standing").dataset.version;
  const current = `${made.dataset.kind} ${version}`;
  // What another window of this browser has hidden is hidden here.
  if ("withheld" in made.dataset) { place.replaceChildren(); copy = null; }
  if (!made.dataset.kind) return;
  const inside = place.querySelector("iframe");
  const newer = document.getElementById("newer");
  if (!inside || inside.dataset.kind !== made.dataset.kind) {
    load(made.dataset.kind);
    shown = current;
  } else if (newer) newer.hidden = shown === current;
}

function load(kind) {
  const inside = document.createElement("iframe");
  inside.title = place.dataset.title;
  inside.dataset.kind = kind;
  inside.src = place.dataset.address;
  copy = null;
  place.replaceChildren(inside);
}

// A frame would print no more than what is seen of it: on paper its page takes the place of this one.
window.addEventListener("message", ({ source, data }) => {
  const inside = place.querySelector("iframe");
  if (!inside || source !== inside.contentWindow) return;
  copy = data;
  for (const face of ["1em", "italic 1em", "600 1em"]) document.fonts.load(`${face} "casekit text"`);
});

window.addEventListener("beforeprint", () => {
  if (!copy || putBack) return;
  const page = document.importNode(new DOMParser().parseFromString(String(copy.body), "text/html").body, true);
  // Nothing of it may do more here than in its frame. Its faces are ours.
  page.querySelectorAll("script, style, link, meta, base, iframe, object, embed").forEach((each) => each.remove());
  page.querySelectorAll("[data-style]").forEach((each) => { each.style.cssText = each.dataset.style; });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(String(copy.rules).replace(/@font-face\s*\{[^}]*\}/g, ""));
  const own = [...document.styleSheets].filter((each) => each.ownerNode.id !== "faces");
  const covered = [...document.body.children].filter((each) => !each.hidden);
  const placed = [...page.children];
  const root = document.documentElement;
  const was = [root.lang, root.className];
  own.forEach((each) => { each.disabled = true; });
  covered.forEach((each) => { each.hidden = true; });
  document.adoptedStyleSheets = [sheet];
  [root.lang, root.className] = [copy.lang, copy.root];
  document.body.append(...placed);
  putBack = () => {
    placed.forEach((each) => each.remove());
    [root.lang, root.className] = was;
    document.adoptedStyleSheets = [];
    covered.forEach((each) => { each.hidden = false; });
    own.forEach((each) => { each.disabled = false; });
  };
});

window.addEventListener("afterprint", () => {
  if (putBack) putBack();
  putBack = null;
});

document.addEventListener("click", (event) => {
  if (event.target.id !== "again") return;
  place.replaceChildren();
  frame();
  document.getElementById("newer").hidden = true;
});
document.addEventListener("casekit:renewed", frame);
document.addEventListener("casekit:news", ({ detail }) => {
  const progress = document.getElementById("progress");
  if (!progress || detail.done === undefined) return;
  progress.value = detail.done;
  document.getElementById("done").textContent = `${detail.done} of ${detail.tables}`;
});
frame();
