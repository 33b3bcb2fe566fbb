// A game as one page sees it: what the server has said so far.

export class Game {
  constructor() {
    this.seat = -1; // -1 looks on
    this.seats = [{kind: 'open', name: ''}, {kind: 'open', name: ''}];
    this.width = 0;
    this.height = 0;
    this.pending = []; // own lines that the server has not answered yet
    this.asked = false; // for options
    this.mayMove = false;
    this.agreed = true; // to the game that is next, or that goes on
    this.clear();
  }

  clear() {
    this.lines = new Map(); // key of the line to the seat that drew it, -1 unknown
    this.owners = new Map(); // key of the box to the seat
    this.scores = [0, 0];
    this.turn = -1; // -1 while no game goes on
    this.last = null;
    this.winner = null;
  }

  // apply takes in a message and returns a sentence about it, if it is news.
  apply(m) {
    switch (m.type) {
      case 'seat':
        this.seat = m.seat;
        return '';
      case 'players':
        return this.players(m.seats);
      case 'ask':
        this.asked = true;
        return '';
      case 'options':
        this.width = m.width;
        this.height = m.height;
        this.asked = false;
        this.mayMove = false;
        this.pending = [];
        this.clear();
        return `The board has ${m.width - 1} by ${m.height - 1} boxes.`;
      case 'sync':
        this.sync(m);
        return '';
      case 'turn':
        this.mayMove = true;
        if (this.turn < 0) this.turn = this.seat;
        return 'Your turn.';
      case 'result': {
        const line = this.pending.shift();
        if (m.status < 0 || !line) return 'That move was not possible.';
        return this.draw(line, this.seat, m.boxes);
      }
      case 'move': {
        const mover = this.seat >= 0 ? 1 - this.seat : Math.max(this.turn, 0);
        return this.draw(m.line, mover, m.boxes);
      }
      case 'over':
        this.winner = m.winner;
        this.agreed = false;
        this.turn = -1;
        this.mayMove = false;
        return this.result();
      default:
        return '';
    }
  }

  players(seats) {
    const news = seats.map((now, i) => {
      const before = this.seats[i];
      if (now.kind === before.kind && now.name === before.name) return '';
      if (now.kind === 'player') return i === this.seat ? '' : `${now.name} is here.`;
      if (now.kind === 'reserved') return `${now.name} is away.`;
      if (now.kind === 'open' && before.name) return `${before.name} has left.`;
      return '';
    });
    this.seats = seats;
    if (!this.full()) this.mayMove = false;
    return news.filter(Boolean).join(' ');
  }

  sync(m) {
    this.scores = m.scores;
    if (!m.vertical) return;
    const {width: w, height: h} = this;
    const drawn = (vertical, x, y, on) => {
      const key = lineKey({vertical, x, y});
      if (on && !this.lines.has(key)) this.lines.set(key, -1);
    };
    m.vertical.forEach((on, i) => drawn(true, Math.floor(i / (h - 1)), i % (h - 1), on));
    m.horizontal.forEach((on, i) => drawn(false, Math.floor(i / h), i % h, on));
    m.owners.forEach((owner, i) => {
      if (owner >= 0) this.owners.set(boxKey({x: Math.floor(i / (h - 1)), y: i % (h - 1)}), owner);
    });
    this.turn = m.turn;
    if (this.lines.size === w * (h - 1) + (w - 1) * h) {
      this.turn = -1;
      this.agreed = false;
      this.winner = m.scores[0] === m.scores[1] ? 2 : m.scores[0] > m.scores[1] ? 0 : 1;
    }
  }

  draw(line, mover, boxes) {
    this.lines.set(lineKey(line), mover);
    this.last = line;
    for (const box of boxes) this.owners.set(boxKey(box), mover);
    this.scores[mover] += boxes.length;
    this.turn = boxes.length > 0 ? mover : 1 - mover;
    this.mayMove = false; // until the server asks
    if (boxes.length === 0) return '';
    const who = mover === this.seat ? 'You complete' : `${this.seats[mover].name} completes`;
    return `${who} ${boxes.length === 1 ? 'a box' : 'two boxes'}.`;
  }

  full() { return this.seats.every((s) => s.kind === 'player' || s.kind === 'bot'); }

  // result says how a game has ended.
  result() {
    const score = `${this.scores[0]} to ${this.scores[1]}`;
    if (this.winner === 2) return `A tie, ${score}.`;
    if (this.winner === this.seat) return `You win, ${score}.`;
    return `${this.seats[this.winner].name} wins, ${score}.`;
  }
}

export function lineKey(line) {
  return `${line.vertical ? 'V' : 'H'}${line.x},${line.y}`;
}

export function boxKey(box) {
  return `${box.x},${box.y}`;
}
