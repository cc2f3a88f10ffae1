/** Where the cursor is in a grid of lines, and the boxes beside it. The page is asked, for widgets of any kind stand in the cells. */

export interface Spot {
  line: HTMLElement;
  /** the field's name; undefined in the detail behind the line */
  column: string | undefined;
  box: HTMLElement;
}

const boxes = ':is(input:not([type="hidden"]):not([aria-hidden="true"]):not([tabindex="-1"]), textarea, [role="combobox"]:not(input))';

export function spotOf(target: EventTarget | null): Spot | undefined {
  if (!(target instanceof HTMLElement) || !target.matches(boxes)) return undefined;
  const line = target.closest<HTMLElement>('[data-row]');
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
  return line ? { line, column, box: target } : undefined;
}

/** The line above or below: head and foot of the table are none. */
export function besideOf(line: Element, side: 'above' | 'below'): Element | undefined {
  const found = side === 'above' ? line.previousElementSibling : line.nextElementSibling;
  return found?.matches('[data-row]') ? found : undefined;
}

/** What a line hears that is to be drawn though it is far from what is in sight: a held key is faster than the page. */
export const askedFor = 'asked-for';

/** The boxes of a line that can be typed in, in their order. */
export function boxesOf(line: Element): HTMLElement[] {
  line.dispatchEvent(new Event(askedFor));
  return [...line.querySelectorAll<HTMLElement>(boxes)].filter(isOpen);
}

function isOpen(box: HTMLElement): boolean {
  return !(box as HTMLInputElement).readOnly && !(box as HTMLInputElement).disabled && box.getAttribute('aria-readonly') !== 'true'; // undefined on what is no box of text
}

/** The box of the same column in another line, else its first. */
export function boxIn(line: Element | undefined, column: string | undefined): HTMLElement | undefined {
  if (!line) return undefined;
  line.dispatchEvent(new Event(askedFor));
  const same = column === undefined ? [] : [...line.querySelectorAll<HTMLElement>(`[data-column="${column}"] ${boxes}`)].filter(isOpen);
  return same[0] ?? boxesOf(line)[0];
}

/** Its text is selected, so that typing replaces it. */
export function enter(box: HTMLElement | undefined): void {
  box?.focus();
  if (box instanceof HTMLInputElement && isText(box)) box.select();
}

/** A list to choose from is open at this box: its keys are the list's. */
export function isChoosing({ box }: Spot): boolean {
  return box.getAttribute('aria-expanded') === 'true' || box.closest('.MuiAutocomplete-root.Mui-expanded') !== null;
}

/** Is the cursor at that end of the text? A text selected as a whole is at both. */
export function isAtEdge(box: HTMLElement, side: 'left' | 'right'): boolean {
  if (!(box instanceof HTMLInputElement) || !isText(box)) return true;
  const { selectionStart: start, selectionEnd: end, value } = box;
  if (start === 0 && end === value.length) return true;
  return start === end && start === (side === 'left' ? 0 : value.length);
}

function isText({ type }: HTMLInputElement): boolean {
  return ['text', 'search', 'tel', 'url', 'password'].includes(type);
}
