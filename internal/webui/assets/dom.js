// Small helpers for building and updating elements. Everything that came from
// elsewhere is set as text, never as markup.

// el returns an element with attributes and children; a class may be given with
// the tag, as in "span.mono".
export function el(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const node = document.createElement(name);
  if (classes.length > 0) node.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// svg returns an SVG element.
export function svg(tag, attributes = {}, text = '') {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.textContent = text;
  return node;
}

// setText changes a node's text if it is another one, so that an update costs
// nothing where nothing changed.
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Rows keeps the children of a node in step with a list of items. Each item has
// an id; its row is made once by make(item), which returns {node, update}, and
// updated from then on. Rows stay where they are as long as their order does, so
// focus and selection survive.
export class Rows {
  constructor(parent, make) {
    this.parent = parent;
    this.make = make;
    this.rows = new Map();
  }

  update(items) {
    const ids = new Set(items.map((item) => item.id));
    for (const [id, row] of this.rows) {
      if (ids.has(id)) continue;
      row.node.remove();
      this.rows.delete(id);
    }
    let next = this.parent.firstElementChild;
    for (const item of items) {
      let row = this.rows.get(item.id);
      if (!row) {
        row = this.make(item);
        this.rows.set(item.id, row);
      }
      row.update(item);
      if (row.node === next) next = next.nextElementSibling;
      else this.parent.insertBefore(row.node, next);
    }
  }
}
