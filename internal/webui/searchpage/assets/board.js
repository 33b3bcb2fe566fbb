// A board drawn with cards.

import {el} from './dom.js';

const suits = {H: '♥', D: '♦', C: '♣', S: '♠'};
const plain = '\ufe0e'; // asks for the text form of the sign before it, not the picture
let drawn = '';

// drawBoard shows a board in the reference format and its free cells.
export function drawBoard(parent, text, freeCells) {
  const key = `${freeCells} ${text}`;
  if (key === drawn) return;
  drawn = key;
  let foundations = ['H-0', 'C-0', 'D-0', 'S-0'];
  let cells = [];
  const columns = [];
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const words = line.replace(/^\s*:\s*/, '').split(/\s+/).filter((word) => word !== '');
    if (/^(Foundations|Founds|Decks):?$/i.test(words[0])) foundations = words.slice(1);
    else if (/^(Freecells?|FC):?$/i.test(words[0])) cells = words.slice(1);
    else columns.push(words);
  }
  while (cells.length < freeCells) cells.push('-');
  parent.replaceChildren(
    el('div.cards.top', {}, el('div', {}, ...cells.map(card)), el('div', {}, ...foundations.map(foundation))),
    el('div.cards', {}, ...columns.map((cards) => el('div.column', {}, ...(cards.length > 0 ? cards : ['-']).map(card)))));
  parent.setAttribute('aria-label', [
    `Free cells: ${cells.join(' ')}`, `Foundations: ${foundations.join(' ')}`,
    ...columns.map((cards, i) => `Column ${i + 1}: ${cards.join(' ')}`)].join('. '));
}

// card draws a card like 7D, or an empty place.
function card(name) {
  const suit = name.slice(-1).toUpperCase();
  if (!(suit in suits)) return el('div.card.empty');
  const rank = name.slice(0, -1).toUpperCase();
  const node = el('div.card', {}, (rank === 'T' ? '10' : rank) + suits[suit] + plain);
  node.classList.toggle('red', suit === 'H' || suit === 'D');
  return node;
}

// foundation draws a foundation like H-5, or H-0 when it is empty.
function foundation(name) {
  const [suit, rank] = name.split('-');
  if (rank !== '0') return card(rank + suit);
  return el('div.card.empty', {}, (suits[suit.toUpperCase()] ?? '') + plain);
}
