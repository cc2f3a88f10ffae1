/**
 * A grid of times on which free times are painted, by mouse, touch and keyboard. Plain elements without React, because the back office and the public
 * pages share it; a stroke redraws only the cells that it changes.
 * Mouse: a stroke paints the rectangle between its ends. Touch: a tap paints one cell, a held finger paints a stroke, a swipe scrolls.
 * Keys: arrows move, Space and Enter paint, Shift with an arrow extends the cell's state, Escape undoes the current stroke.
 */

import type { Slot } from '#application/pairing/rules/grid.ts';
import { clockOf, gridOf } from '#application/pairing/rules/paint.ts';
import type { Lang } from '#codegen/model.ts';
import { dateAt, instant } from '#framework/time.ts';
import { fill } from '#rules/words/fill.ts';
import { language } from '#rules/words/language.ts';
import { followPointer, type Stroke } from './pointer.ts';
import './paint.css';

export interface PaintWords {
  /** label of the grid */
  label: string;
  /** words for a painted cell, and for an empty one */
  on: string;
  off: string;
  /** labels of the buttons */
  all: string;
  none: string;
  /** 'whole day {day}', 'every day at {time}' */
  day: string;
  time: string;
  /** the instructions below the grid */
  help: string;
}

export interface PaintOptions {
  slots: readonly Slot[];
  /** the campaign's zone */
  hoursAhead: number;
  lang: Lang;
  words: PaintWords;
  cells: readonly boolean[];
  readOnly: boolean;
  /** what is in a cell besides its paint, such as a meeting; '' for nothing */
  notes?: readonly string[];
  /** a second clock beside each time, for somebody in another zone: 'hh:mm' of an instant */
  ownClock?: ((stamp: string) => string) | undefined;
  /** called after each stroke */
  onPaint(cells: boolean[]): void;
}

export class PaintGrid {
  readonly #root: HTMLElement;
  #options: PaintOptions;
  #cells: boolean[];
  #boxes: (HTMLElement | undefined)[] = [];
  /** position of each slot: [row, column] */
  #places: [number, number][] = [];
  #end: () => void = () => {};

  constructor(root: HTMLElement, options: PaintOptions) {
    this.#root = root;
    this.#options = options;
    this.#cells = [...options.cells];
    this.#build();
  }

  /** Takes new cells, or another state. The grid is built again only when its slots or words have changed. */
  update(options: PaintOptions): void {
    const before = this.#options;
    this.#options = options;
    this.#cells = [...options.cells];
    const isSame =
      before.slots === options.slots &&
      before.readOnly === options.readOnly &&
      before.lang === options.lang &&
      before.words === options.words &&
      before.notes === options.notes;
    if (isSame) this.#show(this.#cells);
    else this.#build();
  }

  destroy(): void {
    this.#end();
    this.#root.replaceChildren();
  }

  #build(): void {
    this.#end();
    const { slots, hoursAhead, words, readOnly, ownClock, notes } = this.#options;
    const { days, times } = gridOf(slots, hoursAhead);
    const table = make('table', {
      role: 'grid',
      class: 'paint',
      'aria-label': words.label,
      'aria-multiselectable': 'true',
      ...(readOnly && { 'aria-readonly': 'true' }),
    });
    this.#boxes = slots.map(() => undefined);
    this.#places = slots.map(() => [0, 0]);
    const head = make('tr', { role: 'row' });
    head.append(make('th', { role: 'columnheader', class: 'paint-corner' }));
    for (const { date, slots: own } of days) {
      const cell = make('th', { role: 'columnheader', scope: 'col' });
      cell.append(this.#lever(this.#dayText(date), fill(words.day, { day: this.#dayText(date) }), own));
      head.append(cell);
    }
    const body = make('tbody');
    for (const [row, { time, slots: across }] of times.entries()) {
      const line = make('tr', { role: 'row' });
      const cell = make('th', { role: 'rowheader', scope: 'row' });
      const own = across.filter((index) => index !== undefined);
      const first = slots[own[0] ?? -1];
      cell.append(this.#lever(time, fill(words.time, { time }), own));
      if (first && ownClock) cell.append(make('small', {}, ownClock(first.start)));
      line.append(cell);
      for (const [column, index] of across.entries()) {
        const box = make(
          'td',
          index === undefined ? { class: 'paint-hole' } : { role: 'gridcell', class: 'paint-cell', 'data-slot': String(index), tabindex: '-1' },
        );
        if (index !== undefined) {
          this.#boxes[index] = box;
          this.#places[index] = [row, column];
          if (notes?.[index]) box.append(make('span', { class: 'paint-note' }, notes[index]));
        }
        line.append(box);
      }
      body.append(line);
    }
    const thead = make('thead');
    thead.append(head);
    table.append(thead, body);
    const frame = make('div', { class: 'paint-frame' });
    frame.append(table);
    const parts: HTMLElement[] = [frame];
    if (!readOnly) {
      const foot = make('div', { class: 'paint-foot' });
      for (const [text, isOn] of [
        [words.all, true],
        [words.none, false],
      ] as const) {
        const button = make('button', { type: 'button', class: 'paint-all' }, text);
        button.addEventListener('click', () => this.#give(this.#cells.map(() => isOn)));
        foot.append(button);
      }
      foot.append(make('p', { class: 'paint-help' }, words.help));
      parts.push(foot);
    }
    this.#root.replaceChildren(...parts);
    this.#show(this.#cells);
    this.#boxes[0]?.setAttribute('tabindex', '0');
    table.addEventListener('keydown', (event) => this.#key(event));
    this.#end = readOnly ? () => {} : followPointer(table, (stroke) => this.#stroke(stroke));
  }

  /** A heading that switches its whole day, or its time on all days; plain text where nothing can be painted. */
  #lever(text: string, label: string, own: readonly number[]): HTMLElement {
    if (this.#options.readOnly) return make('span', {}, text);
    const button = make('button', { type: 'button', class: 'paint-lever', 'aria-label': label, title: label }, text);
    button.addEventListener('click', () => {
      const isOn = !own.every((index) => this.#cells[index]);
      this.#give(this.#cells.map((cell, index) => (own.includes(index) ? isOn : cell)));
    });
    return button;
  }

  /** The state after a stroke from one slot to another. */
  #stroke({ from, to, state }: Stroke): void {
    const [a, b] = [this.#places[from], this.#places[to]];
    if (!a || !b || state === 'cancel') {
      this.#show(this.#cells);
      return;
    }
    const isOn = !this.#cells[from];
    const within = (value: number, one: number, other: number) => value >= Math.min(one, other) && value <= Math.max(one, other);
    const next = this.#cells.map((cell, index) => {
      const [row, column] = this.#places[index] ?? [-1, -1];
      return within(row, a[0], b[0]) && within(column, a[1], b[1]) ? isOn : cell;
    });
    if (state === 'end') {
      this.#rove(to);
      this.#give(next);
    } else this.#show(next);
  }

  #key(event: KeyboardEvent): void {
    const index = Number((event.target as HTMLElement).dataset?.slot ?? -1); // the target of a keydown is an element
    const place = this.#places[index];
    if (!place) return;
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      const to = this.#next(place, step);
      if (to === undefined) return;
      const isOn = this.#cells[index] ?? false;
      this.#rove(to, true);
      if (event.shiftKey && !this.#options.readOnly && this.#cells[to] !== isOn) this.#give(this.#cells.map((cell, at) => (at === to ? isOn : cell)));
    } else if ((event.key === ' ' || event.key === 'Enter') && !this.#options.readOnly) {
      event.preventDefault();
      this.#give(this.#cells.map((cell, at) => (at === index ? !cell : cell)));
    }
  }

  /** The next slot in a direction, skipping gaps; undefined at the edge. */
  #next([row, column]: [number, number], [down, right]: readonly [number, number]): number | undefined {
    let best: number | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [index, [r, c]] of this.#places.entries()) {
      const far = down ? (c === column ? (r - row) * down : 0) : r === row ? (c - column) * right : 0;
      if (far > 0 && far < least) [best, least] = [index, far];
    }
    return best;
  }

  /** Only one cell of the grid can be reached by the Tab key. */
  #rove(index: number, isFocused = false): void {
    for (const box of this.#boxes) if (box?.tabIndex === 0) box.tabIndex = -1;
    const box = this.#boxes[index];
    if (!box) return;
    box.tabIndex = 0;
    if (isFocused) box.focus();
  }

  #give(cells: boolean[]): void {
    const isOther = cells.some((cell, index) => cell !== this.#cells[index]);
    this.#cells = cells;
    this.#show(cells);
    if (isOther) this.#options.onPaint([...cells]);
  }

  #show(cells: readonly boolean[]): void {
    const { slots, words, hoursAhead, notes } = this.#options;
    for (const [index, box] of this.#boxes.entries()) {
      const spelled = String(cells[index] ?? false);
      if (!box || box.getAttribute('aria-selected') === spelled) continue;
      const slot = slots[index]!; // the boxes are made from the slots
      const day = this.#dayText(slot.block.slice(0, 10));
      const time = `${clockOf(slot.start, hoursAhead)}–${clockOf(slot.end, hoursAhead)}`;
      box.setAttribute('aria-selected', spelled);
      box.setAttribute(
        'aria-label',
        [`${day} ${time}`, cells[index] ? words.on : words.off, notes?.[index]].filter(Boolean).join(language[this.#options.lang].comma),
      );
    }
  }

  #dayText(date: string): string {
    const at = dateAt(instant(`${date} 00:00:00`));
    return at.toLocaleDateString(language[this.#options.lang].times, { month: 'numeric', day: 'numeric', weekday: 'short', timeZone: 'UTC' });
  }
}

const steps: Record<string, readonly [number, number]> = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] };

function make(tag: string, attributes: Record<string, string> = {}, text?: string): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}
