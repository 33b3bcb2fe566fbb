// The page: the lobby, or with ?table=N a table.

import {Lobby} from './lobby.js';
import {Table, rejoin} from './table.js';
import {el, setText} from './dom.js';
import {name, remember, setName} from './seats.js';
import {poll} from './poll.js';

const $ = (id) => document.getElementById(id);
const usual = {width: 6, height: 6};
const id = Number(new URLSearchParams(location.search).get('table'));

if (id > 0) showTable();
else showLobby();

function showLobby() {
  $('lobby').hidden = false;
  const form = $('open');
  form.elements.name.value = name();
  const lobby = new Lobby($('lobby'));
  poll('tables', (state) => {
    $('lost').hidden = true;
    lobby.show(state);
    levels(form.elements.bot, state.levels);
  }, () => {
    $('lost').hidden = false;
    setText($('lost-text'), 'The server does not answer; trying again.');
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const {elements} = form;
    const place = await ask('tables', {name: elements.name.value.trim(), seat: Number(elements.seat.value), bot: elements.bot.value}, $('open-result'));
    if (!place) return;
    setName(elements.name.value.trim());
    remember(place.table, {token: place.token, size: {width: Number(elements.width.value) + 1, height: Number(elements.height.value) + 1}});
    location.assign(`?table=${place.table}`);
  });
}

// levels fills the choice of bots once.
function levels(select, names) {
  if (select.options.length > 1) return;
  for (const level of names) select.append(el('option', {value: level}, `the bot ${level}`));
}

async function showTable() {
  if (rejoin(id, usual)) {
    $('table').hidden = false;
    return;
  }
  const answer = await fetch(`tables/${id}`).catch(() => null);
  if (!answer?.ok) {
    $('gone').hidden = false;
    return;
  }
  const table = await answer.json();
  if (table.door === 'ggz' || !table.seats.some((s) => s.kind === 'open')) {
    watch();
    return;
  }
  const form = $('join');
  $('invited').hidden = false;
  form.elements.name.value = name();
  $('watch').addEventListener('click', watch);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const own = form.elements.name.value.trim();
    const place = await ask(`tables/${id}/seats`, {name: own}, $('join-result'));
    if (!place) return;
    setName(own);
    remember(id, {token: place.token, size: usual});
    $('invited').hidden = true;
    $('table').hidden = false;
    rejoin(id, usual);
  });
}

function watch() {
  $('invited').hidden = true;
  $('table').hidden = false;
  new Table(id, '', usual);
}

// ask posts a question and returns the answer, or shows what was wrong.
async function ask(url, question, output) {
  setText(output, '');
  try {
    const answer = await fetch(url, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(question)});
    const body = await answer.json();
    if (answer.ok) return body;
    setText(output, body.error);
  } catch {
    setText(output, 'The server does not answer.');
  }
  return null;
}
