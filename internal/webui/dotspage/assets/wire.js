// The messages of a game as bytes: GGZ Dots, protocol version 4.

const kinds = ['none', 'open', 'bot', 'player', 'reserved', 'abandoned'];

// Not everything has come yet.
class Short extends Error {}

// Decoder turns bytes into messages, however they were cut into pieces.
export class Decoder {
  constructor() {
    this.bytes = new Uint8Array(0);
    this.width = 0;
    this.height = 0;
  }

  // feed returns the messages that are whole by now.
  feed(more) {
    const bytes = new Uint8Array(this.bytes.length + more.byteLength);
    bytes.set(this.bytes);
    bytes.set(new Uint8Array(more), this.bytes.length);
    this.bytes = bytes;
    const messages = [];
    for (;;) {
      this.at = 0;
      try {
        messages.push(this.message());
      } catch (error) {
        if (error instanceof Short) return messages;
        throw error;
      }
      this.bytes = this.bytes.slice(this.at);
    }
  }

  take(n) {
    if (this.at + n > this.bytes.length) throw new Short();
    this.at += n;
    return this.bytes.subarray(this.at - n, this.at);
  }

  char() { return this.take(1)[0]; }

  int() {
    const b = this.take(4);
    return (b[0] << 24) | (b[1] << 16) | (b[2] << 8) | b[3];
  }

  string() {
    const b = this.take(this.int());
    return new TextDecoder().decode(b.subarray(0, b.length - 1));
  }

  boxes() {
    return Array.from({length: this.char()}, () => ({x: this.char(), y: this.char()}));
  }

  line(vertical) {
    return {vertical, x: this.char(), y: this.char()};
  }

  message() {
    const opcode = this.int();
    switch (opcode) {
      case 0: return {type: 'seat', seat: this.int()};
      case 1: return {type: 'players', seats: [this.seat(), this.seat()]};
      case 2:
      case 3: return {type: 'move', line: this.line(opcode === 3), boxes: this.boxes()};
      case 4: return {type: 'over', winner: this.char()};
      case 5: return {type: 'turn'};
      case 6: return {type: 'result', status: this.char() << 24 >> 24, boxes: this.boxes()};
      case 7: return this.sync();
      case 8:
        this.width = this.char();
        this.height = this.char();
        return {type: 'options', width: this.width, height: this.height};
      case 9: return {type: 'ask'};
      default: throw new Error(`unknown message ${opcode}`);
    }
  }

  seat() {
    const kind = kinds[this.int()];
    return {kind, name: kind === 'open' ? '' : this.string()};
  }

  sync() {
    const turn = this.char() << 24 >> 24;
    const scores = [this.int(), this.int()];
    const [w, h] = [this.width, this.height];
    if (w === 0) return {type: 'sync', turn, scores};
    return {
      type: 'sync', turn, scores,
      vertical: Array.from(this.take(w * (h - 1))),
      horizontal: Array.from(this.take((w - 1) * h)),
      owners: Array.from(this.take((w - 1) * (h - 1)), (owner) => owner << 24 >> 24),
    };
  }
}

// What a client says.
export const say = {
  move: (line) => new Uint8Array([0, 0, 0, line.vertical ? 1 : 0, line.x, line.y]),
  sync: () => new Uint8Array([0, 0, 0, 2]),
  options: (width, height) => new Uint8Array([0, 0, 0, 3, width, height]),
  again: () => new Uint8Array([0, 0, 0, 4]),
};
