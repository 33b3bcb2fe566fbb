// The table of clients.

import {Rows, el, setText} from './dom.js';
import {count, duration, short} from './format.js';

const quiet = 30; // seconds without a report from which a working client stands out

export class Clients {
  constructor() {
    this.title = document.getElementById('clients-count');
    this.rows = new Rows(document.getElementById('clients'), makeRow);
  }

  show(state) {
    const out = state.clients_left_out;
    const none = state.clients.length === 0;
    setText(this.title, none ? 'nobody is connected' : out > 0 ? `the ${count(state.clients.length)} longest connected, ${count(out)} more are not shown` : '');
    this.rows.update(state.clients);
    this.title.closest('section').hidden = none && state.verdict !== '';
  }
}

function makeRow() {
  const cell = (name = '') => el('td' + name);
  const [id, remote, rate, iterations, depth, initial, current, heard, connected] = [
    cell('.number'), cell(), cell('.number'), cell('.number'), cell('.number'), cell('.coords'), cell('.coords'), cell('.number'), cell('.number')];
  const mark = el('span.state');
  const heardText = el('span');
  heard.append(heardText);
  const node = el('tr', {}, id, el('td', {}, mark), remote, rate, iterations, depth, initial, current, heard, connected);
  const update = (c) => {
    setText(id, String(c.id));
    setText(mark, c.state);
    mark.className = 'state ' + c.state;
    setText(rate, c.state === 'working' ? short(c.rate) + '/s' : '–');
    setText(iterations, short(c.iterations));
    setText(depth, count(c.depth));
    for (const [place, text] of [[remote, c.remote], [initial, c.initial], [current, c.current]]) {
      setText(place, text);
      place.title = text;
    }
    setText(heardText, duration(c.last_report_seconds) + ' ago');
    const isQuiet = c.state === 'working' && c.last_report_seconds >= quiet;
    heardText.classList.toggle('quiet', isQuiet);
    heardText.title = isQuiet ? 'It has not reported for a while.' : '';
    setText(connected, duration(c.connected_seconds));
  };
  return {node, update};
}
