// A game at one screen. The server knows the rules and what each seat may see; this page shows it and sends wishes.
"use strict";

// In a block of its own: every script of a page shares the names outside.
{

const root = document.getElementById("play");
const tab = Math.random().toString(36).slice(2);
let table = null;
let sight = null;
let looking = null;
let view = "turn";
let busy = false;
let problem = "";
let changed = "";
let desk = null;
let deskTimer = 0;
let draft = null;
let leaving = false;
let asking = null;
let solutionOpen = false;

// --- words and elements -----------------------------------------------------------------------------

const word = (key, ...filled) => {
  let at = 0;
  return (table.words[key] ?? key).replace(/\{\}/g, () => String(filled[at++]));
};

function h(tag, props, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else if (name === "style") Object.assign(made.style, value);
    else if (name === "value") made.value = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false));
  return made;
}

function svg(tag, props, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(props)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const runs = (prose) => prose.map(([text, marks]) => {
  let found = document.createTextNode(text);
  if (marks.includes("e")) found = h("em", null, found);
  if (marks.includes("s")) found = h("strong", null, found);
  return found;
});
/** A message; what is between backticks is code. */
const coded = (text) => {
  const parts = text.split("`");
  return parts.length % 2 ? parts.map((part, at) => (at % 2 ? h("code", null, part) : part)) : text;
};
const prose = (paragraphs) => h("div", { class: "prose" }, paragraphs.map((each) => h("p", null, runs(each))));
const unseen = (text) => h("span", { class: "aside" }, text);
const chair = (seat) => sight.scene.seats[seat];
const several = () => sight.people.length > 1;
const pointsLeft = (count) => (count === 1 ? word("one_point") : word("points", count));
const costOf = (cost) => (cost === 0 ? word("cost_none") : cost === 1 ? word("cost_one") : word("cost", cost));
const scoreOf = (score) => (score === 1 ? word("score_one") : word("score", score));

// --- the server -------------------------------------------------------------------------------------

async function send(wish) {
  let answer;
  try {
    answer = await fetch(root.dataset.do, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...wish, tab }),
      keepalive: wish.do === "note",
    });
  } catch {
    return { failed: true, problem: table ? word("cut_off") : "casekit cannot be reached." };
  }
  const text = await answer.text();
  let content = {};
  // What went wrong on the way is said in plain text.
  try { content = JSON.parse(text); } catch { content = { problem: text.trim().slice(0, 300) || `${answer.status}` }; }
  return { ...content, failed: !answer.ok, status: answer.status };
}

/** Do something that takes a moment; the page takes no other wish meanwhile. */
async function alone(work) {
  if (busy) return;
  busy = true;
  root.setAttribute("aria-busy", "true");
  try {
    await keepDesk();
    await work();
  } finally {
    busy = false;
    root.removeAttribute("aria-busy");
  }
}

/** Send a wish that moves the game, and show what came of it. */
const wish = (content) => alone(async () => {
  const before = sight ? sight.step : 0;
  const answer = await send({ id: sight && sight.id, step: sight && sight.step, seat: looking, ...content });
  if (answer.failed) {
    if (answer.status === 409) {
      await look(looking);
      problem = word("stale");
    } else if (answer.status === 410) {
      await start(word("gone"));
      return;
    } else {
      problem = answer.problem ? word("failed", answer.problem) : "";
    }
    show();
    casekit.say(problem);
    return;
  }
  problem = answer.unsaved ? word("unsaved", answer.unsaved) : "";
  await fitted(answer);
  // Whoever is next looks alone: the screen is covered first.
  const next = answer.sight;
  if (next.people.length > 1 && next.decides !== null && looking !== null && looking !== next.decides) await look(null);
  else took(next);
  show();
  tell(before);
});

/** Let a seat look, or with ``null`` cover the screen. */
const uncover = (seat) => alone(async () => {
  await look(seat);
  if (seat !== null) view = "turn";
  show();
  casekit.say([headline(), points()].filter(Boolean).join(" "));
});

async function look(seat) {
  const answer = await send({ do: "look", seat });
  if (answer.failed) {
    problem = answer.problem || "";
    if (answer.status === 410) await start(word("gone"));
    return;
  }
  await fitted(answer);
  looking = answer.sight.seat;
  took(answer.sight);
}

/** See that the table is of the text that the game is of. */
async function fitted(answer) {
  changed = answer.changed || "";
  if (answer.text === table.text) return;
  const fresh = await send({ do: "table" });
  if (!fresh.failed && fresh.given) table = fresh;
}

function took(fresh) {
  const other = !sight || fresh.seat !== looking || fresh.id !== sight.id;
  sight = fresh;
  looking = fresh.seat;
  if (!deskTimer || other) desk = fresh.desk;
  if (other || !draft || draft.seat !== fresh.seat || draft.id !== fresh.id) draft = drafted();
}

function drafted() {
  const found = { seat: sight.seat, id: sight.id };
  const old = sight.belief ? sight.belief.answers : [];
  for (const each of table.given.questions) {
    const was = old.find((one) => one.element === each.key);
    found[each.key] = was ? { ...was } : { element: each.key, first: null, second: null, confidence: null };
  }
  return found;
}

function deskChanged() {
  clearTimeout(deskTimer);
  deskTimer = setTimeout(keepDesk, 500);
}

async function keepDesk() {
  if (!deskTimer) return;
  clearTimeout(deskTimer);
  deskTimer = 0;
  if (!sight || looking === null || !desk) return;
  const answer = await send({ do: "note", id: sight.id, seat: looking, desk });
  // What was written and not kept has to be known while it can still be saved elsewhere.
  if (answer.failed && answer.status === 413) casekit.say(word("failed", answer.problem || ""));
}

/** A field to write in that takes no more than is kept, with a count once it is nearly full. */
function writable(props, most, put) {
  const room = h("small", { class: "room quiet" });
  const count = (text) => {
    const left = most - text.length;
    room.textContent = left <= most / 5 ? word("room_left", left) : "";
    room.classList.toggle("full", left <= 0);
  };
  const area = h("textarea", { ...props, maxlength: most, oninput: (event) => { put(event.target.value); count(event.target.value); deskChanged(); } });
  count(props.value || "");
  return [area, room];
}

/** What happened since a step, for those who do not see the page. */
function tell(before) {
  const fresh = sight.story.filter((each) => each.step >= before).map(line);
  const text = justRead();
  const read = text && text.step >= before ? [`${word("just_read")}: ${text.label}`] : [];
  const turn = sight.decides === null ? [] : [headline()];
  casekit.say([...fresh, ...read, ...turn, points()].filter(Boolean).join(" "));
}

const line = (each) => (each.seat === null ? each.text : `${word("speaks", chair(each.seat).name)} ${each.text}.`);
const points = () => (sight.decides === looking && sight.scene.points ? pointsLeft(sight.scene.points) : "");

function headline() {
  if (sight.decides === null) return word("end_title");
  const name = chair(sight.decides).name;
  return sight.decides === looking ? word("your_turn", name) : several() ? word("cover_turn", name) : word("waiting", name);
}

// --- the whole page ---------------------------------------------------------------------------------

function show() {
  // Before a game, whatever went wrong is said on the first page.
  if (!sight) { welcome(); return; }
  const focused = document.activeElement;
  const kept = focused && root.contains(focused) ? { k: focused.dataset.k, value: focused.value, at: focused.selectionStart } : null;
  const scrolled = [...root.querySelectorAll("[data-scroll]")].map((each) => [each.dataset.scroll, each.scrollTop]);
  root.lang = word("tag");
  root.classList.add("playing");
  root.dataset.view = view;
  root.replaceChildren(...[
    h("h1", { class: "aside" }, table.given.title),
    problem ? h("p", { class: "notice warn", role: "alert" }, coded(problem)) : null,
    changed ? h("p", { class: "notice", id: "changed" }, word("old_text", changed)) : null,
    h("div", { class: "game" }, sea(), h("div", { class: "desk" }, views(), section())),
  ].filter(Boolean));
  for (const [name, top] of scrolled) {
    const each = root.querySelector(`[data-scroll="${name}"]`);
    if (each) each.scrollTop = top;
  }
  if (!kept) return;
  const again = kept.k && root.querySelector(`[data-k="${CSS.escape(kept.k)}"]`);
  if (again) {
    if (["TEXTAREA", "INPUT"].includes(again.tagName) && kept.value !== undefined && again.type !== "file") again.value = kept.value;
    again.focus({ preventScroll: true });
    if (again.tagName === "TEXTAREA") again.setSelectionRange(kept.at, kept.at);
  } else {
    const text = root.querySelector("#just-read");
    (text && text.dataset.fresh ? text : root.querySelector("#headline") || root).focus();
  }
}

function go(to) {
  view = to;
  show();
  const section = root.querySelector(".desk section");
  if (section && window.matchMedia("(max-width: 59.99rem)").matches) window.scrollTo({ top: 0, behavior: "instant" });
}

function views() {
  const own = looking !== null;
  const names = ["turn", "map", ...(own ? ["texts", "book", "beliefs"] : []), "story", "case", "game"];
  if (!names.includes(view)) view = "turn";
  root.dataset.view = view;
  return h("nav", { class: "views", "aria-label": word("views") }, names.map((name) =>
    h("button", { "data-k": `view-${name}`, class: name === "map" ? "narrow" : null, "aria-current": view === name ? "true" : null, onclick: () => go(name) }, word(`view_${name}`))));
}

function section() {
  const parts = { turn, texts, book, beliefs, story, case: caseView, game: gameView, map: () => h("h2", { id: "headline", class: "aside", tabindex: "-1" }, word("map")) };
  return h("section", { class: `view view-${view}`, "aria-labelledby": "headline" }, parts[view]());
}

const title = (text) => h("h2", { id: "headline", tabindex: "-1" }, text);

// --- the board --------------------------------------------------------------------------------------

function sea() {
  const scene = sight.scene;
  return h("div", { class: scene.afloat ? "sea afloat" : "sea" },
    h("div", { class: "voyage" }, h("p", { class: "round" }, scene.turn), track(scene.track)),
    board(scene),
    scene.card ? card(scene.card) : null,
    players(scene));
}

function track(at) {
  const dots = [];
  for (let space = 0; space <= at.end; space++) {
    dots.push(h("i", { class: space === at.at ? "here" : space === at.end ? "port" : space < at.at ? "gone" : null }));
  }
  return h("div", { class: "track", role: "img", "aria-label": at.label }, dots);
}

function board(scene) {
  const columns = Math.max(...scene.places.map((each) => each.column)) + 1;
  const rows = Math.max(...scene.places.map((each) => each.row)) + 1;
  const spot = new Map(scene.places.map((each) => [each.key, each]));
  const drawing = svg("svg", { class: "ways", viewBox: `0 0 ${columns} ${rows}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  for (const each of scene.places) {
    for (const other of each.ways.map((key) => spot.get(key)).filter((one) => one && Number(one.key) > Number(each.key))) {
      drawing.append(svg("line", { x1: each.column + .5, y1: each.row + .5, x2: other.column + .5, y2: other.row + .5, "vector-effect": "non-scaling-stroke" }));
    }
  }
  const levels = [...new Set(scene.places.map((each) => each.row))].map((row) =>
    h("span", { class: "level", "aria-hidden": "true", style: { gridRow: row + 1 } }, scene.places.find((each) => each.row === row).level));
  const list = h("ul", { class: "places", style: { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gridTemplateRows: `repeat(${rows}, auto)` } }, scene.places.map(place));
  return h("div", { class: "board", role: "group", "aria-label": word("map") },
    h("div", { class: "levels", style: { gridTemplateRows: `repeat(${rows}, 1fr)` } }, levels),
    h("div", { class: "plan" }, drawing, list));
}

function place(each) {
  const moves = sight.choices.filter((group) => group.kind === "go").flatMap((group) => group.rows).flatMap((row) => row.choices);
  const move = moves.find((choice) => choice.place === each.key);
  const here = looking !== null && each.pawns.some((pawn) => pawn.seat === looking);
  const barred = each.pawns.some((pawn) => pawn.kind === "barrier");
  const people = each.pawns.map((pawn) => pawn.name + (pawn.last ? ` (${word("map_last")})` : "")).join(", ");
  return h("li", { class: ["place", here ? "own" : "", barred ? "barred" : ""].join(" "), style: { gridRow: each.row + 1, gridColumn: each.column + 1 } },
    h("p", { class: "place-name" }, h("b", null, each.key), " ", each.name, unseen(`, ${each.level}. ${word("here_are", people || word("nobody"))}`)),
    h("p", { class: "pawns", "aria-hidden": "true" }, each.pawns.map((pawn) =>
      h("span", { class: `pawn ${pawn.kind}${pawn.last ? " last" : ""}`, "data-seat": pawn.seat, title: pawn.name + (pawn.last ? ` (${word("map_last")})` : "") }, pawn.mark))),
    move ? h("button", { class: "map-go", "data-k": `map-${move.key}`, "aria-label": move.full, onclick: () => wish({ do: "act", key: move.key }) }, word("map_go"), pips(move.cost)) : null);
}

function card(each) {
  return h("div", { class: "event" }, h("h3", null, each.title), h("p", { class: "flavour" }, runs(each.flavour)), h("p", { class: "effect" }, runs(each.effect)));
}

function players(scene) {
  return h("ul", { class: "players", "aria-label": word("players_title") }, scene.seats.map((each, seat) =>
    h("li", { "aria-current": seat === sight.decides ? "true" : null },
      h("span", { class: "pawn seat", "data-seat": seat, "aria-hidden": "true" }, each.mark),
      h("span", null, h("b", null, each.name), unseen(": "), h("small", null, word("player_facts", each.place || word("nowhere"), each.tokens, each.tokens === 1 ? scene.token : scene.tokens, each.read))))));
}

const pips = (cost) => (cost === null || cost === undefined ? null : h("span", { class: "pips", "aria-hidden": "true" }, cost ? "●".repeat(cost) : "○"));

// --- a turn -----------------------------------------------------------------------------------------

function turn() {
  if (sight.finale) return finale();
  if (looking === null) return cover();
  const own = sight.decides === looking;
  if (own && sight.writing) return writing();
  return [
    h("div", { class: "head" }, title(headline()), own ? undoing() : null),
    own ? h("p", { class: "phase" }, sight.scene.phase, " ", sight.scene.points ? h("span", { class: "left" }, pips(sight.scene.points), pointsLeft(sight.scene.points)) : null) : null,
    several() ? h("p", null, h("button", { "data-k": "cover", onclick: () => uncover(null) }, word("cover_again"))) : null,
    fresh(),
    news(),
    h("div", { class: "choices" }, sight.choices.map(group)),
  ];
}

function justRead() {
  if (looking === null) return null;
  const own = sight.texts.filter((each) => each.by === looking && each.step >= sight.since);
  return sight.decides === looking && own.length ? own[own.length - 1] : null;
}

function fresh() {
  const text = justRead();
  if (!text) return null;
  return h("article", { id: "just-read", class: "letter", tabindex: "-1", "data-fresh": text.step === sight.step - 1 ? "1" : null, "aria-label": `${word("just_read")}: ${text.label}` },
    h("p", { class: "by" }, `${text.label} · ${word("paragraph", text.number)}${text.aloud ? "" : ` · ${word("read_private_mark")}`}`), prose(text.prose));
}

function news() {
  const lines = sight.story.filter((each) => each.step >= sight.since && (each.seat === null || each.seat !== looking));
  if (!lines.length) return null;
  // It is read once: after one's first action it makes room.
  return h("details", { class: "news", open: !sight.acted }, h("summary", { "data-k": "since" }, word("since")), told(lines));
}

/** One line for each turn: what somebody did one thing after the other is said together. */
function told(lines) {
  const joined = [];
  for (const each of lines) {
    const last = joined[joined.length - 1];
    if (last && each.seat !== null && last.seat === each.seat) last.texts.push(each.text);
    else joined.push({ seat: each.seat, texts: [each.text] });
  }
  return h("ul", { class: "lines" }, joined.map((each) => (each.seat === null
    ? h("li", { class: "event-line" }, each.texts.join(" "))
    : h("li", null, h("span", { class: "pawn seat", "data-seat": each.seat, "aria-hidden": "true" }, chair(each.seat).mark), h("span", null, h("b", null, word("speaks", chair(each.seat).name)), " ", each.texts.join(word("then")), ".")))));
}

function undoing() {
  const why = sight.barrier;
  const reason = why ? word(`undo_${why}`) : "";
  return h("span", { class: "undo" },
    h("button", { "data-k": "undo", disabled: Boolean(why), "aria-describedby": why ? "undo-why" : null, onclick: () => wish({ do: "undo" }) }, word("undo")),
    why ? h("small", { id: "undo-why", class: "quiet" }, reason) : null);
}

function group(each) {
  return h("div", { class: `group ${each.kind}`, role: "group", "aria-label": each.title },
    h("h3", null, each.title),
    each.rows.map((row) => h("div", { class: row.done ? "row done" : "row" },
      row.label ? h("span", { class: "row-label" }, row.label, row.note ? h("small", null, row.note) : null) : null,
      row.choices.length ? buttons(row.choices, each.kind) : null)));
}

function buttons(choices, kind) {
  const asked = choices.find((choice) => choice.sure && asking === `${sight.id} ${sight.step} ${choice.key}`);
  return asked ? sureOf(asked) : h("span", { class: "buttons" }, choices.map((choice) => button(choice, kind)));
}

function button(choice, kind) {
  const paid = choice.cost === null ? "" : `, ${costOf(choice.cost)}`;
  return h("button", {
    "data-k": `do-${choice.key}`, "data-key": choice.key, class: kind === "end" && !choice.sure ? "main" : null,
    "aria-label": choice.full + paid, onclick: () => (choice.sure ? ask(choice) : wish({ do: "act", key: choice.key })),
  }, choice.label, pips(choice.cost));
}

/** What cannot be undone is asked once more, in the place of the buttons; it is forgotten when the game moves on. */
function ask(choice, wanted = true) {
  asking = wanted ? `${sight.id} ${sight.step} ${choice.key}` : null;
  show();
  root.querySelector(wanted ? "#sure" : `[data-k="do-${CSS.escape(choice.key)}"]`).focus();
}

function sureOf(choice) {
  const back = () => ask(choice, false);
  return h("div", { class: "sure", role: "alertdialog", "aria-labelledby": "sure", onkeydown: (event) => { if (event.key === "Escape") back(); } },
    h("p", { id: "sure", "data-k": "sure", tabindex: "-1" }, choice.sure),
    h("p", { class: "buttons" },
      h("button", { "data-k": "sure-yes", onclick: () => wish({ do: "act", key: choice.key }) }, choice.full),
      h("button", { class: "main", "data-k": "sure-no", onclick: back }, word("cancel"))));
}

function cover() {
  const decider = sight.decides;
  return h("div", { class: "cover" }, title(headline()), h("p", { class: "phase" }, word("cover_title", chair(decider).name)), h("p", null, word("cover_note")),
    h("p", { class: "buttons" }, [decider, ...sight.people.filter((seat) => seat !== decider)].map((seat) =>
      h("button", { class: seat === decider ? "main" : null, "data-k": `look-${seat}`, onclick: () => uncover(seat) }, word("cover_open", chair(seat).name)))),
    sight.story.length ? h("div", { class: "news" }, h("h3", null, word("view_story")), told(sight.story.slice(-14))) : null);
}

// --- hypotheses -------------------------------------------------------------------------------------

function choosing(each, name, label) {
  const own = draft[each.key];
  const options = name === "confidence"
    ? [0, 25, 50, 75, 95, 100].map((sure) => [sure ? String(sure) : "", word(`sure_${sure}`)])
    : [["", word("unknown")], ...each.options];
  return h("label", null, h("span", null, label),
    h("select", { "data-k": `belief-${each.key}-${name}`, name: `${each.key}-${name}`, onchange: (event) => {
      const value = event.target.value;
      own[name] = name === "confidence" ? (value ? Number(value) : null) : value || null;
    } }, options.map(([value, text]) => h("option", { value, selected: String(own[name] ?? "") === value }, text))));
}

const questions = () => table.given.questions.map((each) => h("fieldset", null, h("legend", null, each.question),
  choosing(each, "first", word("first", each.points[0])), choosing(each, "second", word("second", each.points[1])), choosing(each, "confidence", word("confidence"))));
const answers = () => table.given.questions.map((each) => draft[each.key]);

function beliefs() {
  return [title(word("view_beliefs")), h("p", { class: "quiet" }, word("beliefs_lead")), h("form", { class: "beliefs", onsubmit: async (event) => {
    event.preventDefault();
    await wish({ do: "believe", answers: answers() });
    casekit.say(word("written_down"));
    const said = root.querySelector("#said");
    if (said) said.textContent = word("written_down");
  } }, questions(), sight.finale ? null : h("p", { class: "buttons" }, h("button", { class: "main", "data-k": "write-down" }, word("write_down")), h("span", { id: "said", class: "quiet" })))];
}

function writing() {
  return [title(word("final_title", chair(looking).name)), h("p", { class: "quiet" }, word("final_lead")),
    sight.scene.claims.length ? h("div", { class: "news" }, h("h3", null, word("claims_title", sight.scene.claimant)), h("ul", { class: "lines" }, sight.scene.claims.map(([question, answer]) => h("li", null, h("span", null, h("b", null, word("speaks", question)), " ", answer))))) : null,
    h("form", { class: "beliefs", onsubmit: (event) => {
      event.preventDefault();
      const open = table.given.questions.find((each) => {
        const own = draft[each.key];
        return !own.first || !own.second || (own.first === own.second && each.options.length > 1);
      });
      if (open) {
        const text = word("choose_two", open.question);
        root.querySelector("#said").textContent = text;
        root.querySelector(`[name="${open.key}-first"]`).focus();
        casekit.say(text);
        return;
      }
      wish({ do: "write", answers: answers() });
    } }, questions(), h("p", { class: "buttons" }, h("button", { class: "main", "data-k": "final" }, word("final")), h("span", { id: "said", class: "bad" })))];
}

function finale() {
  const end = sight.finale;
  const best = [...end.seats].sort((one, other) => other.score - one.score);
  return [title(word("end_title")),
    h("div", { class: "truth" }, h("h3", null, word("truth")), h("dl", null, end.truth.map(([question, answer]) => h("div", null, h("dt", null, question), h("dd", null, answer))))),
    h("ol", { class: "scores" }, best.map((each) => h("li", { class: each.winner ? "winner" : null },
      h("p", { class: "score" }, h("b", null, each.name), " ", scoreOf(each.score), each.winner ? h("span", { class: "tag good" }, word("winner")) : null,
        each.adjusted ? h("small", { class: "quiet" }, ` (${word("adjusted", each.adjusted > 0 ? `+${each.adjusted}` : each.adjusted)})`) : null),
      h("ul", null, each.answers.map((answer) => h("li", null, h("span", { class: "quiet" }, `${answer.question} `), verdict(answer.first, answer.first_right), " · ", verdict(answer.second, answer.second_right))))))),
    h("details", { class: "solution", open: solutionOpen, ontoggle: (event) => { solutionOpen = event.target.open; } }, h("summary", { "data-k": "solution" }, word("show_solution")), h("h3", null, word("solution")), prose(end.solution)),
    saving()];
}

const verdict = (text, right) => h("span", { class: right ? "hit" : "miss" }, right ? "✓ " : "✗ ", text, unseen(` (${word(right ? "right" : "wrong")})`));

// --- what was read, and the notebook ----------------------------------------------------------------

function texts() {
  const found = [...sight.texts].sort((one, other) => other.step - one.step);
  return [title(word("view_texts")), h("p", { class: "quiet" }, found.length ? word("texts_lead") : word("no_texts")),
    found.map((text) => h("article", { class: "letter", id: `text-${text.number}`, tabindex: "-1" },
      h("h3", { class: "by" }, `${text.label} · ${word("paragraph", text.number)} · ${text.aloud ? word("read_aloud_by", chair(text.by).name) : word("read_private_mark")}`),
      prose(text.prose),
      h("details", { open: Boolean(desk.remarks[text.path]) }, h("summary", { "data-k": `open-remark-${text.path}` }, word("remark")),
        writable({ "data-k": `remark-${text.path}`, rows: 2, "aria-label": word("remark"), value: desk.remarks[text.path] || "" }, table.limits.remark, (said) => { desk.remarks[text.path] = said; }))))];
}

const MARKS = ["", "out", "likely"];

function mark(key, label) {
  const now = desk.marks[key] || "";
  const said = { "": "mark_none", out: "mark_out", likely: "mark_likely" }[now];
  return h("button", { class: `mark ${now}`, "data-k": `mark-${key}`, "aria-label": word(said, label), onclick: () => {
    const next = MARKS[(MARKS.indexOf(now) + 1) % MARKS.length];
    if (next) desk.marks[key] = next; else delete desk.marks[key];
    deskChanged();
    show();
    casekit.say(word({ "": "mark_none", out: "mark_out", likely: "mark_likely" }[next], label));
  } }, h("span", { "aria-hidden": "true", class: "sign" }, { "": "", out: "✗", likely: "?" }[now]), h("span", { "aria-hidden": "true" }, label));
}

function book() {
  const ticks = new Map(sight.scene.ticks.map((each) => [each.path, each]));
  const read = new Map(sight.texts.map((each) => [each.path, each]));
  return [title(word("view_book")), h("p", { class: "quiet" }, word("book_lead")),
    h("div", { class: "suspicions" }, table.given.questions.map((each) => h("div", { role: "group", "aria-label": each.question }, h("h3", null, each.question), h("p", { class: "marks" }, each.options.map(([value, label]) => mark(`${each.key}:${value}`, label)))))),
    h("label", { class: "field" }, h("span", null, word("notes")), writable({ "data-k": "notes", rows: 7, value: desk.notes }, table.limits.notes, (said) => { desk.notes = said; })),
    h("h3", null, word("paths")), h("p", { class: "quiet" }, word("paths_lead")),
    table.given.groups.map((group) => h("table", { class: "paths" }, h("caption", null, group.title),
      group.columns.length ? h("thead", null, h("tr", null, h("td"), group.columns.map((name) => h("th", { scope: "col" }, name)))) : null,
      h("tbody", null, group.rows.map((row) => h("tr", null, h("th", { scope: "row" }, h("span", { class: "code" }, row.code), " ", row.label), row.cells.map((cell) => h("td", null, cell ? pathCell(cell, ticks.get(cell.path), read.get(cell.path)) : null)))))))];
}

function pathCell(cell, tick, text) {
  const seats = tick ? tick.seats.filter((seat) => seat !== looking) : [];
  const others = seats.length ? h("small", { class: "who" }, h("span", { "aria-hidden": "true" }, seats.map((seat) => seat + 1).join("")), unseen(`, ${word("known_to", seats.map((seat) => chair(seat).name).join(", "))}`)) : null;
  if (!text) return [h("span", { class: "number" }, h("span", { "aria-hidden": "true" }, cell.number), unseen(word("unread_text", cell.label, cell.number))), others];
  return [h("button", { class: "number read", "data-k": `path-${cell.path}`, "aria-label": word("open_text", cell.label, cell.number), onclick: () => {
    view = "texts";
    show();
    const found = root.querySelector(`#text-${text.number}`);
    if (found) { found.scrollIntoView({ block: "center" }); found.focus(); }
  } }, cell.number, " ✓"), others];
}

// --- story, case, game ------------------------------------------------------------------------------

function story() {
  const rounds = [];
  for (const each of sight.story) {
    if (!rounds.length || each.seat === null) rounds.push([]);
    rounds[rounds.length - 1].push(each);
  }
  return [title(word("view_story")), h("p", { class: "quiet" }, sight.story.length ? word("all_lines") : word("nothing_since")), rounds.reverse().map(told)];
}

function presentation() {
  const given = table.given;
  return [h("p", { class: "quiet" }, [given.level, given.author].filter(Boolean).join(" · ")), given.notes ? h("p", { class: "quiet" }, given.notes) : null,
    given.picture ? h("figure", null, h("img", { src: given.picture, alt: word("picture") })) : null, prose(given.given)];
}

function rules() {
  return [h("details", null, h("summary", { "data-k": "rules" }, word("rules_title")), h("p", { class: "rules" }, word("rules"))),
    h("details", null, h("summary", { "data-k": "principles" }, word("principles")), h("ul", { class: "prose" }, table.given.principles.map((each) => h("li", null, runs(each)))))];
}

function caseView() {
  return [title(table.given.title), presentation(), rules()];
}

function gameView() {
  return [title(word("view_game")), h("p", null, word("kept_note")), saving(), another()];
}

function saving() {
  const seats = looking === null ? (sight.finale ? sight.people : []) : [looking];
  return h("div", { class: "saving" },
    sight.finale && looking !== null ? h("label", { class: "field" }, h("span", null, word("general")), writable({ "data-k": "general", rows: 3, value: desk.general }, table.limits.remark, (said) => { desk.general = said; })) : null,
    h("p", { class: "buttons" }, seats.map((seat) => h("button", { "data-k": `log-${seat}`, onclick: () => download({ do: "log", seat }) }, several() ? word("save_log_of", chair(seat).name) : word("save_log"))),
      h("button", { "data-k": "save", onclick: () => download({ do: "save" }) }, word("save_copy")), h("span", { id: "saved", class: "quiet", role: "status" })),
    h("p", { class: "quiet small" }, word("log_note"), " ", word("secret_note")));
}

async function download(content) {
  await keepDesk();
  const answer = await send(content);
  if (answer.failed) { problem = word("failed", answer.problem || ""); show(); return; }
  const address = URL.createObjectURL(new Blob([answer.content], { type: "application/json" }));
  const link = h("a", { href: address, download: answer.file });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  const saved = root.querySelector("#saved");
  if (saved) saved.textContent = word("saved_as", answer.file);
}

function another() {
  if (!leaving) return h("p", { class: "buttons" }, h("button", { "data-k": "new", onclick: () => { leaving = true; show(); } }, word("new_game")));
  return h("p", { class: "buttons" }, h("button", { "data-k": "new-sure", onclick: async () => { await keepDesk(); leaving = false; await start(""); } }, word("new_sure")),
    h("button", { "data-k": "new", onclick: () => { leaving = false; show(); } }, word("cancel")));
}

// --- before a game ----------------------------------------------------------------------------------

async function start(said) {
  sight = null; looking = null; draft = null; desk = null; view = "turn"; problem = said;
  // The next game is of the text as it is now.
  const answer = await send({ do: "table", fresh: true });
  if (answer.failed) problem = answer.problem;
  else if (answer.given) table = answer;
  else problem = answer.problems.join(" ");
  welcome();
}

function welcome() {
  const offer = table.offer;
  const setup = { ...table.setup, seats: [...table.setup.seats], names: Array(offer.most).fill("") };
  const known = offer.skills.some((each) => each.key === setup.readers);
  root.lang = word("tag");
  root.classList.remove("playing");
  delete root.dataset.view;
  const seats = h("div", { class: "seats", id: "seats" });
  const drawSeats = () => seats.replaceChildren(...Array.from({ length: setup.players }, (_, seat) => {
    const person = setup.seats.includes(seat);
    return h("div", { class: "chair" },
      h("span", { class: "pawn seat", "data-seat": seat, "aria-hidden": "true" }, seat + 1),
      h("select", { "aria-label": word("seat", seat + 1), "data-k": `seat-${seat}`, onchange: (event) => {
        setup.seats = setup.seats.filter((each) => each !== seat);
        if (event.target.value) setup.seats.push(seat);
        drawSeats();
        seats.querySelector(`[data-k="seat-${seat}"]`).focus();
      } }, h("option", { value: "1", selected: person }, word("person")), h("option", { value: "", selected: !person }, word("simulated"))),
      person ? h("input", { "aria-label": word("name_of", seat + 1), placeholder: table.offer.player.replace("{}", seat + 1), maxlength: 40, value: setup.names[seat], oninput: (event) => { setup.names[seat] = event.target.value; } }) : null);
  }));
  drawSeats();
  root.replaceChildren(...[
    h("h1", null, table.given.title),
    problem ? h("p", { class: "notice warn", role: "alert" }, coded(problem)) : null,
    table.problems.map((each) => h("p", { class: "notice bad", role: "alert" }, coded(each))),
    h("div", { class: "welcome" }, h("div", { class: "telling" }, presentation(), rules()),
      h("div", { class: "panel starting" }, h("form", { onsubmit: async (event) => {
        event.preventDefault();
        const wanted = { do: "begin", ...setup, seats: setup.seats.filter((seat) => seat < setup.players) };
        looking = null;
        await wish(wanted);
      } }, h("h2", null, word("start_title")),
      h("label", { class: "field" }, h("span", null, word("players")), h("select", { "data-k": "players", onchange: (event) => { setup.players = Number(event.target.value); drawSeats(); } },
        Array.from({ length: offer.most - offer.fewest + 1 }, (_, at) => offer.fewest + at).map((count) => h("option", { value: count, selected: count === setup.players }, count)))),
      h("fieldset", null, h("legend", null, word("people")), seats),
      h("label", { class: "field" }, h("span", null, word("opponents")), h("select", { "data-k": "readers", onchange: (event) => { setup.readers = event.target.value; } },
        known ? null : h("option", { value: setup.readers, selected: true }, word("given_readers", setup.readers)),
        offer.skills.map((each) => h("option", { value: each.key, selected: each.key === setup.readers }, each.label)))),
      h("p", { class: "buttons" }, h("button", { class: "main big", "data-k": "begin" }, word("begin_game")))),
      table.kept.length ? h("div", { class: "kept" }, h("h3", null, word("kept_title")), h("ul", null, table.kept.map((each) =>
        h("li", null, h("button", { "data-k": `kept-${each.name}`, onclick: () => wish({ do: "resume", name: each.name }) }, word("kept_game", new Date(each.began).toLocaleString(word("tag"), { dateStyle: "medium", timeStyle: "short" }))),
          h("small", { class: "quiet" }, " ", word("kept_facts", each.names.join(", "), each.steps)))))) : null,
      h("label", { class: "field" }, h("span", null, word("load")), h("input", { type: "file", accept: ".json,application/json", onchange: async (event) => {
        const file = event.target.files[0];
        if (file) await wish({ do: "load", name: file.name, content: await file.text() });
      } }))))].flat().filter(Boolean));
}

// --- life -------------------------------------------------------------------------------------------

document.addEventListener("casekit:news", async (event) => {
  if (event.detail.topic !== root.dataset.topic || event.detail.by === tab || busy || !sight) return;
  const step = sight.step, id = sight.id;
  await look(looking);
  if (sight && (sight.step !== step || sight.id !== id)) {
    show();
    tell(step);
  }
});
window.addEventListener("pagehide", () => { keepDesk(); });

(async () => {
  const answer = await send({ do: "table" }).catch(() => ({ failed: true }));
  const loading = document.getElementById("loading");
  if (answer.failed) { loading.replaceChildren(...[coded(answer.problem || "")].flat()); return; }
  if (!answer.given) {
    loading.replaceWith(...answer.problems.map((each) => h("p", { class: "notice bad" }, coded(each))));
    return;
  }
  table = answer;
  if (!table.game) { welcome(); return; }
  await look(table.people.length === 1 ? table.people[0] : null);
  problem = "";
  show();
})();
}
