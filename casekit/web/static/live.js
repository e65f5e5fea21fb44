// Keeps a page as new as its files: what has changed is put in; place, focus, and whatever is open stay.
"use strict";

const base = document.body.dataset.base;
const command = `casekit ${document.body.dataset.command}`;
const connection = document.getElementById("connection");
const told = document.getElementById("told");
const topics = document.getElementById("main").dataset.topics.split(",").filter(Boolean);
// The parts as the server sent them: what scripts changed since is no difference.
const sent = new Map();
// Which details were open last: a part may be gone for a moment, while a case cannot be read.
const opened = new Map();
let wanted = false;
let busy = false;

const parts = (root) => root.querySelectorAll("[data-live][id]");
for (const part of parts(document)) sent.set(part.id, part.outerHTML);

function say(place, text) {
  if (place.textContent !== text) place.textContent = text;
  place.hidden = !text;
}

/** Whatever a person has set in a part: details, boxes, fields, how far lists were moved. */
function kept(part) {
  const found = { checked: new Map(), values: new Map(), moved: new Map() };
  for (const each of part.querySelectorAll("[id]")) {
    if (each.tagName === "DETAILS") opened.set(each.id, each.open);
    if (each.type === "checkbox" || each.type === "radio") found.checked.set(each.id, each.checked);
    else if ("value" in each && each.tagName !== "LI" && each.tagName !== "BUTTON") found.values.set(each.id, each.value);
    if (each.scrollTop || each.scrollLeft) found.moved.set(each.id, [each.scrollLeft, each.scrollTop]);
  }
  return found;
}

function restored(part, found) {
  const inside = (id) => part.querySelector(`#${CSS.escape(id)}`);
  opened.forEach((open, id) => { const each = inside(id); if (each) each.open = open; });
  found.checked.forEach((checked, id) => { const each = inside(id); if (each) each.checked = checked; });
  found.values.forEach((value, id) => { const each = inside(id); if (each) each.value = value; });
  found.moved.forEach(([left, top], id) => { const each = inside(id); if (each) each.scrollTo(left, top); });
}

function put(fresh) {
  const focused = document.activeElement && document.activeElement.id;
  // The topmost thing that is seen stays where it is, whatever grows above it.
  const seen = [...document.querySelectorAll("main [id]")].find((each) => each.getBoundingClientRect().top >= 0);
  const anchor = seen && { id: seen.id, top: seen.getBoundingClientRect().top };
  let changed = false;
  const replaced = (here, part) => {
    const state = kept(here);
    const placed = document.importNode(part, true);
    here.replaceWith(placed);
    restored(placed, state);
    changed = true;
  };
  const names = (root) => [...parts(root)].map((part) => part.id).join(" ");
  const whole = names(document) !== names(fresh);
  // A page that has other parts now is another page: all of it is put in.
  if (whole) replaced(document.getElementById("main"), fresh.getElementById("main"));
  for (const part of parts(fresh)) {
    const here = document.getElementById(part.id);
    if (here && sent.get(part.id) !== part.outerHTML && !(whole && here.closest("main"))) replaced(here, part);
    sent.set(part.id, part.outerHTML);
  }
  if (!changed) return;
  document.title = fresh.title || document.title;
  const again = focused && document.getElementById(focused);
  if (again && again !== document.activeElement) again.focus({ preventScroll: true });
  const place = anchor && document.getElementById(anchor.id);
  if (place && window.scrollY > 0) window.scrollBy({ top: place.getBoundingClientRect().top - anchor.top, behavior: "instant" });
  const news = document.getElementById("news");
  say(told, news ? news.textContent.trim() : "");
  document.dispatchEvent(new CustomEvent("casekit:renewed"));
}

/** New pictures take the place of old ones when they are there, not before. */
async function loaded(fresh) {
  const known = new Set([...document.images].map((image) => image.getAttribute("src")));
  const wanted = [...fresh.images].map((image) => image.getAttribute("src")).filter((src) => !known.has(src));
  await Promise.all(wanted.map((src) => {
    const image = new Image();
    image.src = src;
    return image.decode().catch(() => undefined);
  }));
}

async function renew() {
  if (busy) { wanted = true; return; }
  busy = true;
  do {
    wanted = false;
    try {
      const answer = await fetch(location.href.split("#")[0], { headers: { accept: "text/html" }, cache: "no-store" });
      if (!answer.ok) continue;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      await loaded(fresh);
      put(fresh);
    } catch { /* The stream of events says that there is no connection. */ }
  } while (wanted);
  busy = false;
}

function follow() {
  if (!topics.length) return;
  const query = topics.map((topic) => `topic=${encodeURIComponent(topic)}`).join("&");
  const stream = new EventSource(`${base}/events?${query}`);
  stream.addEventListener("hello", () => {
    say(connection, "");
    document.body.classList.remove("cut-off");
    // What happened while there was no connection is seen now: an answer may have come after this page was sent, too.
    renew();
  });
  stream.addEventListener("message", (event) => {
    const news = JSON.parse(event.data);
    document.dispatchEvent(new CustomEvent("casekit:news", { detail: news }));
    if (!news.quiet) renew();
  });
  stream.addEventListener("error", () => {
    document.body.classList.add("cut-off");
    if (stream.readyState === EventSource.CLOSED) {
      say(connection, `${command} was started again, and has another address now: open the one that it prints in its terminal. What you see here is old.`);
    } else {
      say(connection, `${command} has ended, or cannot be reached: what you see here may be old. This page goes on when it is back; if it was started again, open the address that it prints.`);
    }
  });
  window.addEventListener("pagehide", () => stream.close());
}

// A page that the browser kept comes back with old content and without its stream.
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
window.casekit = { base, renew, say: (text) => say(told, text) };
say(connection, "");
say(told, "");
follow();

// Links to another part of the same page are followed without loading it: nothing jumps, and what is open stays.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-within]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  // Links in drawings have no addresses of their own, only what is written.
  const address = new URL(link.getAttribute("href"), location.href);
  history.pushState(null, "", address);
  const target = address.hash.slice(1);
  renew().then(() => {
    const place = target && document.getElementById(target);
    if (!place) return;
    const seen = place.getBoundingClientRect();
    if (seen.top < 0 || seen.top > window.innerHeight * 0.8) place.scrollIntoView({ block: "start" });
    place.focus({ preventScroll: true });
  });
});
window.addEventListener("popstate", () => renew());
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) navigator.clipboard.writeText(button.dataset.copy).then(() => say(told, `Copied ${button.dataset.copy}`));
});
