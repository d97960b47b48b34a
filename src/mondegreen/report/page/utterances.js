"use strict";
// The list of utterances: one article each.

const LONG = 4000; // letters
const sideBySide = () => many && find("side-by-side").checked;
const letters = () => find("level").value === "letters";
const wordless = (data.sessions ?? []).length > 0 && !data.sessions.some((each) => each.s.some((part) => part?.w)); // who spoke when, alone

// Ids may look the same: the second row of an id has ~2 after it, so that each row has a link of its own.
const keys = new Set(data.utterances.map((utterance) => utterance.i));
const times = new Map();
for (const utterance of [...data.utterances].sort((a, b) => a.n - b.n)) {
  utterance.k = utterance.i;
  for (let time = times.get(utterance.i) ?? 1; ; time++) {
    if (time > 1) utterance.k = `${utterance.i}~${time}`;
    if (time > 1 && keys.has(utterance.k)) continue;
    times.set(utterance.i, time + 1);
    break;
  }
  keys.add(utterance.k);
}

// A text is written once: pieces that are equal are lengths in the text that was compared, and a text
// that can be put together from pieces is not there.

const PERFECT = { e: 0, p: 0 };
/** What a system has of an utterance; null where the utterance is not in its run. */
const partOf = (utterance, at) => (utterance.s[at] === 0 ? PERFECT : utterance.s[at]);
const partsOf = (utterance) => utterance.s.map((_, at) => partOf(utterance, at));
/** The reference as it was compared. */
const comparedOf = (utterance, part) => part.c ?? utterance.c ?? utterance.r;

/** The pieces of a part: texts that are equal, and differences {r, h, f, y, t}; null where there are none. */
function piecesOf(utterance, part) {
  const text = comparedOf(utterance, part);
  if (text === null || (part.d === undefined && (part.e !== 0 || part.u))) return null;
  if (part.d === undefined) return text === "" ? [] : [text];
  let at = 0;
  const take = (length) => {
    const taken = text.slice(at, at + length);
    if (length) at += length + data.space.length;
    return taken;
  };
  return part.d.map((piece) => {
    if (typeof piece === "number") return take(piece);
    const [length, h, f, y] = piece;
    const r = take(length);
    return f ? { r, h, f: data.reasons[f - 1], y } : { r, h, t: y ?? null };
  });
}

/** What a system wrote, as it was given; null where it is not known, or nothing was given. */
function writtenOf(utterance, part) {
  if (part.h !== undefined) return part.h;
  const pieces = piecesOf(utterance, part);
  if (pieces === null) return null;
  return pieces.map((piece) => (typeof piece === "string" ? piece : piece.h)).filter((text) => text !== "").join(data.space);
}

/** Which token is aligned with which in a difference. */
function tokenPairs(piece) {
  if (piece.t) return piece.t;
  if (piece.r && piece.h) return [[piece.r, piece.h]];
  const tokens = (text) => (data.space ? text.split(data.space) : [text]);
  return piece.r ? tokens(piece.r).map((token) => [token, ""]) : tokens(piece.h).map((token) => ["", token]);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Two texts cut into pieces that are equal and pieces that are not, by letters with their accents. */
function letterPieces(said, written) {
  const [a, b] = [said, written].map((text) => [...graphemes.segment(text)].map((each) => each.segment));
  const width = b.length + 1;
  if (a.length * width > 250000) return [[said, written]];
  const cost = new Uint32Array((a.length + 1) * width);
  for (let j = 0; j < width; j++) cost[a.length * width + j] = b.length - j;
  for (let i = a.length - 1; i >= 0; i--) {
    cost[i * width + b.length] = a.length - i;
    for (let j = b.length - 1; j >= 0; j--) {
      const down = cost[(i + 1) * width + j];
      const right = cost[i * width + j + 1];
      const both = cost[(i + 1) * width + j + 1];
      cost[i * width + j] = a[i] === b[j] ? both : 1 + Math.min(down, right, both);
    }
  }
  const pieces = [];
  const put = (r, h, equal) => {
    const last = pieces.at(-1);
    if (last && last[2] === equal) [last[0], last[1]] = [last[0] + r, last[1] + h];
    else pieces.push([r, h, equal]);
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const here = cost[i * width + j];
    if (i < a.length && j < b.length && a[i] === b[j]) put(a[i++], b[j++], true);
    else if (i < a.length && j < b.length && here === 1 + cost[(i + 1) * width + j + 1]) put(a[i++], b[j++], false);
    else if (i < a.length && here === 1 + cost[(i + 1) * width + j]) put(a[i++], "", false);
    else put("", b[j++], false);
  }
  return pieces;
}

function difference(piece) {
  if (piece.f) {
    const parts = [];
    if (piece.r) parts.push(make("s", {}, piece.r));
    if (piece.r && piece.h) parts.push(" ");
    if (piece.h) parts.push(piece.h);
    const said = piece.r || "nothing";
    const written = piece.h || "nothing";
    return make(
      "span",
      { class: "forgiven", tabindex: "0", role: "note", "aria-label": `forgiven, ${piece.f}: ${piece.y}. Reference ${said}, hypothesis ${written}` },
      ...parts,
      make("small", {}, piece.f),
      make("span", { class: "why" }, `${piece.f}: ${piece.y}`),
    );
  }
  if (letters() && piece.r && piece.h) {
    const line = make("span", { class: "letters" });
    for (const [said, written] of letterPieces(piece.r, piece.h)) {
      if (said === written) line.append(said);
      else {
        if (said) line.append(make("del", {}, said));
        if (written) line.append(make("ins", {}, written));
      }
    }
    return line;
  }
  const both = make("span", {});
  if (piece.r) both.append(make("del", {}, piece.r));
  if (piece.r && piece.h) both.append(data.space);
  if (piece.h) both.append(make("ins", {}, piece.h));
  return both;
}

function line(utterance, part) {
  const pieces = piecesOf(utterance, part);
  const written = writtenOf(utterance, part);
  const paragraph = make("p", { class: "diff", dir: direction(utterance.r || written) });
  if (pieces === null) {
    paragraph.append(make("span", { class: "blank" }, part.w ?? written ?? "(text not stored)"));
    return paragraph;
  }
  pieces.forEach((piece, at) => {
    if (at) paragraph.append(data.space);
    paragraph.append(typeof piece === "string" ? piece : difference(piece));
  });
  if (part.w) paragraph.append(" ", make("span", { class: "blank" }, part.w));
  else if (!pieces.length) paragraph.append(make("span", { class: "blank" }, wordless ? "(no words)" : "(empty, as it should be)"));
  return paragraph;
}

function rateOf(part) {
  if (part === null) return "–";
  if (part.u) return "not judged";
  if (part.p === null) return part.e === null ? "not scored" : part.e ? "no rate" : "–";
  return percent(part.p);
}

function errorsOf(part) {
  if (part === null || part.e === null || !data.has_errors) return "";
  return counted(part.e, "error", "errors");
}

/** The mark of a system, from the table of systems; none where no table has it. */
const markOf = (at) => document.querySelector(`svg[data-mark="${at}"]`)?.cloneNode(true) ?? "";

function given(utterance) {
  const list = make("dl", { class: "given" });
  const add = (name, text, why) => {
    const shown = text === null || text === "" ? make("span", { class: "blank" }, why ?? "(empty)") : text;
    list.append(make("dt", {}, make("bdi", {}, name)), make("dd", { dir: "auto" }, shown));
  };
  add("reference", utterance.r, utterance.r === null ? "(text not stored)" : "(empty)");
  partsOf(utterance).forEach((part, at) => {
    const name = many ? data.systems[at] : "hypothesis";
    if (part === null) add(name, null, "(not in this run)");
    else add(name, writtenOf(utterance, part), part.w ?? (utterance.r === null ? "(text not stored)" : "(empty)"));
    if (part?.n) add("", part.n);
  });
  return make("details", {}, make("summary", {}, "texts as given"), list);
}

function article(utterance) {
  const shown = sideBySide() ? null : partOf(utterance, system());
  const link = make("a", { href: `#${fragmentOf(utterance)}`, class: "link", title: "link to this row", "aria-label": `link to ${utterance.i}` }, "#");
  link.addEventListener("click", () => (linked = utterance));
  const head = make("header", {}, make("h3", {}, make("bdi", {}, utterance.i)), link);
  if (!sideBySide()) head.append(make("span", { class: "rate-of" }, rateOf(shown)), make("span", {}, errorsOf(shown)));
  const meta = data.columns.map((name, at) => (utterance.m[at] === "" ? null : `${name}: ${utterance.m[at]}`));
  const known = meta.filter((text) => text !== null).join(" · ");
  if (known) head.append(make("span", {}, make("bdi", {}, known)));
  const body = make("article", { class: (utterance.r ?? "").length > LONG ? "utterance long" : "utterance", tabindex: "-1", id: `utterance-${utterance.k}` }, head);
  if (sideBySide()) {
    const lines = make("div", { class: "lines" });
    for (const at of data.order) {
      const part = partOf(utterance, at);
      lines.append(make("span", { class: "who" }, markOf(at), " ", make("bdi", {}, data.systems[at])));
      lines.append(make("span", { class: "rate-of" }, rateOf(part)));
      if (part === null) lines.append(make("p", { class: "diff blank" }, "(not in this run)"));
      else lines.append(line(utterance, part));
    }
    body.append(lines);
  } else if (shown === null) body.append(make("p", { class: "diff blank" }, "(not in this run)"));
  else body.append(line(utterance, shown));
  if (utterance.a) body.append(make("audio", { controls: "", preload: "none", src: utterance.a, "aria-label": `recording of ${utterance.i}` }));
  body.append(given(utterance));
  return body;
}

// -- the list -------------------------------------------------------------------------------------

const list = find("list");
const controls = find("controls");
const chip = find("chip");
let special = null; // a difference or a range of rates that was clicked: {label, test}
let found = [];
let drawn = 0;

/** All texts of an utterance, folded; made when something is searched for the first time. */
function searchedOf(utterance) {
  if (utterance.searched === undefined) {
    const heard = partsOf(utterance).map((part) => part && (writtenOf(utterance, part) ?? part.w));
    utterance.searched = fold([utterance.i, utterance.r, ...heard].join("\n"));
  }
  return utterance.searched;
}

/** The parts of an utterance that the filters look at: of one system, or of all. */
const looked = (utterance) => (sideBySide() ? partsOf(utterance) : [partOf(utterance, system())]).filter((part) => part);
const worst = (utterance, key) => Math.max(-1, ...looked(utterance).map((part) => part[key] ?? (key === "p" && part.e ? Infinity : -1)));
const reasons = (part) => (part.d ?? []).filter((piece) => piece[2]).map((piece) => data.reasons[piece[2] - 1]);

function states(value) {
  if (value === "wrong") return (part) => part.e > 0;
  if (value === "perfect") return (part) => part.e === 0;
  if (value === "forgiven") return (part) => reasons(part).length > 0;
  return (part) => part.w === value.slice(1);
}

function filters() {
  const tests = [];
  const words = fold(find("search").value).split(/\s+/).filter(Boolean);
  if (words.length) tests.push((utterance) => words.every((word) => searchedOf(utterance).includes(word)));
  const state = find("state").value;
  if (state) tests.push((utterance) => looked(utterance).some(states(state)));
  const reason = find("reason")?.value;
  if (reason) tests.push((utterance) => looked(utterance).some((part) => reasons(part).includes(reason)));
  const slice = find("slice")?.value;
  if (slice) {
    const [column, value] = [Number(slice.split("=", 1)[0]), slice.slice(slice.indexOf("=") + 1)];
    tests.push((utterance) => utterance.m[column] === value);
  }
  if (special) {
    tests.push((utterance) => {
      const part = partOf(utterance, system());
      return part && special.test(part, utterance);
    });
  }
  return tests;
}

const spread = (utterance) => {
  const rates = partsOf(utterance).map((part) => part?.p).filter((rate) => rate !== null && rate !== undefined);
  return rates.length > 1 ? Math.max(...rates) - Math.min(...rates) : -1;
};
/** Keys to sort by, the largest first. */
const ORDERS = {
  errors: (utterance) => [worst(utterance, "e"), worst(utterance, "p")],
  rate: (utterance) => [worst(utterance, "p"), worst(utterance, "e")],
  length: (utterance) => [(utterance.r ?? "").length],
  input: () => [],
  apart: (utterance) => [spread(utterance)],
};

function sorted(utterances, order) {
  if (order === "id") {
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    return utterances.sort((a, b) => compare(a.i, b.i) || a.n - b.n);
  }
  const keyed = utterances.map((utterance) => [...ORDERS[order](utterance), -utterance.n, utterance]);
  const down = (a, b) => {
    for (let at = 0; at < a.length - 1; at++) if (a[at] !== b[at]) return b[at] - a[at];
    return 0;
  };
  return keyed.sort(down).map((each) => each.at(-1));
}

function draw() {
  const tests = filters();
  found = sorted(data.utterances.filter((utterance) => tests.every((test) => test(utterance))), find("sort").value);
  list.replaceChildren();
  drawn = 0;
  more();
  chip.hidden = !special;
  if (special) chip.textContent = `${special.label}  ✕`;
  chip.setAttribute("aria-label", special ? `remove the filter ${special.label}` : "");
  for (const button of all(".confusion")) button.setAttribute("aria-pressed", String(special?.from === button));
}

function more() {
  const next = found.slice(drawn, drawn + PAGE);
  list.append(...next.map(article));
  drawn += next.length;
  find("more").hidden = drawn >= found.length;
  const status = found.length ? `${counted(found.length, `${data.named[0]} matches`, `${data.named[1]} match`)}; ${drawn.toLocaleString("en")} shown` : `no ${data.named[0]} matches`;
  find("status").textContent = status;
}

function only(choice) {
  special = special?.from && special.from === choice?.from ? null : choice;
  draw();
  if (special) find("utterances").scrollIntoView();
}

controls.addEventListener("submit", (event) => event.preventDefault());
controls.addEventListener("input", () => {
  linked = null;
  draw();
  share();
});
controls.addEventListener("reset", () => {
  special = linked = null;
  setTimeout(() => {
    draw(); // when the fields are empty
    share();
  });
});
chooser?.addEventListener("change", () => {
  special = null; // what was clicked belongs to the other system
  draw();
  share();
});
find("more").addEventListener("click", more);
chip.addEventListener("click", () => {
  only(null);
  find("search").focus();
});

for (const button of all(".confusion")) {
  const { said, written } = button.dataset;
  const has = (piece) => typeof piece !== "string" && !piece.f && tokenPairs(piece).some((pair) => pair[0] === said && pair[1] === written);
  const test = (part, utterance) => part.d !== undefined && piecesOf(utterance, part).some(has);
  const label = said && written ? `${said} → ${written}` : said ? `${said} deleted` : `${written} inserted`;
  button.addEventListener("click", () => only({ label, test, from: button }));
}

for (const bar of all("a[data-label]")) {
  const low = Number(bar.dataset.low);
  const high = bar.dataset.high === "" ? Infinity : Number(bar.dataset.high);
  const test = (part) => part.p !== null && (bar.dataset.first ? part.p === 0 : part.p > low && part.p <= high);
  bar.addEventListener("click", (event) => {
    event.preventDefault();
    only({ label: bar.dataset.label, test, from: bar });
  });
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea");
  if (event.key === "Escape") document.activeElement.blur();
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") {
    event.preventDefault();
    find("search").focus();
  }
  if (event.key === "j" || event.key === "k") {
    const articles = all(".utterance");
    const at = articles.indexOf(document.activeElement.closest(".utterance"));
    const next = articles[event.key === "j" ? at + 1 : Math.max(0, at - 1)];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }
});

// -- links to a row -------------------------------------------------------------------------------

let linked = null; // the row that the address names

/** The fields that are not as they were at first, by id. */
function chosenFields() {
  const fields = [...controls.querySelectorAll("input, select"), ...(chooser ? [chooser] : [])];
  return fields.flatMap((field) => {
    if (field.type === "checkbox") return field.checked === field.defaultChecked ? [] : [[field.id, field.checked ? "1" : "0"]];
    const first = field.options ? field.options[0].value : "";
    return field.value === first ? [] : [[field.id, field.value]];
  });
}

/** The end of an address: the row, then what the list is filtered and sorted by. */
function fragmentOf(utterance) {
  const row = utterance ? [`utterance-${encodeURIComponent(utterance.k)}`] : [];
  return [...row, ...chosenFields().map((pair) => pair.map(encodeURIComponent).join("="))].join("&");
}

function share() {
  history.replaceState(null, "", `#${fragmentOf(linked) || "utterances"}`);
}

/** Show what the address asks for. */
function follow() {
  const [first, ...rest] = location.hash.slice(1).split("&");
  const named = first.startsWith("utterance-");
  const fields = (named ? rest : [first, ...rest]).filter((part) => part.includes("="));
  if (!named && !fields.length) return;
  for (const field of fields) {
    const [id, value] = field.split("=").map(decoded);
    const there = id === "system" ? chooser : [...controls.elements].find((each) => each.id === id && each.matches("input, select"));
    if (!there) continue;
    if (there.type === "checkbox") there.checked = value === "1";
    else if (!there.options || [...there.options].some((option) => option.value === value)) there.value = value;
    if (there === chooser) for (const panel of all(".panel")) panel.hidden = Number(panel.dataset.system) !== system();
  }
  draw();
  if (!named) return void find("utterances").scrollIntoView();
  const wanted = decoded(first.slice("utterance-".length));
  linked = data.utterances.find((utterance) => utterance.k === wanted) ?? null;
  if (!linked) return void (find("status").textContent = `${data.named[0]} ${wanted} is not in this page`);
  const at = found.indexOf(linked);
  if (at >= drawn) {
    list.replaceChildren(); // rows before it are a click away
    drawn = Math.max(0, at - 2);
    more();
  } else if (at < 0) {
    list.prepend(article(linked)); // the address asks for it; the rows that match are the others
    find("status").textContent += `; ${linked.i} is shown first, though it does not match`;
  }
  const row = document.getElementById(`utterance-${linked.k}`);
  row.focus({ preventScroll: true });
  row.scrollIntoView();
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // somebody cut the address
  }
}

// -- the rows as a file ---------------------------------------------------------------------------

const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** A cell of CSV that no spreadsheet computes. */
function cell(value) {
  const text = value === null || value === undefined ? "" : String(value);
  const safe = FORMULA.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function asCsv(utterances) {
  const names = many ? data.systems.map((name) => ` of ${name}`) : [""];
  const header = ["id", ...data.columns, "reference", ...names.flatMap((name) => [`hypothesis${name}`, `errors${name}`, `rate${name}`, `status${name}`])];
  const rows = utterances.map((utterance) => [
    utterance.i,
    ...utterance.m,
    utterance.r,
    ...partsOf(utterance).flatMap((part) => (part === null ? ["", "", "", "(not in this run)"] : [writtenOf(utterance, part), part.e, part.p, part.w ?? ""])),
  ]);
  return `${[header, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

find("csv").addEventListener("click", () => {
  const url = URL.createObjectURL(new Blob(["\ufeff", asCsv(found)], { type: "text/csv" }));
  make("a", { href: url, download: `${document.title}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
});

window.addEventListener("hashchange", follow);
draw();
follow();
