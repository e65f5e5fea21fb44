const at = (id) => document.getElementById(id);
const all = (what, within) => Array.from((within || document).querySelectorAll(what));
const sealedData = JSON.parse(at("data").textContent);
let book;
try { book = unsealed(sealedData.book, sealedData.id, "book"); }
catch (error) { at("broken").hidden = false; return; }
const words = book.words, pace = book.pace;
const KEY = "casekit-playtest:" + sealedData.id;
const SURE = ["0", "25", "50", "75", "95", "100"];
const VIEWS = ["paths", "desk", "theory", "notes", "case", "log"];
const paths = new Map(), byNumber = new Map();
book.groups.forEach((group) => group.rows.forEach((row) => row.cells.forEach((cell, place) => {
  if (!cell) { return; }
  cell.column = group.columns[place] || "";
  cell.row = row.label;
  paths.set(cell.name, cell);
  byNumber.set(cell.number, [...(byNumber.get(cell.number) || []), cell]);
})));

/* --- words and elements --- */

function said(key, ...values) {
  let place = 0;
  return words[key].replace(/\{\}/g, () => String(values[place++]));
}
const counted = (key, one, count) => (count === 1 ? said(one) : said(key, count));
const seatName = (seat) => (log && log.players > 1 ? said("player", seat + 1) : said("alone"));
function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  Object.entries(attributes || {}).forEach(([name, value]) => {
    if (value === true) { made.setAttribute(name, ""); } else if (value !== false && value !== null) { made.setAttribute(name, value); }
  });
  made.append(...children);
  return made;
}
function button(id, text, act, kind) {
  const made = element("button", { type: "button", id: id, class: kind || null }, text);
  made.addEventListener("click", act);
  return made;
}
const buttons = (...inside) => element("p", { class: "buttons" }, ...inside);
function proseOf(runs, tag) {
  const made = element(tag || "p", { lang: book.language });
  runs.forEach(([text, marks]) => {
    let inner = document.createTextNode(text);
    if (marks.includes("e")) { inner = element("em", {}, inner); }
    if (marks.includes("s")) { inner = element("strong", {}, inner); }
    made.append(inner);
  });
  return made;
}
function tell(text) { at("told").textContent = ""; setTimeout(() => { at("told").textContent = text; }, 30); }

/* --- the state: the log itself, what is chosen, and hypotheses that are not written down yet --- */

let log = null, chosen = null, drafts = {}, view = "desk", keeps = true, asked = "";
let since = performance.now(), spentBefore = 0;
const seconds = () => Math.floor(spentBefore + (performance.now() - since) / 1000);

function stored() {
  try { return JSON.parse(localStorage.getItem(KEY)); } catch (error) { return null; }
}
function keep() {
  log.seconds = seconds();
  try { localStorage.setItem(KEY, JSON.stringify({ log: log, drafts: drafts })); keeps = true; } catch (error) { keeps = false; }
}
function random(below) {
  const drawn = new Uint32Array(1);
  crypto.getRandomValues(drawn);
  return drawn[0] % below;
}
function newLog(players) {
  const digests = {};
  paths.forEach((path, name) => { digests[name] = book.digests[name]; });
  return {
    format: book.format, version: book.version,
    case: { title: book.title, file: book.file, language: book.language, hash: sealedData.id, given: book.givenDigest, paths: digests },
    id: Array.from({ length: 4 }, () => random(65536).toString(16).padStart(4, "0")).join(""),
    began: new Date().toISOString(), tester: "", players: players, stage: "play", ended: null, extended: false, revealed: false,
    claimant: null, seconds: 0, turn: 0, seat: players - 1, points: 0, track: pace.start[players - 1],
    course: random(pace.courses[players - 1].length), drawn: 0,
    tokens: Array(players).fill(pace.tokens[players - 1]), spent: Array(players).fill(0), places: Array(players).fill(null),
    read: [], hypotheses: [], remarks: [], notes: "", general: ""
  };
}
function exported() {
  log.seconds = seconds();
  const found = JSON.parse(JSON.stringify(log).replace(/\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g, "\ufffd"));
  delete found.seal;
  found.seal = hexOf(sha256(bytesOf(canonical(found))));
  return found;
}
const logText = () => JSON.stringify(exported(), null, 1) + "\n";
const isRead = (path) => log.read.some((each) => each.number === path.number);
const ready = () => log.stage === "play" || log.stage === "last";

/* --- turns --- */

function card() {
  const course = pace.courses[log.players - 1][log.course % pace.courses[log.players - 1].length];
  return log.drawn > 0 ? pace.cards[course[log.drawn - 1]] : null;
}
function nextTurn() {
  const course = pace.courses[log.players - 1][log.course];
  log.drawn += 1;
  const steps = log.drawn <= course.length ? card().steps : pace.end;
  log.track = Math.min(pace.end, log.track + steps);
  if (log.drawn > course.length) { log.drawn = course.length; }
  if (log.track >= pace.end) {
    log.stage = pace.arrived;
    log.points = 0;
  } else {
    startTurn();
  }
}
function startTurn() {
  log.turn += 1;
  log.seat = (log.seat + 1) % log.players;
  log.points = pace.points;
}
function endTurn() {
  const back = Math.min(log.points, log.spent[log.seat]);
  log.tokens[log.seat] += back;
  log.spent[log.seat] -= back;
  log.points = 0;
  chosen = null;
  if (log.stage === "last") { finish(pace.arrived); } else { nextTurn(); }
  keep();
  show("desk");
  if (log.stage === "play") { tell(said("next_turn", seatName(log.seat)) + " " + told(card())); }
  at("desk").focus();
}
function told(drawn) {
  const steps = drawn ? drawn.steps : 0;
  return steps === 0 ? said("stays") : steps === 1 ? said("one_step") : said("steps", steps);
}
function useToken() {
  log.tokens[log.seat] -= 1;
  log.spent[log.seat] += 1;
  log.points += 1;
  keep();
  show();
  tell(standing());
}
function finish(how) {
  log.ended = how;
  log.stage = "final";
  log.points = 0;
  keep();
}
const cost = (path) => pace.read + (log.places[log.seat] === path.place ? 0 : path.entry);
function read() {
  const path = paths.get(chosen);
  log.points -= cost(path);
  log.places[log.seat] = path.place;
  log.read.push({ path: path.name, number: path.number, seconds: seconds(), turn: log.turn, seat: log.seat });
  keep();
  show("desk");
  tell(said("opened", path.number, standing()));
  at("text").focus();
}

/* --- what is shown --- */

function standing() {
  if (log.stage !== "play" && log.stage !== "last") { return said("arrived"); }
  const points = log.points === 0 ? said("no_points") : counted("points", "one_point", log.points);
  const tokens = counted("tokens", "one_token", log.tokens[log.seat]);
  const who = log.players > 1 ? seatName(log.seat) + " · " : "";
  return who + said("turn", log.turn) + " · " + points + " · " + tokens;
}
function showBar() {
  const game = at("game");
  Object.assign(game.dataset, { stage: log.stage, turn: log.turn, seat: log.seat, points: log.points, track: log.track, read: log.read.length, tokens: log.tokens[log.seat] });
  at("standing").textContent = log.stage === "play" || log.stage === "last" ? standing() : said("arrived");
  if (log.ended === pace.claimed) { at("standing").textContent = said("turn", log.turn); }
  const track = at("track");
  track.textContent = "";
  track.setAttribute("aria-label", said("track", log.track, pace.end));
  for (let space = 1; space <= pace.end; space++) {
    if (space > 1) { track.append(element("i", { class: space <= log.track ? "gone" : null })); }
    const kind = space === log.track ? "here" : space < log.track ? "gone" : space === pace.end ? "end" : null;
    track.append(element("b", { class: kind }));
  }
  const token = at("use-token");
  token.textContent = said("use_token");
  token.hidden = at("end-turn").hidden = !ready();
  token.disabled = log.tokens[log.seat] < 1;
}
function showViews() {
  at("game").dataset.view = view;
  all("#views button").forEach((each) => {
    // Where the table is always there, the paragraph is beside it.
    const here = each.dataset.show === view || (each.dataset.show === "desk" && view === "paths" && matchMedia("(min-width: 60rem)").matches);
    if (here) { each.setAttribute("aria-current", "true"); } else { each.removeAttribute("aria-current"); }
  });
}
function showTable() {
  all("#table button[data-path]").forEach((each) => {
    const path = paths.get(each.dataset.path), was = isRead(path);
    if (was) { each.dataset.read = "true"; } else { delete each.dataset.read; }
    if (chosen === path.name) { each.setAttribute("aria-current", "true"); } else { each.removeAttribute("aria-current"); }
    const what = [path.row, path.column].filter(Boolean).join(", ");
    each.setAttribute("aria-label", what + ": " + said("paragraph", path.number) + (was ? ", " + said("read_mark") : ""));
  });
}
function showDesk() {
  const path = chosen === null ? null : paths.get(chosen), offer = at("offer"), text = at("text"), drawn = card();
  offer.textContent = text.textContent = at("card").textContent = at("after").textContent = "";
  text.removeAttribute("tabindex");
  delete text.dataset.path;
  at("remark-field").hidden = true;
  showEnding();
  if (path === null) {
    at("desk-title").textContent = !ready() ? "" : log.players > 1 ? said("next_turn", seatName(log.seat)) : said("your_turn");
    if (drawn) {
      const box = at("card");
      if (drawn.title) { box.append(element("p", { class: "name" }, drawn.title)); }
      if (drawn.prose.length) { box.append(proseOf(drawn.prose)); }
      box.append(element("p", { class: "steps" }, told(drawn)));
    }
    if (ready()) { offer.append(element("p", {}, said("desk_empty"))); }
  } else {
    at("desk-title").textContent = path.label;
    if (isRead(path)) { showText(path); } else { showOffer(path, offer); }
  }
  const back = at("to-paths");
  back.hidden = !ready();
  back.textContent = said(path === null ? "choose_path" : "to_paths");
  back.className = path === null ? "narrow main" : "narrow";
}
function showText(path) {
  const text = at("text"), seen = unsealed(sealedData.texts[path.number], sealedData.id, String(path.number));
  text.append(element("p", { class: "note" }, said("paragraph", path.number)), ...seen.map((runs) => proseOf(runs)));
  text.dataset.path = path.name;
  text.setAttribute("tabindex", "-1");
  at("remark-field").hidden = false;
  at("remark").placeholder = said("remark_hint");
  const before = log.remarks.find((each) => each.path === path.name);
  at("remark").value = before ? before.text : "";
  if (ready() && log.points === 0) { at("after").append(buttons(button("after-end", said("end_turn"), endTurn, "main"))); }
}
function showOffer(path, offer) {
  if (!ready()) { offer.append(element("p", {}, said("after_end"))); return; }
  const price = cost(path);
  if (price > pace.read) { offer.append(element("p", { class: "note" }, said("price", price - pace.read, pace.read))); }
  if (price <= log.points) {
    const words_ = price === 1 ? said("read_it_one", path.number) : said("read_it", path.number, price);
    offer.append(buttons(button("read", words_, read, "main")));
    return;
  }
  offer.append(element("p", {}, said("too_dear", price, log.points)));
  const ways = [button("offer-end", said("end_turn"), endTurn, "main")];
  if (log.tokens[log.seat] > 0 && log.points + log.tokens[log.seat] >= price) { ways.unshift(button("offer-token", said("use_token"), () => { useToken(); (at("read") || at("offer-token")).focus(); }, "main")); }
  offer.append(buttons(...ways));
}
function showEnding() {
  const box = at("ending");
  box.textContent = "";
  box.hidden = ready();
  if (log.stage === pace.arrived) {
    box.append(element("p", {}, said("last")), buttons(
      button("to-final", said("to_final"), () => { finish(pace.arrived); show("theory"); at("theory").focus(); }, "main"),
      button("last-turn", said("last_turn"), () => { log.stage = "last"; log.extended = true; startTurn(); keep(); show("desk"); at("desk").focus(); })));
  } else if (log.stage === "final") {
    box.append(element("p", {}, said("final_lead")), buttons(button("to-final", said("to_final"), () => { show("theory"); at("theory").focus(); }, "main")));
  } else if (log.stage === "over") {
    box.append(element("p", {}, said("end_lead")), buttons(button("to-log", said("view_log"), () => { show("log"); at("log-view").focus(); }, "main")));
  }
}

/* --- hypotheses --- */

const written = (seat, final) => log.hypotheses.filter((each) => each.seat === seat && (!final || each.final));
const waiting = () => Array.from({ length: log.players }, (_, seat) => seat).filter((seat) => !written(seat, true).length);
function whose() { return log.players > 1 ? Number(at("whose").value) : 0; }
function draftOf(seat) {
  if (drafts[seat]) { return drafts[seat]; }
  const last = written(seat).pop(), found = {};
  book.questions.forEach((question) => {
    const before = last && last.answers.find((each) => each.element === question.key);
    found[question.key] = before ? { first: before.first || "", second: before.second || "", confidence: String(before.confidence || 0) } : { first: "", second: "", confidence: "0" };
  });
  return found;
}
function choice(question, rank, value, caption, options, disabled) {
  const select = element("select", { "data-question": question.key, "data-rank": rank, disabled: disabled });
  options.forEach(([each, text]) => select.append(element("option", { value: each }, text)));
  select.value = value;
  return element("label", {}, element("span", {}, caption), select);
}
function showTheory() {
  const chooser = at("whose"), before = chooser.value, final = log.stage === "final";
  at("whose-field").hidden = log.players === 1;
  chooser.textContent = "";
  for (let seat = 0; seat < log.players; seat++) { chooser.append(element("option", { value: seat }, seatName(seat))); }
  chooser.value = final && waiting().length && !waiting().includes(Number(before || 0)) ? waiting()[0] : before === "" ? (ready() ? log.seat : 0) : before;
  at("theory-lead").textContent = said(final ? "final_lead" : log.stage === "over" ? "end_lead" : "theory_lead");
  const seat = whose(), draft = draftOf(seat), form = at("hypotheses"), closed = log.stage === "over" || (final && written(seat, true).length > 0);
  form.textContent = "";
  delete form.dataset.asked;
  book.questions.forEach((question) => {
    const options = [["", said("unknown")], ...question.options], mine = draft[question.key];
    form.append(element("fieldset", {}, element("legend", {}, question.question),
      choice(question, "first", mine.first, said("first", question.points[0]), options, closed),
      choice(question, "second", mine.second, said("second", question.points[1]), options, closed),
      choice(question, "confidence", mine.confidence, said("confidence"), SURE.map((each) => [each, said("sure_" + each)]), closed)));
  });
  const last = written(seat).pop();
  if (last) { form.append(element("p", { class: "note", id: "written" }, counted("written", "written_one", last.read))); }
  form.append(element("p", { id: "wrong", role: "alert" }));
  if (!closed && log.stage !== pace.arrived) {
    form.append(element("p", {}, element("button", { type: "submit", id: final ? "final" : "write-down", class: "main" }, said(final ? "final" : "write_down"))));
  }
  showClaim();
}
function showClaim() {
  const box = at("claiming");
  box.textContent = "";
  if (log.stage === pace.arrived) { box.append(buttons(button("theory-final", said("to_final"), () => { finish(pace.arrived); show("theory"); at("theory").focus(); }, "main"))); }
  if (!ready()) { return; }
  box.append(element("p", { class: "note" }, said("claim_note", pace.falseClaim)));
  if (asked === "claim") {
    box.append(buttons(
      button("claim-sure", said("claim_sure"), () => { asked = ""; log.claimant = log.seat; finish(pace.claimed); show("theory"); at("theory").focus(); }, "main"),
      button("claim-not", said("cancel"), () => { asked = ""; show(); at("claim").focus(); })));
  } else {
    box.append(buttons(button("claim", said("claim"), () => { asked = "claim"; show(); at("claim-sure").focus(); })));
  }
}
function collect() {
  const found = {};
  all("#hypotheses select").forEach((select) => {
    found[select.dataset.question] = Object.assign(found[select.dataset.question] || {}, { [select.dataset.rank]: select.value });
  });
  return found;
}
function stillOpen() {
  // what was asked is asked again of other answers
  if (!at("hypotheses").dataset.asked) { return; }
  delete at("hypotheses").dataset.asked;
  at("wrong").textContent = "";
  at("final").textContent = said("final");
}
function writeDown(event) {
  event.preventDefault();
  const found = collect(), seat = whose(), final = log.stage === "final";
  const same = book.questions.find((question) => found[question.key].first && found[question.key].first === found[question.key].second);
  all("#hypotheses select").forEach((select) => { select.removeAttribute("aria-invalid"); });
  if (same) {
    const select = all("#hypotheses select").find((each) => each.dataset.question === same.key && each.dataset.rank === "second");
    select.setAttribute("aria-invalid", "true");
    at("wrong").textContent = said("differ", same.question);
    select.focus();
    return;
  }
  const open = book.questions.filter((question) => !found[question.key].first);
  if (final && open.length && !at("hypotheses").dataset.asked) {
    at("hypotheses").dataset.asked = "yes";
    at("wrong").textContent = said("left_open", open.map((question) => question.question).join(" "));
    at("final").textContent = said("final_open");
    all("#hypotheses select").find((each) => each.dataset.question === open[0].key && each.dataset.rank === "first").focus();
    return;
  }
  log.hypotheses.push({
    seconds: seconds(), read: log.read.length, turn: log.turn, seat: seat, final: final,
    answers: book.questions.map((question) => ({
      element: question.key, first: found[question.key].first || null, second: found[question.key].second || null,
      confidence: Number(found[question.key].confidence) || null
    }))
  });
  delete drafts[seat];
  if (final && !waiting().length) { log.stage = "over"; }
  keep();
  if (log.stage === "over") { show("log"); at("log-view").focus(); tell(said("end_lead")); return; }
  if (final) { at("whose").value = waiting()[0]; }
  show();
  tell(final ? said("final_whose", seatName(waiting()[0])) : counted("written", "written_one", log.read.length));
  (at("write-down") || at("theory")).focus();
}

/* --- notes, the log, the end --- */

function showNotes() {
  at("notes").value = log.notes;
  const list = at("history");
  list.textContent = "";
  log.read.forEach((each) => {
    const path = paths.get(each.path);
    const again = element("button", { type: "button", "data-again": path.name }, path.number + " · " + path.label);
    again.addEventListener("click", () => choose(path.name));
    list.append(element("li", {}, again));
  });
  if (!log.read.length) { list.append(element("li", { class: "note" }, said("nothing_read"))); }
}
function showLog() {
  at("tester").value = log.tester;
  at("general").value = log.general;
  at("log-title").textContent = said(log.stage === "over" ? "end_title" : "view_log");
  at("log-lead").textContent = said(log.stage === "over" ? "end_lead" : "log_lead") + (keeps ? "" : " " + said("unsaved"));
  at("log-text").value = logText();
  showSolution();
  const box = at("restarting");
  box.textContent = "";
  if (asked === "restart") {
    box.append(element("p", {}, said("restart_lead")), buttons(
      button("restart-sure", said("restart_sure"), () => { try { localStorage.removeItem(KEY); } catch (error) { /* there was nothing */ } log = null; location.reload(); }),
      button("restart-not", said("cancel"), () => { asked = ""; show(); at("restart").focus(); })));
  } else {
    box.append(buttons(button("restart", said("restart"), () => { asked = "restart"; show(); at("restart-not").focus(); })));
  }
}
function showSolution() {
  const box = at("revealing");
  box.textContent = "";
  if (log.stage !== "over") { return; }
  if (!log.revealed) {
    box.append(buttons(button("reveal", said("reveal"), () => { log.revealed = true; keep(); show(); at("solution-title").focus(); })));
    return;
  }
  const solution = unsealed(sealedData.solution, sealedData.id, "solution");
  const title = element("h3", { id: "solution-title", tabindex: "-1" }, said("solution"));
  const prose = element("div", { class: "prose", id: "solution" }, ...solution.prose.map((runs) => proseOf(runs)));
  box.append(title, prose);
  const marks = waiting().length ? [] : Array.from({ length: log.players }, (_, seat) => marked(seat, solution.answers));
  const claimed = log.claimant === null ? null : marks[log.claimant];
  marks.forEach((mark, seat) => {
    let points = mark.points;
    if (claimed) { points -= seat === log.claimant ? pace.falseClaim * mark.wrong : pace.trueClaim * claimed.right; }
    box.append(element("table", { class: "score", "data-seat": seat, "data-points": points },
      element("caption", {}, said("score", seatName(seat), points)), element("tbody", {}, ...mark.rows)));
  });
}
function marked(seat, answers) {
  const last = written(seat, true).pop(), found = { points: 0, right: 0, wrong: 0, rows: [] };
  book.questions.forEach((question) => {
    const mine = last.answers.find((each) => each.element === question.key), truth = answers[question.key];
    const labels = new Map(question.options);
    if (truth === null) { return; }
    const first = mine.first === truth, second = mine.second === truth;
    found.points += first ? question.points[0] : second ? question.points[1] : 0;
    found[first ? "right" : "wrong"] += 1;
    const result = first ? said("right") + " (" + said("first_short") + ")" : second ? said("right") + " (" + said("second_short") + ")" : said("wrong");
    found.rows.push(element("tr", {}, element("th", { scope: "row" }, question.question), element("td", {}, said("truth", labels.get(truth) || truth)), element("td", {}, result)));
  });
  return found;
}
let saved = true;
function saveLog() {
  const name = book.file.replace(/\.[^.]*$/, "") + "-" + log.id + ".playtest.json";
  const link = element("a", { href: URL.createObjectURL(new Blob([logText()], { type: "application/json" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 2000);
  at("log-told").textContent = said("saved", name);
  tell(said("saved", name));
  saved = true;
}
function copyLog() {
  const text = logText(), area = at("log-text");
  const done = () => { at("log-told").textContent = said("copied"); tell(said("copied")); saved = true; };
  const byHand = () => {
    at("log-details").open = true;
    area.focus();
    area.select();
    let copied = false;
    try { copied = document.execCommand("copy"); } catch (error) { copied = false; }
    if (copied) { done(); } else { at("log-told").textContent = said("not_copied"); tell(said("not_copied")); }
  };
  area.value = text;
  if (navigator.clipboard && navigator.clipboard.writeText) { navigator.clipboard.writeText(text).then(done, byHand); } else { byHand(); }
}

/* --- choosing --- */

function choose(name) {
  chosen = name;
  show("desk");
  window.scrollTo(0, 0);
  at("others").scrollTop = 0;
  const path = paths.get(name);
  if (isRead(path)) { at("text").focus(); } else { (at("read") || at("offer-token") || at("offer-end") || at("desk")).focus(); }
}
function lookUp(event) {
  event.preventDefault();
  const number = at("number").value.trim(), found = byNumber.get(Number(number));
  if (!found) { tell(said("no_number", number || "–")); at("number").select(); return; }
  at("number").value = "";
  choose(found[0].name);
}
function show(which) {
  if (which) { view = which; }
  showBar();
  showViews();
  showTable();
  showDesk();
  showTheory();
  showNotes();
  showLog();
}

/* --- the page is made --- */

function table(group) {
  const body = element("tbody", {});
  group.rows.forEach((row) => {
    const line = element("tr", {}, element("th", { scope: "row" }, element("span", { class: "code" }, row.code), " ", row.label));
    row.cells.forEach((cell) => {
      const box = element("td", {});
      if (cell) {
        const opener = element("button", { type: "button", "data-path": cell.name, "data-number": cell.number }, String(cell.number));
        opener.addEventListener("click", () => choose(cell.name));
        box.append(opener);
      } else { box.append("–"); }
      line.append(box);
    });
    body.append(line);
  });
  const made = element("table", {}, element("caption", {}, group.title));
  if (group.columns.length) {
    made.append(element("thead", {}, element("tr", {}, element("td", {}), ...group.columns.map((each) => element("th", { scope: "col" }, each)))));
  }
  made.append(body);
  return made;
}
function make() {
  all("[data-word]").forEach((each) => { each.textContent = said(each.dataset.word); });
  all("[data-book]").forEach((each) => { each.textContent = book[each.dataset.book]; });
  const parts = {
    byline: (box) => box.append([book.level, book.author, book.notes].filter(Boolean).join(" · ")),
    picture: (box) => { if (book.picture) { box.append(element("img", { src: book.picture, alt: said("picture") })); } else { box.hidden = true; } },
    given: (box) => box.append(...book.given.map((runs) => proseOf(runs))),
    principles: (box) => { box.append(...book.principles.map((runs) => proseOf(runs, "li"))); box.hidden = !book.principles.length; },
    how: (box) => box.append(said("how", pace.points))
  };
  all("[data-part]").forEach((each) => parts[each.dataset.part](each));
  at("table").append(...book.groups.filter((group) => group.rows.length).map(table));
  VIEWS.forEach((each) => {
    const tab = element("button", { type: "button", "data-show": each }, said("view_" + each));
    tab.addEventListener("click", () => { show(each); window.scrollTo(0, 0); });
    at("views").append(tab);
  });
  at("views").setAttribute("aria-label", said("views"));
  pace.start.forEach((space, place) => {
    if (space >= pace.end) { return; }
    const label = element("label", {}, element("input", { type: "radio", name: "players", value: place + 1, checked: place === 0 }), counted("many", "alone", place + 1));
    at("players").append(label);
  });
  at("players").addEventListener("change", () => { at("share").textContent = Number(all("[name=players]:checked")[0].value) > 1 ? said("share") : ""; });
  at("begin").addEventListener("click", () => {
    log = newLog(Number(all("[name=players]:checked")[0].value));
    since = performance.now();
    nextTurn();
    keep();
    play();
    at("desk").focus();
  });
  at("end-turn").addEventListener("click", endTurn);
  at("use-token").addEventListener("click", () => { useToken(); });
  at("by-number").addEventListener("submit", lookUp);
  at("to-paths").addEventListener("click", () => { show("paths"); window.scrollTo(0, 0); at("paths").focus(); });
  at("hypotheses").addEventListener("submit", writeDown);
  at("hypotheses").addEventListener("change", () => { drafts[whose()] = collect(); keep(); stillOpen(); });
  at("whose").addEventListener("change", () => { showTheory(); });
  at("notes").addEventListener("input", () => { log.notes = at("notes").value; keep(); });
  at("tester").addEventListener("input", () => { log.tester = at("tester").value; keep(); at("log-text").value = logText(); });
  at("general").addEventListener("input", () => { log.general = at("general").value; keep(); at("log-text").value = logText(); });
  at("remark").addEventListener("input", () => {
    const text = at("remark").value;
    log.remarks = log.remarks.filter((each) => each.path !== chosen);
    if (text.trim()) { log.remarks.push({ path: chosen, text: text, seconds: seconds() }); }
    keep();
  });
  at("save").addEventListener("click", saveLog);
  at("copy").addEventListener("click", copyLog);
  window.addEventListener("beforeunload", (event) => {
    if (log) { keep(); }
    if (log && !keeps && !saved) { event.preventDefault(); event.returnValue = ""; }
  });
  setInterval(() => { if (log && log.stage !== "over") { keep(); } }, 20000);
}
function play() {
  at("start").hidden = true;
  at("game").hidden = false;
  saved = false;
  show("desk");
  window.scrollTo(0, 0);
}
make();
const before = stored();
if (before && before.log && before.log.case && before.log.case.hash === sealedData.id) {
  log = before.log;
  drafts = before.drafts || {};
  spentBefore = log.seconds;
  play();
  tell(said("resumed"));
} else {
  at("start").hidden = false;
}
