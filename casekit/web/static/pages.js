// The paragraph in which the editor's cursor is, marked on the pages and brought into sight.
"use strict";
const still = matchMedia("(prefers-reduced-motion: reduce)");
let cursor = null;

/** The paragraph whose heading is above the cursor; lines alone may have moved since the file was saved. */
function under({ line, heading }) {
  const alike = [...document.querySelectorAll(".over .spot[data-line]")].filter((spot) => heading && spot.dataset.heading === heading);
  const far = (spot) => Math.abs(Number(spot.dataset.line) - line);
  return alike.sort((one, other) => far(one) - far(other))[0];
}

function mark() {
  const following = document.getElementById("following");
  if (!cursor || !following) return;
  const spot = under(cursor);
  for (const each of document.querySelectorAll(".spot.at-cursor")) if (each !== spot) each.classList.remove("at-cursor");
  if (spot) spot.classList.add("at-cursor");
  following.hidden = false;
  const name = document.getElementById("at-cursor");
  name.textContent = spot ? spot.dataset.name : "a part that is not on these pages";
  return spot;
}

function show(spot) {
  const seen = spot.getBoundingClientRect();
  if (seen.top >= 60 && seen.bottom <= window.innerHeight - 20) return;
  spot.scrollIntoView({ block: "center", behavior: still.matches ? "instant" : "smooth" });
}

document.addEventListener("casekit:news", ({ detail }) => {
  if (detail.heading === undefined) return;
  cursor = detail;
  const spot = mark();
  if (spot && document.getElementById("follow").checked) show(spot);
});
document.addEventListener("casekit:renewed", mark);
const known = document.getElementById("following");
if (known && known.dataset.line) cursor = { line: Number(known.dataset.line), heading: known.dataset.heading };
mark();
