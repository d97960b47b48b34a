// The timeline of sessions: two canvases, and the words in a table. It follows report.js in one file.

(() => {
  const chooser = find("session");
  if (!chooser) return;
  const [RIGHT, FORGIVEN, WRONG, MISSED, EXTRA, LATE] = "=fsdit";
  const MOVED = 256;
  const [GUTTER, ROW, GAP, AXIS, STRIP, NARROWEST] = [150, 18, 9, 20, 28, 500];
  const MOST_TURNS = 120;
  const [LEGIBLE, TINY] = [20, 150]; // milliseconds in a pixel: words are written, words are not seen
  const COLUMN = 2; // pixels
  const FONT = "12px system-ui, sans-serif";
  const frame = find("timeline");
  const lanes = find("lanes");
  const strip = find("strip");
  let session = null; // of the chosen system
  let from = 0;
  let to = 1;
  let chosen = null; // a turn
  let only = null; // a cell of the matrix: {test, button}
  let dragged = null;
  let waiting = false;
  let [width, left] = [1, 0]; // of the canvases, and of the names in them

  // -- the data ---------------------------------------------------------------------------------

  /** Add to each turn its words and when they are said, and find what is drawn. */
  function prepare(part) {
    if (!part || part.turns) return part;
    part.turns = [];
    for (const [side, turns] of [["r", part.r], ["h", part.h]]) {
      for (const [line, start, end, text, states, own] of turns) {
        const words = text ? text.split(" ") : [];
        const turn = { side, line, start, end, words, states, times: [] };
        const whole = words.reduce((sum, word) => sum + [...word].length, 0) || 1;
        let at = 0;
        words.forEach((word, place) => {
          if (own) turn.times.push(start + own[2 * place], start + own[2 * place + 1]);
          else {
            const until = at + [...word].length;
            turn.times.push(start + ((end - start) * at) / whole, start + ((end - start) * until) / whole);
            at = until;
          }
        });
        part.turns.push(turn);
      }
    }
    part.turns.sort((a, b) => a.start - b.start || (a.side < b.side ? 1 : -1) || a.line - b.line);
    // A row per speaker with its stream, then the streams that no speaker has.
    part.rows = part.p.map((name, at) => ({ name, r: at, h: part.o[at] }));
    part.k.forEach((name, at) => {
      if (!part.o.includes(at)) part.rows.push({ name: `(nobody) ${name}`, r: null, h: at });
    });
    part.first = Math.min(...part.turns.slice(0, 1).map((turn) => turn.start), 0);
    part.last = part.turns.reduce((most, turn) => Math.max(most, turn.end), part.first + 1);
    part.longest = part.turns.reduce((most, turn) => Math.max(most, turn.end - turn.start), 0);
    part.wrong = [];
    for (const turn of part.turns) {
      for (let at = 0; at < turn.words.length; at++) {
        if (isError(turn.states[at])) part.wrong.push([turn.times[2 * at], turn]);
      }
    }
    part.wrong.sort((a, b) => a[0] - b[0]);
    part.overlaps = overlaps(part.turns.filter((turn) => turn.side === "r"));
    return part;
  }

  /** The stretches in which several lines have a turn. */
  function overlaps(turns) {
    const events = turns.flatMap((turn) => [[turn.start, 1, turn.line], [turn.end, -1, turn.line]]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const active = new Map();
    const parts = [];
    let begun = null;
    for (const [time, change, line] of events) {
      active.set(line, (active.get(line) ?? 0) + change);
      if (!active.get(line)) active.delete(line);
      if (active.size > 1 && begun === null) begun = time;
      if (active.size < 2 && begun !== null) {
        if (time > begun) parts.push([begun, time]);
        begun = null;
      }
    }
    return parts;
  }

  const isError = (state) => state !== RIGHT && state !== FORGIVEN;
  const movedTo = (state) => state.charCodeAt(0) - MOVED;
  const laneOf = (turn) => part().rows.findIndex((row) => row[turn.side] === turn.line);
  const nameOf = (turn) => (turn.side === "r" ? part().p : part().k)[turn.line];
  const part = () => session;

  function clock(time) {
    const seconds = Math.abs(time) / 1000;
    const whole = Math.floor(seconds);
    const shown = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map((number) => String(number).padStart(2, "0"));
    const digits = to - from < 60000 ? `.${Math.floor((seconds % 1) * 10)}` : "";
    return `${time < 0 ? "−" : ""}${shown.slice(part().last < 3600000 ? 1 : 0).join(":")}${digits}`;
  }

  // -- drawing ----------------------------------------------------------------------------------

  /** Colours as they are now, from the key, which follows light and dark. */
  function colours() {
    const of = (name, what) => getComputedStyle(document.querySelector(`.state.${name}`))[what];
    const body = getComputedStyle(document.body);
    return {
      [RIGHT]: of("right", "backgroundColor"),
      [FORGIVEN]: of("forgiven-word", "backgroundColor"),
      [WRONG]: of("wrong", "backgroundColor"),
      [MISSED]: of("missed", "borderTopColor"),
      [EXTRA]: of("extra", "backgroundColor"),
      [LATE]: of("late", "backgroundColor"),
      moved: of("moved", "color"),
      overlap: of("at-once", "backgroundColor"),
      ink: body.color,
      muted: getComputedStyle(find("timeline-keys")).color,
      paper: getComputedStyle(frame).backgroundColor,
      line: of("at-once", "borderTopColor"),
    };
  }

  function prepared(canvas, height) {
    const dense = devicePixelRatio || 1;
    canvas.width = Math.round(width * dense);
    canvas.height = Math.round(height * dense);
    canvas.style.height = `${height}px`;
    const context = canvas.getContext("2d");
    context.setTransform(dense, 0, 0, dense, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = FONT;
    context.textBaseline = "middle";
    return context;
  }

  /** Measure once per drawing: to ask for a width makes the browser lay out the page. */
  function measure() {
    width = Math.max(frame.clientWidth, 1);
    left = Math.min(GUTTER, width / 4);
  }
  const place = (time) => left + ((time - from) / (to - from)) * (width - left);
  const scale = () => (to - from) / (width - left);
  const timeAt = (x) => from + ((x - left) / (width - left)) * (to - from);
  const heightOf = () => AXIS + part().rows.length * (2 * ROW + GAP) + 4;

  function clipped(context, text, width) {
    if (context.measureText(text).width <= width) return text;
    let shown = [...text].slice(0, 200);
    while (shown.length && context.measureText(`${shown.join("")}…`).width > width) shown = shown.slice(0, -1);
    return shown.length ? `${shown.join("")}…` : "";
  }

  /** A name that is too long loses its middle: names of speakers mostly differ at their ends. */
  function shortened(context, name, width) {
    const letters = [...name].slice(0, 400);
    for (let kept = letters.length; kept > 1; kept--) {
      const half = Math.ceil(kept / 2);
      const shown = kept === letters.length ? name : `${letters.slice(0, half).join("")}…${letters.slice(letters.length - kept + half).join("")}`;
      if (context.measureText(shown).width <= width) return shown;
    }
    return letters.length > 1 ? "…" : name;
  }

  function drawLanes() {
    const paint = colours();
    const context = prepared(lanes, heightOf());
    context.fillStyle = paint.overlap;
    for (const [start, end] of part().overlaps) {
      if (end < from || start > to) continue;
      const x = Math.max(left, place(start));
      context.fillRect(x, AXIS, Math.max(0.5, Math.min(width, place(end)) - x), heightOf());
    }
    drawAxis(context, paint);
    context.save();
    context.beginPath();
    context.rect(left, 0, width - left, heightOf());
    context.clip();
    const shown = visibleTurns();
    if (scale() > TINY) drawShares(context, paint, shown);
    else {
      for (const turn of shown) drawTurn(context, paint, turn, false);
      for (const turn of shown) drawTurn(context, paint, turn, true); // errors over what is right
    }
    context.restore();
    part().rows.forEach((row, at) => {
      const y = AXIS + at * (2 * ROW + GAP);
      context.fillStyle = paint.ink;
      context.textAlign = "left";
      context.fillText(shortened(context, row.name, left - 12), 6, y + ROW / 2 + 1);
      const stream = row.r === null ? "" : row.h === null ? "→ (nobody)" : `→ ${part().k[row.h]}`;
      context.fillStyle = paint.muted;
      context.fillText(shortened(context, stream, left - 20), 14, y + ROW * 1.5);
      context.fillStyle = paint.line;
      context.fillRect(0, y + 2 * ROW + GAP / 2, width, 1);
    });
  }

  function drawAxis(context, paint) {
    const steps = [100, 200, 500, 1000, 2000, 5000, 10000, 15000, 30000, 60000, 120000, 300000, 600000, 900000, 1800000, 3600000];
    const step = steps.find((each) => ((to - from) / each) * 90 < width - left) ?? 7200000 * Math.ceil((to - from) / 7200000 / 8);
    context.textAlign = "center";
    for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
      const x = place(time);
      context.fillStyle = paint.line;
      context.fillRect(x, AXIS, 1, heightOf());
      context.fillStyle = paint.muted;
      const half = context.measureText(clock(time)).width / 2;
      if (x + half < width) context.fillText(clock(time), Math.max(x, left + half - 20), AXIS / 2);
    }
  }

  function visibleTurns() {
    return part().turns.filter((turn) => turn.end >= from && turn.start <= to);
  }

  const topOf = (lane, side) => AXIS + lane * (2 * ROW + GAP) + (side === "h" ? ROW : 0) + 2;

  /** Where words are too small to be seen: columns, filled as the words in them are right or wrong. */
  function drawShares(context, paint, turns) {
    const kinds = [RIGHT, FORGIVEN, LATE, WRONG, MISSED, EXTRA, "moved"];
    const columns = new Map();
    for (const turn of turns) {
      const y = topOf(laneOf(turn), turn.side);
      for (let word = 0; word < turn.words.length; word++) {
        const x = Math.floor(place(turn.times[2 * word]) / COLUMN) * COLUMN;
        const key = y * 10000 + x;
        if (!columns.has(key)) columns.set(key, { x, y, counts: new Array(kinds.length).fill(0), sum: 0 });
        const column = columns.get(key);
        const state = turn.states[word];
        column.counts[movedTo(state) >= 0 ? kinds.length - 1 : kinds.indexOf(state)]++;
        column.sum++;
      }
      if (!turn.words.length) {
        context.fillStyle = paint[RIGHT];
        context.fillRect(place(turn.start), y, Math.max(0.5, place(turn.end) - place(turn.start)), ROW - 3);
      }
    }
    for (const { x, y, counts, sum } of columns.values()) {
      let low = y + ROW - 3;
      counts.forEach((count, kind) => {
        const tall = (count / sum) * (ROW - 3);
        context.fillStyle = paint[kinds[kind]];
        context.fillRect(x, low - tall, COLUMN, tall);
        low -= tall;
      });
    }
  }

  function drawTurn(context, paint, turn, errors) {
    const y = topOf(laneOf(turn), turn.side);
    const tall = ROW - 3;
    if (!errors) {
      context.fillStyle = paint.line;
      const x = place(turn.start);
      if (!turn.words.length) context.fillStyle = paint[RIGHT];
      const thick = turn.words.length ? 3 : tall;
      context.fillRect(x, y + tall - thick, Math.max(1, place(turn.end) - x), thick);
      if (turn === chosen) {
        context.strokeStyle = paint.ink;
        context.lineWidth = 1.5;
        context.strokeRect(x - 1.5, y - 1.5, Math.max(1, place(turn.end) - x) + 3, tall + 3);
      }
    }
    for (let word = 0; word < turn.words.length; word++) {
      const state = turn.states[word];
      if (isError(state) !== errors) continue;
      const x = place(turn.times[2 * word]);
      const end = place(turn.times[2 * word + 1]);
      if (end < left || x > width) continue;
      const wide = Math.max(errors ? 1 : 0.4, end - x - (end - x > 4 ? 1 : 0));
      drawWord(context, paint, state, x, y, wide, tall);
      if (wide > 16 && scale() < LEGIBLE) {
        const solid = state === WRONG || state === EXTRA || state === LATE || movedTo(state) >= 0;
        context.fillStyle = solid ? paint.paper : paint.ink;
        context.textAlign = "left";
        context.font = "11px system-ui, sans-serif";
        context.fillText(clipped(context, turn.words[word], wide - 2), x + 1.5, y + tall / 2 + 1);
        context.font = FONT;
      }
    }
  }

  function drawWord(context, paint, state, x, y, wide, tall) {
    if (movedTo(state) >= 0) {
      context.fillStyle = paint.moved;
      context.fillRect(x, y, wide, tall);
      context.fillStyle = paint.paper;
      for (let at = x + 3; at < x + wide - 3; at += 6) context.fillRect(at, y + tall - 2, 3, 2);
    } else if (state === MISSED) {
      context.fillStyle = paint[MISSED];
      context.fillRect(x, y, wide, tall);
      if (wide > 5) {
        context.fillStyle = paint.paper;
        context.fillRect(x + 1.5, y + 1.5, wide - 3, tall - 3);
      }
    } else {
      context.fillStyle = paint[state];
      const low = !isError(state) && scale() >= LEGIBLE ? tall / 2 : 0;
      context.fillRect(x, y + low, wide, tall - low);
    }
  }

  /** The whole session in little: where errors are, and what the lanes show. */
  function drawStrip() {
    const paint = colours();
    const context = prepared(strip, STRIP);
    const bins = Math.max(1, Math.floor((width - left) / 3));
    const { first, last } = part();
    const counts = new Float64Array(bins);
    for (const [time] of part().wrong) counts[Math.min(bins - 1, Math.floor(((time - first) / (last - first)) * bins))]++;
    const most = Math.max(1, ...counts);
    context.fillStyle = paint[WRONG];
    counts.forEach((count, at) => {
      if (count) context.fillRect(left + at * 3, STRIP - 2 - (count / most) * (STRIP - 4), 2.5, (count / most) * (STRIP - 4));
    });
    context.fillStyle = paint.muted;
    context.textAlign = "left";
    context.fillText(clipped(context, "errors of all", left - 8), 6, STRIP / 2);
    const x = left + ((from - first) / (last - first)) * (width - left);
    const end = left + ((to - first) / (last - first)) * (width - left);
    context.strokeStyle = paint.ink;
    context.lineWidth = 1.5;
    context.strokeRect(x + 1, 1, Math.max(3, end - x - 2), STRIP - 3);
  }

  // -- the words --------------------------------------------------------------------------------

  function wordOf(turn, at) {
    const [word, state] = [turn.words[at], turn.states[at]];
    if (movedTo(state) >= 0) {
      const other = (turn.side === "r" ? part().k : part().p)[movedTo(state)];
      const said = turn.side === "r" ? `in the stream of ${other}` : `said by ${other}`;
      return make("span", { class: "moved", title: said }, word, make("span", { class: "hidden" }, ` (${said})`));
    }
    if (state === MISSED || (state === WRONG && turn.side === "r")) return make("del", {}, word);
    if (state === EXTRA || state === WRONG) return make("ins", {}, word);
    if (state === LATE) return make("span", { class: "late", title: "further away than the collar" }, word);
    return word;
  }

  function rowOf(turn) {
    const line = make("td", { dir: direction(turn.words.join(" ")) });
    let plain = [];
    const end = () => {
      if (plain.length) line.append(`${plain.join(" ")} `);
      plain = [];
    };
    turn.words.forEach((_, at) => {
      const made = wordOf(turn, at);
      if (typeof made === "string") plain.push(made);
      else {
        end();
        line.append(made, " ");
      }
    });
    end();
    if (!turn.words.length) line.append(make("span", { class: "blank" }, "(no words)"));
    const time = turn.start === null ? "" : clock(turn.start);
    const row = make("tr", { class: turn.side === "h" ? "hypothesis" : null }, make("td", {}, time), make("th", { scope: "row", title: nameOf(turn) }, make("bdi", {}, nameOf(turn))), line);
    if (turn === chosen) row.classList.add("chosen");
    row.addEventListener("click", () => choose(turn, false));
    return row;
  }

  function drawWordsSaid() {
    let turns = part().turns;
    if (only) turns = turns.filter(only.test);
    else if (part().t) turns = visibleTurns();
    const near = chosen ? Math.max(0, turns.indexOf(chosen) - 10) : 0;
    const shown = turns.slice(near, near + MOST_TURNS);
    find("turns").replaceChildren(...shown.map(rowOf));
    const range = part().t ? `${clock(from)} to ${clock(to)}; ` : "";
    const some = turns.length > shown.length ? `${shown.length} of ` : "";
    find("timeline-status").textContent = `${range}${some}${counted(turns.length, "turn", "turns")}${only ? `: ${only.label}` : ""}`;
    find("turns").querySelector(".chosen")?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  function drawMatrix() {
    const { p, k, o, m } = part();
    const head = make("tr", {}, make("td", {}), ...k.map((name) => make("th", { scope: "col" }, make("bdi", {}, name))), make("th", { scope: "col" }, "(in no stream)"));
    const rows = m.map((counts, speaker) => {
      const sum = counts.reduce((all, count) => all + count, 0) || 1;
      const row = make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, p[speaker] ?? "(said by nobody)")));
      counts.forEach((count, stream) => {
        const own = speaker < p.length && o[speaker] === stream;
        const last = speaker === p.length && stream === k.length;
        const cell = make("td", { class: own ? "own" : null }, last || !count ? (last ? "" : "–") : cellOf(speaker, stream, count));
        cell.style.setProperty("--share", (count / sum).toFixed(3));
        row.append(cell);
      });
      return row;
    });
    find("matrix").replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
  }

  /** A number of the matrix, which shows the turns with these words. */
  function cellOf(speaker, stream, count) {
    const { p, k, o } = part();
    const [said, heard] = [p[speaker] ?? "nobody", k[stream] ?? "no stream"];
    const label = `${counted(count, "word", "words")} of ${said} in ${heard}`;
    const button = make("button", { type: "button", "aria-pressed": "false", "aria-label": `${label}; show the turns` }, count.toLocaleString("en"));
    const has = (state) => {
      if (speaker === p.length) return state === EXTRA;
      if (stream === k.length) return state === MISSED;
      return o[speaker] === stream ? state !== MISSED && movedTo(state) < 0 : movedTo(state) === stream;
    };
    const own = (turn) => (speaker === p.length ? turn.side === "h" && turn.line === stream : turn.side === "r" && turn.line === speaker);
    const test = (turn) => own(turn) && [...turn.states].some(has);
    button.addEventListener("click", () => {
      const same = only?.button === button;
      only?.button.setAttribute("aria-pressed", "false");
      only = same ? null : { label, test, button };
      button.setAttribute("aria-pressed", String(!same));
      drawWordsSaid();
      if (only) find("said").scrollIntoView({ block: "nearest" });
    });
    return button;
  }

  // -- moving -----------------------------------------------------------------------------------

  function drawSession() {
    waiting = false;
    if (!session) return;
    if (part().t) {
      measure();
      drawLanes();
      drawStrip();
    }
    drawWordsSaid();
  }

  function soon() {
    if (!waiting) requestAnimationFrame(drawSession);
    waiting = true;
  }

  /** Show a stretch, inside of the session and not shorter than half a second. */
  function show(start, end) {
    const { first, last } = part();
    const length = Math.min(Math.max(end - start, NARROWEST), last - first);
    from = Math.min(Math.max(start, first), last - length);
    to = from + length;
    soon();
  }

  const pan = (share) => show(from + (to - from) * share, to + (to - from) * share);
  function zoom(factor, around = (from + to) / 2) {
    show(around - (around - from) * factor, around + (to - around) * factor);
  }

  function choose(turn, move) {
    chosen = turn;
    only?.button.setAttribute("aria-pressed", "false");
    only = null;
    if (move && part().t && (turn.start < from || turn.end > to)) {
      const middle = (turn.start + turn.end) / 2;
      show(middle - (to - from) / 2, middle + (to - from) / 2);
    }
    soon();
  }

  /** Go to the next error after the middle, or to the one before it. */
  function error(step) {
    const middle = (from + to) / 2;
    const later = part().wrong.filter(([time]) => (step > 0 ? time > middle + 1 : time < middle - 1));
    const found = step > 0 ? later[0] : later.at(-1);
    if (!found) return;
    const half = Math.min(to - from, 30000) / 2;
    show(found[0] - half, found[0] + half);
    choose(found[1], false);
  }

  const DO = {
    in: () => zoom(0.5),
    out: () => zoom(2),
    all: () => show(part().first, part().last),
    next: () => error(1),
    previous: () => error(-1),
  };
  for (const button of all("#session-controls [data-do]")) button.addEventListener("click", () => DO[button.dataset.do]());

  const KEYS = {
    ArrowLeft: () => pan(-0.25),
    ArrowRight: () => pan(0.25),
    "+": DO.in,
    "=": DO.in,
    "-": DO.out,
    "−": DO.out,
    0: DO.all,
    n: DO.next,
    p: DO.previous,
    Home: () => show(part().first, part().first + to - from),
    End: () => show(part().last - (to - from), part().last),
    Enter: () => find("said").focus(),
  };
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !part()?.t) return;
    const act = KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  lanes.addEventListener("pointerdown", (event) => {
    dragged = { x: event.offsetX, from, to, moved: false };
    lanes.setPointerCapture(event.pointerId);
  });
  lanes.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const away = event.offsetX - dragged.x;
    dragged.moved ||= Math.abs(away) > 4;
    const time = (away / (width - left)) * (dragged.to - dragged.from);
    if (dragged.moved) show(dragged.from - time, dragged.to - time);
  });
  lanes.addEventListener("pointerup", (event) => {
    if (dragged && !dragged.moved) pick(event.offsetX, event.offsetY);
    dragged = null;
  });
  lanes.addEventListener("dblclick", (event) => zoom(0.4, timeAt(event.offsetX)));
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey || !part()?.t) return; // the page scrolls
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.25 : 0.8, timeAt(event.offsetX));
  }, { passive: false });
  strip.addEventListener("pointerdown", (event) => strip.setPointerCapture(event.pointerId));
  for (const name of ["pointerdown", "pointermove"]) {
    strip.addEventListener(name, (event) => {
      if (!event.buttons) return;
      const share = (event.offsetX - left) / (width - left);
      const middle = part().first + share * (part().last - part().first);
      show(middle - (to - from) / 2, middle + (to - from) / 2);
    });
  }

  /** Choose the turn at a point, the nearest of its line within a few pixels. */
  function pick(x, y) {
    const lane = Math.floor((y - AXIS) / (2 * ROW + GAP));
    const row = part().rows[lane];
    if (!row) return;
    const side = y - AXIS - lane * (2 * ROW + GAP) < ROW ? "r" : "h";
    const [low, high] = [timeAt(x - 3), timeAt(x + 3)];
    const here = visibleTurns().filter((turn) => turn.side === side && turn.line === row[side] && turn.end >= low && turn.start <= high);
    if (here.length) choose(here[0], false);
  }

  function open() {
    session = prepare(data.sessions[Number(chooser.value)].s[system()]);
    chosen = only = null;
    find("sessions").classList.toggle("absent", !session);
    for (const each of [frame, find("timeline-keys"), ...all("#session-controls .timed")]) each.hidden = !session?.t;
    for (const each of all("#sessions .spoken")) each.hidden = !session?.w;
    for (const each of all("#sessions .turned")) each.hidden = !session || session.w;
    if (!session) {
      find("turns").replaceChildren();
      find("matrix").replaceChildren();
      find("timeline-status").textContent = "(not in this run)";
      return;
    }
    [from, to] = [session.first, session.last];
    drawMatrix();
    soon();
  }

  chooser.addEventListener("change", open);
  find("system")?.addEventListener("change", open);
  find("session-controls").addEventListener("submit", (event) => event.preventDefault());
  theme.addEventListener("click", soon);
  dark.addEventListener("change", soon);
  new ResizeObserver(soon).observe(frame);
  addEventListener("beforeprint", () => {
    root.dataset.before = root.dataset.theme ?? "";
    root.dataset.theme = "light";
    drawSession();
  });
  addEventListener("afterprint", () => {
    if (root.dataset.before) root.dataset.theme = root.dataset.before;
    else delete root.dataset.theme;
    drawSession();
  });
  requestAnimationFrame(() => setTimeout(open)); // the rest of the page first
})();
