// The form that changes what clients are told.

import {setText} from './dom.js';

export class Settings {
  constructor() {
    this.form = document.getElementById('settings');
    this.section = this.form.closest('section');
    this.result = document.getElementById('settings-result');
    this.touched = false; // a change that is not applied yet must not be overwritten
    this.form.addEventListener('input', () => {
      this.touched = true;
      setText(this.result, '');
    });
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.apply();
    });
  }

  show(state) {
    this.section.hidden = !state.settable || state.verdict !== '';
    if (this.touched) return;
    for (const name of ['cycle_len', 'depth_alloc_delta']) {
      const field = this.form.elements[name];
      if (field.value !== String(state[name])) field.value = state[name];
    }
  }

  async apply() {
    const {cycle_len, depth_alloc_delta} = this.form.elements;
    const body = JSON.stringify({cycle_len: cycle_len.valueAsNumber, depth_alloc_delta: depth_alloc_delta.valueAsNumber});
    try {
      const response = await fetch('settings', {method: 'PUT', headers: {'Content-Type': 'application/json'}, body});
      if (!response.ok) throw new Error((await response.json()).error);
      this.touched = false;
      setText(this.result, '✓ applied');
    } catch (error) {
      setText(this.result, `✕ not applied: ${error.message}`);
    }
  }
}
