// The tree of assignments.

import {Rows, el, setText} from './dom.js';
import {count, percent, plural} from './format.js';

const few = 60; // so many works are all shown at first; of more, two levels

export class Works {
  constructor() {
    this.list = document.getElementById('works');
    this.title = document.getElementById('works-count');
    this.queued = document.getElementById('show-queued');
    this.rows = new Rows(this.list, (work) => this.makeRow(work));
    this.chosen = new Map(); // id → whether it was opened or closed by hand
    this.all = null; // what "Expand all" or "Collapse all" said last
    this.current = 0; // id of the row that the tab key reaches
    this.state = null;
    this.queued.addEventListener('change', () => this.paint());
    for (const [id, open] of [['expand', true], ['collapse', false]]) {
      document.getElementById(id).addEventListener('click', () => {
        this.chosen.clear();
        this.all = open;
        this.paint();
      });
    }
    this.list.addEventListener('click', (event) => {
      const row = event.target.closest('.work');
      if (row) this.go(row);
      if (event.target.closest('.toggle')) this.toggle(row);
    });
    this.list.addEventListener('keydown', (event) => this.key(event));
  }

  show(state) {
    this.state = state;
    this.paint();
  }

  isOpen(work) {
    return this.chosen.get(work.id) ?? this.all ?? (this.state.works.length <= few || work.level === 0);
  }

  paint() {
    const works = this.state.works;
    const below = countBelow(works);
    const visible = [];
    let closed = Infinity; // level of the closed work that we are below
    for (const [i, work] of works.entries()) {
      if (work.level <= closed) closed = Infinity;
      if (work.level > closed) continue;
      const wanted = work.client !== 0 || this.queued.checked || below[i].working > 0;
      if (!wanted) continue;
      const {working, queued} = below[i];
      const divides = this.queued.checked ? working + queued > 0 : working > 0;
      const open = divides && this.isOpen(work);
      if (divides && !open) closed = work.level;
      visible.push({...work, working, queued, divides, open});
    }
    if (!visible.some((work) => work.id === this.current)) this.current = visible[0]?.id ?? 0;
    this.rows.update(visible);
    const out = this.state.works_left_out;
    setText(this.title, out > 0 ? `the ${count(works.length)} that begin nearest to the root, ${count(out)} more are not shown` : '');
    this.list.closest('section').hidden = works.length === 0;
    for (const id of this.chosen.keys()) if (!works.some((work) => work.id === id)) this.chosen.delete(id);
  }

  makeRow() {
    const path = el('span.path.mono');
    const below = el('span');
    const kinds = el('span.kinds');
    const more = el('span.more.small', {}, below, kinds);
    const toggle = el('button.toggle', {type: 'button', tabindex: '-1', 'aria-hidden': 'true'});
    const place = el('span.place', {}, toggle, path, more);
    const who = el('span.state');
    const depth = el('span.number');
    const holes = el('span.number');
    const bar = el('span.bar', {}, el('span'));
    const gone = el('span.number');
    const left = el('span.number');
    const node = el('li.work', {role: 'treeitem'}, place, el('span', {}, who), depth, holes, el('span.gone', {}, bar, gone), left);
    const update = (w) => {
      node.dataset.id = w.id;
      node.tabIndex = w.id === this.current ? 0 : -1;
      node.setAttribute('aria-level', w.level + 1);
      if (w.divides) node.setAttribute('aria-expanded', w.open);
      else node.removeAttribute('aria-expanded');
      toggle.disabled = !w.divides;
      place.style.setProperty('--level', w.level);
      setText(path, w.start_depth === 0 ? 'the root' : w.path);
      path.title = `work ${w.id}, begins at [${w.start.join(' ')}${w.start.length < w.start_depth ? ' …' : ''}]` + (w.parent ? `, taken from work ${w.parent}` : '');
      const closed = w.divides && !w.open;
      setText(below, closed ? `+ ${count(w.working + w.queued)}` : '');
      setText(kinds, closed ? `: ${summary(w)}` : '');
      setText(who, w.client === 0 ? 'queued' : `client ${w.client}`);
      who.className = 'state ' + (w.client === 0 ? 'queued' : 'working');
      setText(depth, w.at_depth === w.start_depth ? count(w.start_depth) : `${count(w.start_depth)} → ${count(w.at_depth)}`);
      setText(holes, w.holes > 0 ? count(w.holes) : '');
      const share = w.weight > 0 ? Math.max(0, 1 - w.left / w.weight) : 0;
      const untouched = w.client === 0 && share === 0;
      bar.hidden = w.weight === 0 || untouched;
      bar.firstElementChild.style.width = `${100 * share}%`;
      setText(gone, untouched ? '' : w.weight > 0 ? percent(share) : 'too deep');
      setText(left, w.weight > 0 ? percent(w.left) : '');
    };
    return {node, update};
  }

  toggle(row) {
    const open = row.getAttribute('aria-expanded');
    if (open === null) return;
    this.chosen.set(Number(row.dataset.id), open !== 'true');
    this.paint();
  }

  // go moves the place that the tab key reaches.
  go(row) {
    this.list.querySelector('[tabindex="0"].work')?.setAttribute('tabindex', '-1');
    row.tabIndex = 0;
    this.current = Number(row.dataset.id);
    row.focus();
  }

  key(event) {
    const row = event.target.closest('.work');
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const open = row.getAttribute('aria-expanded');
    const level = (node) => Number(node.getAttribute('aria-level'));
    let above = row.previousElementSibling;
    while (above && level(above) >= level(row)) above = above.previousElementSibling;
    const moves = {
      ArrowDown: row.nextElementSibling,
      ArrowUp: row.previousElementSibling,
      ArrowRight: open === 'true' ? row.nextElementSibling : null,
      ArrowLeft: open === 'true' ? null : above,
      Home: this.list.firstElementChild,
      End: this.list.lastElementChild,
    };
    const toggles = (event.key === 'ArrowRight' && open === 'false') || (event.key === 'ArrowLeft' && open === 'true') || event.key === 'Enter' || event.key === ' ';
    if (!toggles && !(event.key in moves)) return;
    event.preventDefault();
    if (toggles) this.toggle(row);
    else if (moves[event.key]) this.go(moves[event.key]);
  }
}

// summary tells what is below a closed work.
function summary(w) {
  return [w.working > 0 ? `${count(w.working)} working` : '', w.queued > 0 ? `${count(w.queued)} queued` : ''].filter((s) => s !== '').join(', ');
}

// countBelow returns for each work how many of those below it are working and
// queued. The works are in the order of a depth-first walk.
function countBelow(works) {
  const below = works.map(() => ({working: 0, queued: 0}));
  const above = [];
  for (const [i, work] of works.entries()) {
    above.length = work.level;
    for (const j of above) below[j][work.client === 0 ? 'queued' : 'working']++;
    above.push(i);
  }
  return below;
}
