// The lobby: all tables, and how to open one.

import {Rows, el, setText} from './dom.js';
import {plural} from './format.js';

const states = {options: 'choosing a board', waiting: 'waiting', playing: 'playing', over: 'game over'};

export class Lobby {
  // open(table id) shows a table.
  constructor(root) {
    this.count = root.querySelector('#tables-count');
    this.rows = new Rows(root.querySelector('#tables'), row);
  }

  show(state) {
    setText(this.count, state.tables.length === 0 ? 'No table is open. Open one.' : plural(state.tables.length, 'table'));
    this.rows.update(state.tables);
  }
}

function row() {
  const players = el('td');
  const board = el('td');
  const status = el('td');
  const link = el('a.button', {}, '');
  const node = el('tr', {}, players, board, status, el('td.number', {}, link));
  return {
    node,
    update(t) {
      const names = t.seats.map((s) => (s.kind === 'open' ? 'open seat' : s.kind === 'bot' ? `${s.name} (bot)` : s.name));
      setText(players, names.join(' – '));
      setText(board, t.width > 0 ? `${t.width - 1} × ${t.height - 1} boxes` : '');
      setText(status, t.state === 'playing' || t.state === 'over' ? `${states[t.state]}, ${t.seats[0].score} : ${t.seats[1].score}` : states[t.state]);
      const open = t.door !== 'ggz' && t.seats.some((s) => s.kind === 'open');
      setText(link, open ? 'Play' : 'Look on');
      link.setAttribute('href', `?table=${t.id}`);
      link.setAttribute('aria-label', `${open ? 'Play' : 'Look on'} at table ${t.id}`);
    },
  };
}
