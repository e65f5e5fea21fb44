// The page inside is loaded again when a person asks for it: what was ticked and written there would be lost.
"use strict";
const place = document.getElementById("place");
let shown = "";

function frame() {
  const made = document.getElementById("made");
  const version = document.getElementById("standing").dataset.version;
  const current = `${made.dataset.kind} ${version}`;
  // What another window of this browser has hidden is hidden here.
  if ("withheld" in made.dataset) place.replaceChildren();
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
  place.replaceChildren(inside);
}

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
