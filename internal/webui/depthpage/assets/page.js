// The page of an exploration by depths: asks for its state and shows it.

import {Rows, el, setText, svg} from './dom.js';
import {count, duration, percent, plural, short} from './format.js';
import {poll} from './poll.js';

const $ = (id) => document.getElementById(id);
const height = 260;
const margin = {left: 56, bottom: 20, top: 8};
const columns = ['depth', 'fingerprints', 'fccs', 'states', 'entries', 'derived', 'largest'];

let latest = null;

const rows = new Rows($('depths'), () => {
  const cells = columns.map(() => el('td'));
  return {node: el('tr', {}, ...cells), update: (d) => columns.forEach((name, i) => setText(cells[i], count(d[name])))};
});

poll('state', show, lost);
$('log').addEventListener('change', () => latest && draw(latest.depths));
new ResizeObserver(() => latest && draw(latest.depths)).observe($('profile'));

function show(state) {
  latest = state;
  $('lost').hidden = true;
  document.querySelector('main').hidden = false;
  setText($('title'), state.title);
  setText($('status'), state.verdict || '● exploring');
  document.title = `${state.verdict || 'depth ' + state.depth} · ${state.title}`;
  setText($('now'), state.verdict ? `${plural(state.depths.length, 'depth')} explored`
    : `Depth ${state.depth} of at most ${state.last}: ${percent(state.share)}`);
  setText($('states'), short(state.states));
  $('states').title = count(state.states);
  setText($('rate'), state.seconds > 0 ? short(state.states / state.seconds) + '/s' : '');
  setText($('elapsed'), duration(state.seconds));
  setText($('bytes'), short(state.bytes) + 'B');
  rows.update(state.depths.map((d) => ({id: d.depth, ...d})));
  draw(state.depths);
}

function draw(depths) {
  const width = $('profile').clientWidth;
  if (width === 0 || depths.length === 0) return;
  const scale = $('log').checked ? (n) => Math.log10(1 + n) : (n) => n;
  const most = Math.max(...depths.map((d) => d.states));
  const last = depths.at(-1).depth;
  const step = (width - margin.left) / (last + 1);
  const y = (n) => (scale(n) / scale(most)) * (height - margin.top - margin.bottom);
  const parts = depths.map((d) => {
    const bar = svg('rect', {
      x: margin.left + d.depth * step, y: height - margin.bottom - y(d.states), width: Math.max(step - 1, 1), height: y(d.states),
    });
    bar.append(svg('title', {}, `depth ${d.depth}: ${plural(d.states, 'state')}`));
    return bar;
  });
  parts.push(svg('text', {x: margin.left - 6, y: margin.top + 8, 'text-anchor': 'end'}, short(most)));
  for (let depth = 0; depth <= last; depth += Math.max(1, Math.ceil(last / 10))) {
    parts.push(svg('text', {x: margin.left + (depth + 0.5) * step, y: height - 4, 'text-anchor': 'middle'}, String(depth)));
  }
  $('profile').setAttribute('viewBox', `0 0 ${width} ${height}`);
  $('profile').setAttribute('aria-label', `States by depth, at most ${short(most)}`);
  $('profile').replaceChildren(...parts);
}

function lost(wait) {
  setText($('lost'), `No answer; asking again in ${Math.ceil(wait / 1000)} s.`);
  $('lost').hidden = false;
}
