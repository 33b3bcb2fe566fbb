"use strict";

// Techniques. A state has values (0 where unknown) and candidates, bit v-1 for v.
// The classes and their names are those of the command "tectonic grade".
class State {
  constructor(puzzle, values, removed) {
    this.puzzle = puzzle;
    this.values = values.slice();
    this.cands = values.map((v, i) => v ? 1 << (v - 1) : (1 << puzzle.cells[puzzle.regions[i]].length) - 1);
    for (const [i, v] of removed) if (!this.values[i]) this.cands[i] &= ~(1 << (v - 1));
    this.values.forEach((v, i) => { if (v) this.bar(i, v); });
  }
  clone() {
    const s = Object.create(State.prototype);
    s.puzzle = this.puzzle;
    s.values = this.values.slice();
    s.cands = this.cands.slice();
    return s;
  }
  bar(i, v) {
    for (const j of this.puzzle.seen[i]) {
      if (this.values[j] === v) this.cands[j] = 0;
      else if (!this.values[j]) this.cands[j] &= ~(1 << (v - 1));
    }
  }
  put(i, v) {
    this.values[i] = v;
    this.cands[i] = 1 << (v - 1);
    this.bar(i, v);
  }
  open() { return this.values.map((v, i) => v ? -1 : i).filter(i => i >= 0); }
  places(region, v) { return this.puzzle.cells[region].filter(i => this.cands[i] >> (v - 1) & 1); }
  union(cells) { return cells.reduce((mask, i) => mask | this.cands[i], 0); }
  // shared returns the candidates in mask of the open cells that see all the cells.
  shared(cells, mask, wanted) {
    const removed = [];
    for (const j of this.puzzle.seen[cells[0]]) {
      if (this.values[j] || !wanted(j) || !cells.every(i => this.puzzle.sees(i, j))) continue;
      for (const v of bits(this.cands[j] & mask)) removed.push([j, v]);
    }
    return removed.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }
  wrong() {
    const empty = this.cands.findIndex(c => c === 0);
    if (empty >= 0) return name(this.puzzle, empty) + " has no candidate";
    for (const [r, cells] of this.puzzle.cells.entries()) {
      const missing = bits(((1 << cells.length) - 1) & ~this.union(cells));
      if (missing.length) return "the region of " + name(this.puzzle, cells[0]) + " has no place for " + missing[0];
    }
    return "";
  }
  naked() {
    const i = this.cands.findIndex((c, i) => !this.values[i] && c && !(c & (c - 1)));
    if (i < 0) return null;
    const v = bits(this.cands[i])[0];
    return { class: 0, name: "naked single", put: [i, v], removed: [], cells: [i],
      words: name(this.puzzle, i) + " has no other candidate left than " + v + "." };
  }
  hidden() {
    for (const [r, cells] of this.puzzle.cells.entries()) {
      for (let v = 1; v <= cells.length; v++) {
        const places = this.places(r, v);
        if (places.length !== 1 || this.values[places[0]]) continue;
        return { class: 1, name: "hidden single", put: [places[0], v], removed: [], cells,
          words: "In the region of " + name(this.puzzle, cells[0]) + ", " + v + " fits only in " + name(this.puzzle, places[0]) + "." };
      }
    }
    return null;
  }
  pointing() {
    for (const [r, cells] of this.puzzle.cells.entries()) {
      for (let v = 1; v <= cells.length; v++) {
        const places = this.places(r, v);
        if (!places.length || this.values[places[0]] === v) continue;
        const removed = this.shared(places, 1 << (v - 1), j => this.puzzle.regions[j] !== r);
        if (removed.length) return { class: 2, name: "pointing", removed, cells: places,
          words: "The " + v + " of the region of " + name(this.puzzle, cells[0]) + " is in " + names(this.puzzle, places, " or ") +
            ". No cell that sees them all is " + v + ": " + takes(this.puzzle, removed) + "." };
      }
    }
    return null;
  }
  subset() {
    const kind = ["", "", "pair", "triple"];
    for (let size = 2; size <= 3; size++) {
      for (const [r, cells] of this.puzzle.cells.entries()) {
        const open = cells.filter(i => !this.values[i]);
        for (const set of subsets(open, size)) {
          const mask = this.union(set);
          if (bits(mask).length !== size) continue;
          const removed = this.shared(set, mask, j => this.puzzle.regions[j] === r);
          if (removed.length) return { class: 3, name: "naked " + kind[size], removed, cells: set,
            words: names(this.puzzle, set, " and ") + " share the candidates " + bits(mask).join(" and ") + ": " + takes(this.puzzle, removed) + "." };
        }
        for (const vs of subsets(bits(this.union(open)), size)) {
          const mask = vs.reduce((m, v) => m | 1 << (v - 1), 0);
          const places = open.filter(i => this.cands[i] & mask);
          const removed = [];
          for (const i of places) for (const v of bits(this.cands[i] & ~mask)) removed.push([i, v]);
          if (places.length === size && removed.length) return { class: 3, name: "hidden " + kind[size], removed, cells: places,
            words: "In the region of " + name(this.puzzle, cells[0]) + ", " + vs.join(" and ") + " fit only in " +
              names(this.puzzle, places, " and ") + ": " + takes(this.puzzle, removed) + "." };
        }
      }
    }
    return null;
  }
  seeing() {
    const kind = ["", "", "pair", "triple"];
    const extend = (set, size) => {
      const mask = this.union(set);
      if (bits(mask).length > size) return null;
      if (set.length === size) {
        const removed = this.shared(set, mask, j => !set.includes(j));
        return removed.length ? { class: 4, name: kind[size] + " across regions", removed, cells: set,
          words: names(this.puzzle, set, " and ") + " all see each other and share the candidates " + bits(mask).join(" and ") + ": " +
            takes(this.puzzle, removed) + "." } : null;
      }
      for (const j of this.puzzle.seen[set[0]]) {
        if (j <= set[set.length - 1] || this.values[j] || !set.every(i => this.puzzle.sees(i, j))) continue;
        const step = extend([...set, j], size);
        if (step) return step;
      }
      return null;
    };
    for (let size = 2; size <= 3; size++) {
      for (const i of this.open()) {
        const step = extend([i], size);
        if (step) return step;
      }
    }
    return null;
  }
  // close puts in all singles. It returns what is wrong then, "" for nothing.
  close(story) {
    for (;;) {
      const wrong = this.wrong();
      if (wrong) return wrong;
      const step = this.naked() || this.hidden();
      if (!step) return "";
      this.put(...step.put);
      story.push(name(this.puzzle, step.put[0]) + " would be " + step.put[1]);
    }
  }
  trial() {
    let best = null, shortest = Infinity;
    for (const i of this.open()) {
      for (const v of bits(this.cands[i])) {
        const s = this.clone(), story = [];
        s.put(i, v);
        const wrong = s.close(story);
        if (!wrong || story.length >= shortest) continue;
        shortest = story.length;
        best = { class: 5, name: "trial", removed: [[i, v]], cells: [i],
          words: ["If " + name(this.puzzle, i) + " were " + v, ...story].join(", ") + ", then " + wrong + ": " + takes(this.puzzle, [[i, v]]) + "." };
      }
    }
    return best;
  }
  refutes(i, v, depth) {
    const s = this.clone();
    s.put(i, v);
    for (;;) {
      if (s.close([])) return true;
      const step = s.pointing() || s.subset() || s.seeing() || (depth > 0 ? s.anyRefuted(depth - 1) : null);
      if (!step) return false;
      for (const [j, w] of step.removed) s.cands[j] &= ~(1 << (w - 1));
    }
  }
  anyRefuted(depth) {
    for (const i of this.open()) for (const v of bits(this.cands[i])) if (this.refutes(i, v, depth)) return { removed: [[i, v]] };
    return null;
  }
  nested() {
    for (let depth = 1; depth <= this.values.length; depth++) {
      const step = this.anyRefuted(depth);
      if (step) return { class: 6, name: "nested trial", removed: step.removed, cells: [step.removed[0][0]],
        words: "Trials inside a trial (" + depth + " deep) show it: " + takes(this.puzzle, step.removed) + "." };
    }
    return null;
  }
  next() {
    return this.naked() || this.hidden() || this.pointing() || this.subset() || this.seeing() || this.trial() || this.nested();
  }
}

function bits(mask) {
  const list = [];
  for (let v = 1; mask >> (v - 1); v++) if (mask >> (v - 1) & 1) list.push(v);
  return list;
}

function* subsets(items, size, from = 0) {
  if (size === 0) { yield []; return; }
  for (let i = from; i <= items.length - size; i++) for (const rest of subsets(items, size - 1, i + 1)) yield [items[i], ...rest];
}

function name(puzzle, i) { return "r" + (Math.floor(i / puzzle.width) + 1) + "c" + (i % puzzle.width + 1); }
function names(puzzle, cells, word) { return cells.map(i => name(puzzle, i)).join(word); }
function takes(puzzle, removed) { return removed.map(([i, v]) => name(puzzle, i) + " is not " + v).join(", "); }

// prepare adds to a puzzle the cells of each region and those that each cell sees.
function prepare(puzzle) {
  puzzle.cells = [];
  puzzle.regions.forEach((r, i) => (puzzle.cells[r] = puzzle.cells[r] || []).push(i));
  puzzle.sees = (a, b) => {
    if (a === b) return false;
    if (puzzle.regions[a] === puzzle.regions[b]) return true;
    const rows = Math.floor(a / puzzle.width) - Math.floor(b / puzzle.width), columns = a % puzzle.width - b % puzzle.width;
    return Math.abs(rows) <= 1 && Math.abs(columns) <= 1;
  };
  puzzle.seen = puzzle.regions.map((_, i) => puzzle.regions.map((_, j) => j).filter(j => puzzle.sees(i, j)));
  return puzzle;
}

// Board is a puzzle on the page.
class Board {
  constructor(element) {
    this.element = element;
    this.puzzle = prepare(JSON.parse(element.querySelector("script").textContent));
    this.key = "tectonic " + element.dataset.puzzle;
    this.restart();
    this.load();
    this.selected = Math.max(this.puzzle.clues.indexOf(0), 0);
    this.pencil = false;
    this.build();
    this.draw();
    setInterval(() => this.tick(), 1000);
  }
  restart() {
    this.values = this.puzzle.clues.slice();
    this.marks = this.values.map(() => 0);
    this.removed = [];
    this.past = [];
    this.seconds = 0;
    this.step = null;
    this.wrong = [];
  }
  load() {
    try {
      const saved = JSON.parse(localStorage.getItem(this.key));
      if (saved && saved.values.length === this.values.length && saved.marks.length === this.marks.length) {
        this.values = saved.values.map((v, i) => this.puzzle.clues[i] || v);
        this.marks = saved.marks;
        this.seconds = saved.seconds;
      }
    } catch { /* a page opened from a file may have no storage */ }
  }
  save() {
    try {
      localStorage.setItem(this.key, JSON.stringify({ values: this.values, marks: this.marks, seconds: this.seconds }));
    } catch { /* see load */ }
  }
  solved() { return this.values.every((v, i) => v === this.puzzle.solution[i]); }
  tick() {
    if (this.solved() || document.hidden) return;
    this.seconds++;
    this.showTime();
    if (this.seconds % 10 === 0) this.save();
  }
  showTime() {
    const two = n => String(n).padStart(2, "0");
    this.timer.textContent = two(Math.floor(this.seconds / 60)) + ":" + two(this.seconds % 60);
  }
  // build makes the elements.
  build() {
    const p = this.puzzle;
    const add = (parent, tag, cls, text) => {
      const e = document.createElement(tag);
      if (cls) e.className = cls;
      if (text) e.textContent = text;
      parent.append(e);
      return e;
    };
    if (p.caption) add(this.element, "p", "caption", p.caption);
    this.grid = add(this.element, "div", "grid");
    this.grid.tabIndex = 0;
    this.grid.setAttribute("role", "grid");
    this.grid.style.gridTemplateColumns = `repeat(${p.width}, auto)`;
    this.grid.style.setProperty("--cell", `min(2.8rem, calc((100vw - 2rem) / ${p.width}))`);
    this.boxes = p.regions.map((r, i) => {
      const box = add(this.grid, "div", "cell");
      box.setAttribute("role", "gridcell");
      box.dataset.cell = name(p, i);
      const lastColumn = (i + 1) % p.width === 0, lastRow = i + p.width >= p.regions.length;
      box.classList.toggle("given", p.clues[i] > 0);
      box.classList.toggle("last-column", lastColumn);
      box.classList.toggle("last-row", lastRow);
      box.classList.toggle("wall-right", !lastColumn && p.regions[i + 1] !== r);
      box.classList.toggle("wall-below", !lastRow && p.regions[i + p.width] !== r);
      box.addEventListener("pointerdown", () => { this.selected = i; this.draw(); });
      return box;
    });
    this.grid.addEventListener("keydown", e => this.type(e));
    const tools = add(this.element, "div", "tools");
    const button = (text, act, what) => {
      const b = add(tools, "button", "", text);
      b.type = "button";
      b.dataset.do = what || text.toLowerCase();
      b.addEventListener("click", () => { act(); this.grid.focus({ preventScroll: true }); });
      return b;
    };
    for (let v = 1; v <= Math.max(...p.cells.map(c => c.length)); v++) button(String(v), () => this.enter(v));
    this.pencilButton = button("Pencil", () => { this.pencil = !this.pencil; this.draw(); });
    button("Erase", () => this.enter(0));
    button("Marks", () => this.fillMarks());
    button("Undo", () => this.undo());
    button("Check", () => this.check());
    button("Hint", () => this.hint());
    this.applyButton = button("Do it", () => this.apply(), "apply");
    button("Restart", () => { this.remember(); const past = this.past; this.restart(); this.past = past; this.draw("All filled in cells are empty again."); });
    this.timer = add(tools, "span", "timer");
    this.message = add(this.element, "p", "message");
    this.message.setAttribute("role", "status");
  }
  draw(text = "") {
    const reason = this.step ? this.step.cells : [], target = this.step && this.step.put ? [this.step.put[0]] : this.step ? this.step.removed.map(r => r[0]) : [];
    this.boxes.forEach((box, i) => {
      box.textContent = this.values[i] || "";
      if (!this.values[i] && this.marks[i]) {
        const marks = document.createElement("span");
        marks.className = "marks";
        marks.textContent = bits(this.marks[i]).join(" ");
        box.append(marks);
      }
      box.classList.toggle("selected", i === this.selected);
      box.classList.toggle("reason", reason.includes(i));
      box.classList.toggle("target", target.includes(i));
      box.classList.toggle("wrong", this.wrong.includes(i));
      box.setAttribute("aria-label", name(this.puzzle, i) + (this.values[i] ? ", " + this.values[i] : ", empty"));
    });
    this.pencilButton.setAttribute("aria-pressed", String(this.pencil));
    this.applyButton.disabled = !this.step;
    if (this.solved()) text = "Solved.";
    this.message.textContent = text;
    this.element.classList.toggle("solved", this.solved());
    this.showTime();
    this.save();
  }
  remember() { this.past.push({ values: this.values.slice(), marks: this.marks.slice(), removed: this.removed.slice() }); }
  undo() {
    const last = this.past.pop();
    if (!last) return this.draw("Nothing to undo.");
    Object.assign(this, last);
    this.step = null;
    this.wrong = [];
    this.draw();
  }
  // enter puts a value into the selected cell, or a pencil mark; 0 erases.
  enter(v) {
    const i = this.selected;
    if (this.puzzle.clues[i] || v > this.puzzle.cells[this.puzzle.regions[i]].length) return;
    this.remember();
    this.step = null;
    this.wrong = [];
    if (v === 0) {
      this.values[i] = 0;
      this.marks[i] = 0;
    } else if (this.pencil) {
      if (!this.values[i]) this.marks[i] ^= 1 << (v - 1);
    } else {
      this.values[i] = this.values[i] === v ? 0 : v;
    }
    this.draw();
  }
  fillMarks() {
    this.remember();
    const s = new State(this.puzzle, this.values, this.removed);
    this.marks = s.cands.map((c, i) => this.values[i] ? this.marks[i] : c);
    this.draw();
  }
  check() {
    this.step = null;
    this.wrong = this.values.map((v, i) => v && v !== this.puzzle.solution[i] ? i : -1).filter(i => i >= 0);
    const left = this.values.filter(v => !v).length;
    this.draw(this.wrong.length ? "Wrong: " + names(this.puzzle, this.wrong, ", ") + "." : "Right so far; " + left + " to go.");
  }
  hint() {
    this.check();
    if (this.wrong.length || this.solved()) return;
    this.step = new State(this.puzzle, this.values, this.removed).next();
    if (!this.step) return this.draw("No technique goes on from here.");
    this.draw(this.step.name + ": " + this.step.words);
  }
  // apply does the step of the last hint.
  apply() {
    if (!this.step) return;
    this.remember();
    const { put, removed } = this.step;
    this.removed = this.removed.concat(removed);
    for (const [i, v] of removed) this.marks[i] &= ~(1 << (v - 1));
    if (put) {
      this.values[put[0]] = put[1];
      this.selected = put[0];
    }
    this.step = null;
    this.draw();
  }
  type(e) {
    const { width } = this.puzzle, cells = this.values.length, i = this.selected;
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "z") this.undo();
    else if (e.ctrlKey || e.metaKey || e.altKey) return;
    else if (e.key === "ArrowLeft") this.move(i % width ? i - 1 : i);
    else if (e.key === "ArrowRight") this.move((i + 1) % width ? i + 1 : i);
    else if (e.key === "ArrowUp") this.move(i >= width ? i - width : i);
    else if (e.key === "ArrowDown") this.move(i + width < cells ? i + width : i);
    else if (/^[1-9]$/.test(e.key)) this.enter(Number(e.key));
    else if (e.key === "0" || e.key === "Backspace" || e.key === "Delete") this.enter(0);
    else if (e.key === "p" || e.key === " ") { this.pencil = !this.pencil; this.draw(); }
    else if (e.key === "u") this.undo();
    else if (e.key === "c") this.check();
    else if (e.key === "h") this.hint();
    else if (e.key === "Enter") this.apply();
    else return;
    e.preventDefault();
  }
  move(i) {
    this.selected = i;
    this.draw();
  }
}

for (const element of document.querySelectorAll(".board")) element.board = new Board(element);
