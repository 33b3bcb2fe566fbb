// A line chart over time.

import {setText, svg} from './dom.js';
import {duration} from './format.js';

const height = 150;
const margin = {left: 66, right: 12, top: 8, bottom: 20};

// Chart draws into a figure that has an svg and a figcaption with an output, which
// shows the value under the pointer.
export class Chart {
  // name is what is drawn, write turns a value into text.
  constructor(figure, name, write) {
    this.svg = figure.querySelector('svg');
    this.output = figure.querySelector('output');
    this.name = name;
    this.write = write;
    this.points = [];
    this.pointed = null;
    this.svg.addEventListener('pointermove', (event) => {
      this.pointed = event.clientX - this.svg.getBoundingClientRect().left;
      this.paint();
    });
    this.svg.addEventListener('pointerleave', () => {
      this.pointed = null;
      this.paint();
    });
    new ResizeObserver(() => this.paint()).observe(this.svg);
  }

  // draw shows points [seconds, value] in the order of time.
  draw(points) {
    this.points = points;
    this.paint();
  }

  paint() {
    const width = this.svg.clientWidth;
    if (width === 0 || this.points.length === 0) return;
    const first = this.points[0][0];
    const last = this.points.at(-1)[0];
    const top = ceiling(Math.max(...this.points.map((p) => p[1])));
    const x = (t) => margin.left + (last > first ? (t - first) / (last - first) : 1) * (width - margin.left - margin.right);
    const y = (v) => height - margin.bottom - (v / top) * (height - margin.top - margin.bottom);

    const parts = [];
    for (const v of [0, top / 2, top]) {
      parts.push(svg('line', {class: 'grid', x1: margin.left, x2: width - margin.right, y1: y(v), y2: y(v)}));
      parts.push(svg('text', {x: margin.left - 7, y: y(v) + 4, 'text-anchor': 'end'}, tidy(this.write(v))));
    }
    parts.push(svg('text', {x: margin.left, y: height - 3}, duration(first)));
    if (last > first) parts.push(svg('text', {x: width - margin.right, y: height - 3, 'text-anchor': 'end'}, duration(last)));

    const line = this.points.map((p) => `${x(p[0]).toFixed(1)} ${y(p[1]).toFixed(1)}`).join('L');
    parts.push(svg('path', {class: 'area', d: `M${x(first).toFixed(1)} ${y(0)}L${line}L${x(last).toFixed(1)} ${y(0)}Z`}));
    parts.push(svg('path', {class: 'line', d: `M${line}`}));

    const shown = this.pointed === null ? this.points.at(-1) : nearest(this.points, (p) => Math.abs(x(p[0]) - this.pointed));
    if (this.pointed !== null) {
      parts.push(svg('line', {class: 'pointer', x1: x(shown[0]), x2: x(shown[0]), y1: margin.top, y2: height - margin.bottom}));
    }
    parts.push(svg('circle', {class: 'dot', cx: x(shown[0]), cy: y(shown[1]), r: 3.5}));
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.svg.setAttribute('aria-label', `${this.name} from ${duration(first)} to ${duration(last)}: ` +
      `at most ${this.write(Math.max(...this.points.map((p) => p[1])))}, last ${this.write(this.points.at(-1)[1])}`);
    this.svg.replaceChildren(...parts);
    setText(this.output, this.pointed === null ? '' : `${this.write(shown[1])} at ${duration(shown[0])}`);
  }
}

// ceiling returns the next number that is 1, 2 or 5 times a power of ten.
function ceiling(v) {
  if (v <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(v));
  return power * [1, 2, 5, 10].find((n) => n * power >= v * (1 - 1e-9));
}

// tidy takes zeros behind the point off a number that begins a text.
function tidy(text) {
  return text.replace(/^(\d+)\.0+(?!\d)/, '$1').replace(/^(\d+\.\d*[1-9])0+(?!\d)/, '$1');
}

function nearest(points, distance) {
  return points.reduce((best, p) => (distance(p) < distance(best) ? p : best));
}
