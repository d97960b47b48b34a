"use strict";
// The page works from the data in it alone. Texts of transcripts only ever become text nodes.

const data = JSON.parse(document.getElementById("data").textContent);
const root = document.documentElement;
const many = data.systems.length > 1;
const find = (id) => document.getElementById(id);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const PAGE = 40;

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
chooser?.addEventListener("change", () => {
  for (const panel of all(".panel")) panel.hidden = Number(panel.dataset.system) !== system();
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
