"use strict";
// The page works from the data in it alone. Texts of transcripts only ever become text nodes.

const data = JSON.parse(document.getElementById("data").textContent);
const root = document.documentElement;
const many = data.systems.length > 1;
const find = (id) => document.getElementById(id);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const PAGE = 40;
const LONG = 4000; // letters

/** Make an element; children are elements or texts. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== ""));
  return element;
}

const percent = (value) => `${(100 * value).toFixed(1)} %`;
const fold = (text) => (text ?? "").normalize("NFKC").toLocaleLowerCase();
const counted = (number, one, more) => `${number.toLocaleString("en")} ${number === 1 ? one : more}`;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\ud802|\ud803|\ud83a|\ud83b/;
const LETTER = /\p{L}/u;

/** The direction of a text is that of its first letter. */
function direction(text) {
  const letter = LETTER.exec(text ?? "");
  return letter && RIGHT_TO_LEFT.test(letter[0]) ? "rtl" : "ltr";
}

// -- light and dark -------------------------------------------------------------------------------

const theme = find("theme");
const dark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
function nameTheme() {
  theme.textContent = isDark() ? "Light" : "Dark";
  theme.setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
}
theme.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  nameTheme();
});
dark.addEventListener("change", nameTheme);
nameTheme();

// -- which system ---------------------------------------------------------------------------------

const chooser = find("system");
const system = () => (chooser ? Number(chooser.value) : 0);
const sideBySide = () => many && find("side-by-side").checked;
chooser?.addEventListener("change", () => {
  for (const panel of all(".panel")) panel.hidden = Number(panel.dataset.system) !== system();
  special = null; // what was clicked belongs to the other system
  draw();
});
find("pair")?.addEventListener("change", (event) => {
  for (const pair of all(".pair")) pair.hidden = pair.dataset.pair !== event.target.value;
});

// -- tables that are in the page ------------------------------------------------------------------

for (const table of all("table.sortable")) {
  const heads = all("thead th", table);
  heads.forEach((head, column) => {
    head.querySelector("button")?.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") !== "descending";
      for (const other of heads) if (other.hasAttribute("aria-sort")) other.setAttribute("aria-sort", "none");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const body = table.tBodies[0];
      const rows = [...body.rows].sort((a, b) => compare(a.cells[column].dataset.v, b.cells[column].dataset.v));
      body.append(...(down ? rows.reverse() : rows));
    });
  });
}

function compare(a, b) {
  const numbers = [Number(a), Number(b)];
  if (a !== "" && b !== "" && !numbers.some(Number.isNaN)) return numbers[0] - numbers[1];
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}

// -- one utterance --------------------------------------------------------------------------------

const letters = () => find("level").value === "letters";

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
  if (letters() && piece.c) {
    const line = make("span", { class: "letters" });
    for (const [said, written] of piece.c) {
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

function line(part, reference) {
  const paragraph = make("p", { class: "diff", dir: direction(reference || part.h) });
  if (!part.d) {
    paragraph.append(make("span", { class: "blank" }, part.w ?? part.h ?? "(text not stored)"));
    return paragraph;
  }
  part.d.forEach((piece, at) => {
    if (at) paragraph.append(data.space);
    paragraph.append(typeof piece === "string" ? piece : difference(piece));
  });
  if (part.w) paragraph.append(" ", make("span", { class: "blank" }, part.w));
  else if (!part.d.length) paragraph.append(make("span", { class: "blank" }, "(empty, as it should be)"));
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

const SVG = "http://www.w3.org/2000/svg";
function markOf(at) {
  const there = document.querySelector(`.key li:nth-child(${at + 1}) svg`);
  return there ? there.cloneNode(true) : document.createElementNS(SVG, "svg");
}

function given(utterance) {
  const list = make("dl", { class: "given" });
  const add = (name, text, why) => {
    const shown = text === null || text === "" ? make("span", { class: "blank" }, why ?? "(empty)") : text;
    list.append(make("dt", {}, make("bdi", {}, name)), make("dd", { dir: "auto" }, shown));
  };
  add("reference", utterance.r, utterance.r === null ? "(text not stored)" : "(empty)");
  utterance.s.forEach((part, at) => {
    const name = many ? data.systems[at] : "hypothesis";
    if (part === null) add(name, null, "(not in this run)");
    else add(name, part.h, part.w ?? "(text not stored)");
    if (part?.n) add("", part.n);
  });
  return make("details", {}, make("summary", {}, "texts as given"), list);
}

function article(utterance) {
  const shown = sideBySide() ? null : utterance.s[system()];
  const head = make("header", {}, make("h3", {}, make("bdi", {}, utterance.i)));
  if (!sideBySide()) head.append(make("span", { class: "rate-of" }, rateOf(shown)), make("span", {}, errorsOf(shown)));
  const meta = data.columns.map((name, at) => (utterance.m[at] === "" ? null : `${name}: ${utterance.m[at]}`));
  const known = meta.filter((text) => text !== null).join(" · ");
  if (known) head.append(make("span", {}, make("bdi", {}, known)));
  const body = make("article", { class: (utterance.r ?? "").length > LONG ? "utterance long" : "utterance", tabindex: "-1" }, head);
  if (sideBySide()) {
    const lines = make("div", { class: "lines" });
    utterance.s.forEach((part, at) => {
      lines.append(make("span", { class: "who" }, markOf(at), " ", make("bdi", {}, data.systems[at])));
      lines.append(make("span", { class: "rate-of" }, rateOf(part)));
      if (part === null) lines.append(make("p", { class: "diff blank" }, "(not in this run)"));
      else lines.append(line(part, utterance.r));
    });
    body.append(lines);
  } else if (shown === null) body.append(make("p", { class: "diff blank" }, "(not in this run)"));
  else body.append(line(shown, utterance.r));
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

for (const utterance of data.utterances) {
  const texts = [utterance.i, utterance.r, ...utterance.s.map((part) => part?.h ?? part?.w)];
  utterance.searched = fold(texts.join("\n"));
}

/** The parts of an utterance that the filters look at: of one system, or of all. */
const looked = (utterance) => (sideBySide() ? utterance.s.filter((part) => part) : [utterance.s[system()]].filter((part) => part));
const worst = (utterance, key) => Math.max(-1, ...looked(utterance).map((part) => part[key] ?? (key === "p" && part.e ? Infinity : -1)));
const forgiven = (part) => (part.d ?? []).filter((piece) => piece.f);

function states(value) {
  if (value === "wrong") return (part) => part.e > 0;
  if (value === "perfect") return (part) => part.e === 0;
  if (value === "forgiven") return (part) => forgiven(part).length > 0;
  return (part) => part.w === value.slice(1);
}

function filters() {
  const tests = [];
  const words = fold(find("search").value).split(/\s+/).filter(Boolean);
  if (words.length) tests.push((utterance) => words.every((word) => utterance.searched.includes(word)));
  const state = find("state").value;
  if (state) tests.push((utterance) => looked(utterance).some(states(state)));
  const reason = find("reason")?.value;
  if (reason) tests.push((utterance) => looked(utterance).some((part) => forgiven(part).some((piece) => piece.f === reason)));
  const slice = find("slice")?.value;
  if (slice) {
    const [column, value] = [Number(slice.split("=", 1)[0]), slice.slice(slice.indexOf("=") + 1)];
    tests.push((utterance) => utterance.m[column] === value);
  }
  if (special) tests.push((utterance) => utterance.s[system()] && special.test(utterance.s[system()]));
  return tests;
}

const spread = (utterance) => {
  const rates = utterance.s.map((part) => part?.p).filter((rate) => rate !== null && rate !== undefined);
  return rates.length > 1 ? Math.max(...rates) - Math.min(...rates) : -1;
};
const ORDERS = {
  errors: (a, b) => worst(b, "e") - worst(a, "e") || worst(b, "p") - worst(a, "p") || a.n - b.n,
  rate: (a, b) => (worst(b, "p") === worst(a, "p") ? worst(b, "e") - worst(a, "e") || a.n - b.n : worst(b, "p") - worst(a, "p")),
  length: (a, b) => (b.r ?? "").length - (a.r ?? "").length || a.n - b.n,
  input: (a, b) => a.n - b.n,
  id: (a, b) => a.i.localeCompare(b.i, undefined, { numeric: true }) || a.n - b.n,
  apart: (a, b) => spread(b) - spread(a) || a.n - b.n,
};

function draw() {
  const tests = filters();
  found = data.utterances.filter((utterance) => tests.every((test) => test(utterance)));
  found.sort(ORDERS[find("sort").value]);
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
controls.addEventListener("input", draw);
controls.addEventListener("reset", () => {
  special = null;
  setTimeout(draw); // when the fields are empty
});
find("more").addEventListener("click", more);
chip.addEventListener("click", () => {
  only(null);
  find("search").focus();
});

for (const button of all(".confusion")) {
  const { said, written } = button.dataset;
  const test = (part) => (part.d ?? []).some((piece) => piece.t && !piece.f && piece.t.some((pair) => pair[0] === said && pair[1] === written));
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

// -- recall of words ------------------------------------------------------------------------------

const table = find("word-table");
let wordOrder = { key: many ? "" : "wrong", system: 0, down: true };
let wordsShown = PAGE;

const recallOf = (part) => (part && part[0] + part[1] + part[2] ? (part[0] + part[1]) / (part[0] + part[1] + part[2]) : null);

function wordValue(row) {
  if (wordOrder.key === "") return -row.at(-1);
  if (wordOrder.key === "word") return row[0];
  if (wordOrder.key === "said") return row[2];
  const part = row[3 + wordOrder.system];
  if (wordOrder.key === "recall") return recallOf(part) ?? -1;
  return part ? part[wordOrder.key === "forgiven" ? 1 : 2] : -1;
}

function headings() {
  const columns = [["word", 0, "word"], ["said", 0, "said"]];
  data.systems.forEach((name, at) => {
    columns.push(["recall", at, many ? name : "recall"]);
    if (!many) columns.push(["forgiven", 0, "forgiven"], ["wrong", 0, "wrong"]);
  });
  const row = make("tr");
  for (const [key, at, title] of columns) {
    const chosen = wordOrder.key === key && wordOrder.system === at;
    const button = make("button", { type: "button" }, title);
    button.addEventListener("click", () => {
      wordOrder = { key, system: at, down: chosen ? !wordOrder.down : key !== "word" && key !== "recall" };
      headings();
      drawWords();
      all("thead button", table)[columns.findIndex((column) => column[0] === key && column[1] === at)].focus();
    });
    const order = chosen ? (wordOrder.down ? "descending" : "ascending") : "none";
    row.append(make("th", { scope: "col", class: key === "word" ? null : "number", "aria-sort": order }, button));
  }
  if (!many) row.append(make("th", { scope: "col" }, make("span", { class: "hidden" }, "as a bar")));
  row.append(make("th", { scope: "col" }, make("span", { class: "hidden" }, "kind")));
  table.tHead.replaceChildren(row);
}

function stack(part) {
  const bar = make("span", { class: "stack", "aria-hidden": "true" });
  ["right", "passed", "wrong"].forEach((name, at) => {
    const piece = make("i", { class: name });
    piece.style.flexGrow = part ? part[at] : 0;
    bar.append(piece);
  });
  return bar;
}

function wordRow(row) {
  const [word, marks, said] = row;
  const parts = row.slice(3, -1);
  const kinds = [marks.includes("n") && "number", marks.includes("c") && "name", marks.includes("r") && "rare"].filter(Boolean);
  const line = make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, word)), make("td", { class: "number" }, said.toLocaleString("en")));
  for (const part of parts) {
    const recall = recallOf(part);
    line.append(make("td", { class: "number" }, recall === null ? "not said" : `${(100 * recall).toFixed(0)} %`));
    if (!many) {
      line.append(make("td", { class: "number" }, String(part ? part[1] : 0)), make("td", { class: "number" }, String(part ? part[2] : 0)));
    }
  }
  if (!many) line.append(make("td", {}, stack(parts[0])));
  line.append(make("td", { class: "fine" }, kinds.join(", ")));
  return line;
}

function drawWords() {
  const wanted = fold(find("word-search").value.trim());
  const kind = find("word-kind").value;
  const never = (row) => row.slice(3, -1).some((part) => part && part[0] + part[1] === 0 && part[2] > 0);
  const rows = data.words.filter((row) => {
    if (wanted && !fold(row[0]).includes(wanted)) return false;
    return !kind || (kind === "lost" ? never(row) : row[1].includes(kind));
  });
  rows.sort((a, b) => {
    const [x, y] = [wordValue(a), wordValue(b)];
    const order = typeof x === "string" ? x.localeCompare(y) : x - y;
    return (wordOrder.down ? -order : order) || b[2] - a[2];
  });
  table.tBodies[0].replaceChildren(...rows.slice(0, wordsShown).map(wordRow));
  find("word-more").hidden = rows.length <= wordsShown;
  find("word-status").textContent = counted(rows.length, "word", "words");
}

if (table) {
  data.words.forEach((row, at) => row.push(at)); // as they come: those most often wrong first
  const controls = find("word-controls");
  controls.addEventListener("submit", (event) => event.preventDefault());
  controls.addEventListener("input", () => {
    wordsShown = PAGE;
    drawWords();
  });
  find("word-more").addEventListener("click", () => {
    wordsShown += 200;
    drawWords();
  });
  headings();
  drawWords();
}

find("side-by-side")?.addEventListener("change", draw);
draw();
