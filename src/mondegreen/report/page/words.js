"use strict";
// How often each word of the references came through.

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
