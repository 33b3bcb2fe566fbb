// The page of a shared search: asks for its state and shows it.

import {Chart} from './chart.js';
import {Clients} from './clients.js';
import {setText} from './dom.js';
import {count, duration, percent, plural, short} from './format.js';
import {poll} from './poll.js';
import {Settings} from './settings.js';
import {Works} from './works.js';
import {drawBoard} from './board.js';

const $ = (id) => document.getElementById(id);

const verdicts = {
  solved: ['✓ Solved', 'A client found a solution, and the server has replayed it.'],
  unsolvable: ['✕ Unsolvable', 'The whole search space has been searched, and there is no solution in it.'],
  limit: ['■ Stopped at a limit', 'The search was neither finished nor was a solution found.'],
};

const rates = new Chart($('rate-chart'), 'Rate', (v) => short(v) + '/s');
const shares = new Chart($('share-chart'), 'Share of the search space', percent);
const clients = new Clients();
const works = new Works();
const settings = new Settings();
let last = null; // when the last answer came
let ended = false;

poll('state', show, lost);

function show(state) {
  last = new Date();
  $('lost').hidden = true;
  document.querySelector('main').hidden = false;
  ended = state.verdict !== '';
  const game = state.game || 'puzzlekit serve';
  setText($('game'), game);
  setText($('scan'), state.scan);
  const status = ended ? verdicts[state.verdict]?.[0] ?? state.verdict : '● searching';
  setStatus(status, state.verdict === 'limit');
  document.title = `${ended ? status : percent(state.share)} · ${game}`;

  showVerdict(state);
  showProgress(state);
  rates.draw(state.history.map((h) => [h[0], h[2]]));
  shares.draw(state.history.map((h) => [h[0], h[1]]));
  drawBoard($('board'), state.board, state.free_cells);
  setText($('cells'), plural(state.free_cells, 'free cell'));
  works.show(state);
  clients.show(state);
  settings.show(state);
}

function showVerdict(state) {
  $('verdict').hidden = !ended;
  if (!ended) return;
  const [title, text] = verdicts[state.verdict] ?? [state.verdict, ''];
  setText($('verdict-title'), title);
  setText($('verdict-text'), text);
  $('verdict').classList.toggle('stopped', state.verdict === 'limit');
  const cut = state.solution_bytes > new TextEncoder().encode(state.solution).length;
  $('solution').hidden = $('solution-tools').hidden = state.solution === '';
  $('copy').hidden = cut || !navigator.clipboard;
  setText($('solution'), state.solution + (cut ? ' … (download it to see the rest)' : ''));
}

function showProgress(state) {
  // Rounding must not say that all is done while something is left.
  const share = ended ? state.share : Math.min(state.share, 0.9999);
  setText($('share'), percent(share));
  setText($('share-of'), ended ? 'of the search space was done' : 'of the search space done');
  $('bar').setAttribute('aria-valuenow', (100 * share).toFixed(4));
  $('bar').setAttribute('aria-valuetext', percent(share));
  $('bar').firstElementChild.style.width = share > 0 ? `max(3px, ${100 * share}%)` : '0';
  const guess = !ended && state.share >= 0.001 && state.elapsed_seconds >= 10;
  const left = guess ? state.elapsed_seconds * (1 - state.share) / state.share : 0;
  setText($('left'), guess ? `about ${duration(left)} left, if the estimate and the pace hold` : '');
  setText($('rate'), short(state.rate) + '/s');
  setText($('iterations'), short(state.iterations));
  $('iterations').title = count(state.iterations);
  setText($('elapsed'), duration(state.elapsed_seconds));
  setText($('max-depth'), count(state.max_depth));
  setText($('working'), `${count(state.working)} working`);
  setText($('waiting'), `${count(state.waiting)} waiting`);
  setText($('queued'), `${count(state.queued)} queued`);
}

function setStatus(text, stopped) {
  setText($('status'), text);
  $('status').classList.toggle('stopped', stopped);
}

function lost(wait, error) {
  const then = last ? ` This is how it was at ${last.toLocaleTimeString()}.` : '';
  const why = ended ? 'The search is over, and the server has gone.' : `Connection lost: ${error.message}.`;
  setText($('lost-text'), why + then);
  setText($('lost-wait'), `Trying again in ${plural(Math.round(wait / 1000), 'second')}.`);
  $('lost').hidden = false;
  if (!ended) setStatus('! connection lost', true);
}

$('copy').addEventListener('click', async () => {
  await navigator.clipboard.writeText($('solution').textContent);
  setText($('copy'), 'Copied');
  setTimeout(() => setText($('copy'), 'Copy'), 2000);
});
