// The seats of this page: they outlive a reload, and another tab has its own.

const key = (id) => `seat ${id}`;

// remember keeps a seat, {token, size}, or forgets it with null.
export function remember(id, seat) {
  if (seat === null) sessionStorage.removeItem(key(id));
  else sessionStorage.setItem(key(id), JSON.stringify(seat));
}

export function remembered(id) {
  return JSON.parse(sessionStorage.getItem(key(id)));
}

// The name is the same in all tabs.
export function name() { return localStorage.getItem('name') ?? ''; }
export function setName(text) { localStorage.setItem('name', text); }
