// Numbers as people read them.

const grouped = new Intl.NumberFormat('en', {maximumFractionDigits: 0});
const prefixes = ['', ' k', ' M', ' G', ' T', ' P', ' E'];

// count writes a whole number with commas.
export function count(n) {
  return grouped.format(n);
}

// plural writes a number of things.
export function plural(n, one, many = one + 's') {
  return `${count(n)} ${n === 1 ? one : many}`;
}

// short writes a number with three digits and a prefix: 1.50 M. Whole numbers
// below 1000 stay as they are.
export function short(n) {
  let i = 0;
  while (n >= 999.5 && i < prefixes.length - 1) {
    n /= 1000;
    i++;
  }
  return (i === 0 && Number.isInteger(n) ? String(n) : n.toPrecision(3)) + prefixes[i];
}

// percent writes a share. It rounds down: 100 % is said of the whole only.
export function percent(x) {
  const p = 100 * x;
  if (p >= 100) return '100 %';
  if (p <= 0) return '0 %';
  if (p < 0.0001) return '< 0.0001 %';
  const digits = p >= 10 ? 1 : p >= 1 ? 2 : 1 - Math.floor(Math.log10(p));
  const scale = 10 ** digits;
  return (Math.floor(p * scale * (1 + 1e-12)) / scale).toFixed(digits) + ' %';
}

// duration writes seconds with its two largest units.
export function duration(seconds) {
  const s = Math.floor(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  if (s < 86400) return `${Math.floor(s / 3600)} h ${Math.floor(s / 60) % 60} min`;
  return `${plural(Math.floor(s / 86400), 'day')} ${Math.floor(s / 3600) % 24} h`;
}
