// A table: its connection, its board, and what can be done at it.

import {Board, initial} from './board.js';
import {Decoder, say} from './wire.js';
import {Game} from './game.js';
import {setText} from './dom.js';
import {remember, remembered} from './seats.js';

const $ = (id) => document.getElementById(id);
const restart = 1012; // the server stops, and may start again
const longest = 8000; // milliseconds between two tries to connect

export class Table {
  // size is what the one who is asked answers, {width, height} in dots.
  constructor(id, token, size) {
    this.id = id;
    this.token = token;
    this.size = size;
    this.tries = 0;
    this.game = new Game();
    this.board = new Board($('board'), (line) => this.move(line));
    $('again').addEventListener('click', () => this.again());
    $('copy').addEventListener('click', () => this.copy());
    $('leave').addEventListener('click', () => this.leave());
    setText($('share'), location.href);
    this.connect();
  }

  connect() {
    const url = new URL(`play/${this.id}`, location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    if (this.token) url.searchParams.set('token', this.token);
    const decoder = new Decoder();
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => {
      this.tries = 0;
      this.game = new Game();
      $('lost').hidden = true;
    });
    socket.addEventListener('message', (event) => {
      for (const message of decoder.feed(event.data)) this.hear(message);
      this.show();
    });
    socket.addEventListener('close', (event) => this.closed(event));
  }

  hear(message) {
    const news = this.game.apply(message);
    if (news) setText($('news'), news);
    if (message.type === 'ask') this.send(say.options(this.size.width, this.size.height));
    if (message.type === 'options') this.size = {width: message.width, height: message.height};
  }

  // closed tells a lost connection, which is tried again, from one that the
  // server has ended.
  async closed(event) {
    this.game.mayMove = false;
    if (this.left) return;
    let reason = event.code === restart ? '' : event.reason;
    if (!reason && event.code !== 1000) {
      const answer = await fetch(`tables/${this.id}`).catch(() => null);
      if (answer?.status === 404) reason = 'the table is gone';
    }
    $('lost').hidden = false;
    if (reason) {
      setText($('lost-text'), `This is the end: ${reason}.`);
      remember(this.id, null);
      return;
    }
    const wait = Math.min(500 * 2 ** this.tries++, longest);
    setText($('lost-text'), 'The connection is lost; trying again. Your seat is kept for a while.');
    setTimeout(() => this.connect(), wait);
  }

  send(bytes) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(bytes);
  }

  move(line) {
    if (!this.game.mayMove) return;
    this.game.mayMove = false;
    this.game.pending.push(line);
    this.send(say.move(line));
    this.show();
  }

  again() {
    this.game.agreed = true;
    this.send(say.again());
    this.show();
  }

  // leave gives the seat up, which a lost connection does not.
  async leave() {
    this.left = true;
    remember(this.id, null);
    if (this.token) await fetch(`tables/${this.id}/seats/${this.token}`, {method: 'DELETE'}).catch(() => null);
    location.assign('./');
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      setText($('news'), 'The link is copied.');
    } catch {
      getSelection().selectAllChildren($('share'));
      setText($('news'), 'The link is marked; copy it.');
    }
  }

  show() {
    const game = this.game;
    if (game.width > 0) this.board.show(game);
    $('board').classList.toggle('waiting', game.width === 0);
    game.seats.forEach((seat, i) => {
      const node = $(`player${i}`);
      const name = {open: 'open seat', reserved: `${seat.name} (away)`, bot: `${seat.name} (bot)`}[seat.kind] ?? seat.name;
      setText(node.querySelector('.name'), i === game.seat ? `${name} (you)` : name);
      setText(node.querySelector('.mark'), seat.name ? initial(game, i) : '');
      setText(node.querySelector('.score'), String(game.scores[i]));
      node.classList.toggle('turn', game.turn === i && game.full());
    });
    setText($('status'), this.status());
    $('again').hidden = game.agreed || game.seat < 0;
    $('invite').hidden = game.seat < 0 || game.full();
    document.title = `${game.mayMove ? '● your turn · ' : ''}Dots`;
  }

  status() {
    const game = this.game;
    if (game.winner !== null) return game.agreed ? `${game.result()} Waiting for the other one.` : game.result();
    const missing = game.seats.find((s) => s.kind !== 'player' && s.kind !== 'bot');
    if (missing) return missing.kind === 'reserved' ? `Waiting for ${missing.name} to come back` : 'Waiting for somebody to join';
    if (!game.agreed && game.seat >= 0) return 'The other one wants to play again';
    if (game.width === 0) return 'Waiting for the board';
    if (game.mayMove) return 'Your turn';
    if (game.pending.length > 0) return 'Drawing';
    if (game.turn < 0) return 'Waiting for the other one';
    return `${game.seats[game.turn].name} is to move`;
  }
}

// rejoin returns the table with the seat that this page has had, if it has.
export function rejoin(id, size) {
  const seat = remembered(id);
  return seat ? new Table(id, seat.token, seat.size ?? size) : null;
}
