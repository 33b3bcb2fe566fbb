// The board: dots, lines and boxes as SVG, with mouse, touch and keys.

import {boxKey, lineKey} from './game.js';
import {svg} from './dom.js';

const step = 40; // between two dots, in the units of the view box
const edge = 24;

export class Board {
  // choose(line) is called when somebody wants to draw a line.
  constructor(root, choose) {
    this.root = root;
    this.choose = choose;
    this.size = '';
    this.cursor = null;
    root.addEventListener('keydown', (event) => this.key(event));
    root.addEventListener('focus', () => this.mark());
    root.addEventListener('blur', () => this.mark());
  }

  // show draws what has changed.
  show(game) {
    this.game = game;
    const size = `${game.width}x${game.height}`;
    if (size !== this.size) this.build(game);
    this.size = size;
    for (const [key, node] of this.lines) {
      const drawn = game.lines.has(key);
      const by = drawn ? game.lines.get(key) : -1;
      const last = game.last !== null && lineKey(game.last) === key;
      const pending = game.pending.some((line) => lineKey(line) === key);
      node.setAttribute('class', ['line', drawn && 'drawn', by >= 0 && `by${by}`, last && 'last', pending && 'pending'].filter(Boolean).join(' '));
    }
    for (const [key, {box, text}] of this.boxes) {
      const owner = game.owners.get(key);
      box.setAttribute('class', owner === undefined ? 'box' : `box by${owner}`);
      text.textContent = owner === undefined ? '' : initial(game, owner);
      text.setAttribute('class', owner === undefined ? '' : `by${owner}`);
    }
    this.root.classList.toggle('mine', game.mayMove);
    const free = this.lines.size - game.lines.size;
    this.root.setAttribute('aria-label', `Board, ${game.width - 1} by ${game.height - 1} boxes, ${free} lines left. Arrow keys choose a line, Enter draws it.`);
    this.mark();
  }

  build(game) {
    const {width: w, height: h} = game;
    this.lines = new Map();
    this.boxes = new Map();
    this.root.replaceChildren();
    this.root.setAttribute('viewBox', `0 0 ${(w - 1) * step + 2 * edge} ${(h - 1) * step + 2 * edge}`);
    const at = (i) => edge + i * step;
    const layers = [1, 2, 3, 4].map(() => this.root.appendChild(svg('g')));
    for (let x = 0; x < w - 1; x++) {
      for (let y = 0; y < h - 1; y++) {
        const box = layers[0].appendChild(svg('rect', {x: at(x) + 3, y: at(y) + 3, width: step - 6, height: step - 6, rx: 4}));
        const text = layers[0].appendChild(svg('text', {x: at(x) + step / 2, y: at(y) + step / 2, 'text-anchor': 'middle', 'dominant-baseline': 'central'}));
        this.boxes.set(boxKey({x, y}), {box, text});
      }
    }
    const add = (line) => {
      const [x1, y1] = [at(line.x), at(line.y)];
      const [x2, y2] = line.vertical ? [x1, y1 + step] : [x1 + step, y1];
      const key = lineKey(line);
      this.lines.set(key, layers[1].appendChild(svg('line', {x1, y1, x2, y2})));
      // A diamond around the line: as large as can be without overlap.
      const [cx, cy] = [(x1 + x2) / 2, (y1 + y2) / 2];
      const r = step / 2;
      const hit = layers[3].appendChild(svg('polygon', {points: `${cx - r},${cy} ${cx},${cy - r} ${cx + r},${cy} ${cx},${cy + r}`, class: 'hit', 'data-line': key}));
      hit.addEventListener('click', () => this.pick(line));
    };
    for (let x = 0; x < w; x++) {
      for (let y = 0; y < h; y++) {
        if (x < w - 1) add({vertical: false, x, y});
        if (y < h - 1) add({vertical: true, x, y});
        layers[2].appendChild(svg('circle', {cx: at(x), cy: at(y), r: 4.5, class: 'dot'}));
      }
    }
    this.cursorNode = layers[2].appendChild(svg('line', {class: 'cursor'}));
    this.cursor = {vertical: false, x: 0, y: 0};
  }

  pick(line) {
    this.cursor = line;
    this.mark();
    if (!this.game.lines.has(lineKey(line))) this.choose(line);
  }

  // mark shows the cursor of the keyboard.
  mark() {
    const node = this.lines?.get(this.cursor && lineKey(this.cursor));
    if (!node) return;
    for (const name of ['x1', 'y1', 'x2', 'y2']) this.cursorNode.setAttribute(name, node.getAttribute(name));
    this.cursorNode.classList.toggle('on', document.activeElement === this.root);
  }

  key(event) {
    if (!this.game || !this.cursor) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.pick(this.cursor);
      return;
    }
    if (!ways[event.key]) return;
    event.preventDefault();
    this.cursor = neighbor(this.cursor, event.key, this.game);
    this.mark();
  }
}

// Where the arrow keys lead, in half steps from the middle of a line, first the
// place that is wanted and then the one at the edge of the board. Two steps lead
// to the line in the same place of the next box, by way of a line across.
const ways = {
  ArrowRight: {horizontal: [[1, 1], [1, -1]], vertical: [[1, -1]]},
  ArrowLeft: {horizontal: [[-1, 1], [-1, -1]], vertical: [[-1, -1]]},
  ArrowDown: {horizontal: [[-1, 1]], vertical: [[1, 1], [-1, 1]]},
  ArrowUp: {horizontal: [[-1, -1]], vertical: [[1, -1], [-1, -1]]},
};

// neighbor returns the line that a key leads to.
function neighbor(line, key, {width: w, height: h}) {
  const [cx, cy] = line.vertical ? [2 * line.x, 2 * line.y + 1] : [2 * line.x + 1, 2 * line.y];
  for (const [dx, dy] of ways[key][line.vertical ? 'vertical' : 'horizontal']) {
    const [x, y] = [cx + dx, cy + dy];
    if (x < 0 || y < 0 || x > 2 * (w - 1) || y > 2 * (h - 1)) continue;
    return x % 2 === 0 ? {vertical: true, x: x / 2, y: (y - 1) / 2} : {vertical: false, x: (x - 1) / 2, y: y / 2};
  }
  return line;
}

// initial returns what a seat's boxes are marked with: letters that differ.
export function initial(game, seat) {
  const first = (name) => [...name][0]?.toUpperCase() ?? '?';
  const own = first(game.seats[seat].name);
  return own === first(game.seats[1 - seat].name) ? own + (seat + 1) : own;
}
