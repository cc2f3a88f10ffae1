/**
 * Dragging by mouse and touch, with the pointer events of one element; cells have no listeners. The dragged copy is moved by its transform, so React
 * draws nothing during a drag.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';

export interface Over {
  line: string;
  slot: number;
  /** the meeting in this cell, '' for none */
  pairing: string;
}

export interface DragWays<T> {
  /** what an element gives to carry; undefined for nothing */
  pick: (element: HTMLElement) => { what: T; text: string } | undefined;
  start: (what: T) => void;
  /** called when the pointer is over another cell */
  over: (what: T, cell: Over | undefined) => void;
  drop: (what: T, cell: Over | undefined) => void;
  /** called after a press without a drag */
  press: (element: HTMLElement) => void;
  cancel: () => void;
}

/** Distance in pixels before a press becomes a drag, and how long a finger must rest first, so that swiping still scrolls. */
const slack = 5;
const hold = 280;
/** Within this distance of an edge the board scrolls by itself, after this delay, so that a pointer that only passes does not scroll. */
const margin = 44;
const dwell = 300;

export function useDrag<T>(
  root: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  ghost: RefObject<HTMLElement | null>,
  ways: DragWays<T>,
): void {
  const current = useRef(ways);
  current.current = ways;
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    let pressed: { id: number; x: number; y: number; from: HTMLElement; what: T; text: string; timer?: ReturnType<typeof setTimeout> } | undefined;
    let isDragging = false;
    let frame = 0;
    let at = { x: 0, y: 0 };
    let marked: Element | null = null;
    let said = '';
    let atEdge = 0;

    const begin = () => {
      if (!pressed) return;
      isDragging = true;
      atEdge = performance.now();
      if (ghost.current) {
        ghost.current.textContent = pressed.text;
        ghost.current.hidden = false;
      }
      current.current.start(pressed.what);
      frame = requestAnimationFrame(follow);
    };
    /** Once in each frame: moves the dragged copy, scrolls at the edges, finds the cell under the pointer. */
    const follow = () => {
      if (!isDragging || !pressed) return;
      if (ghost.current) ghost.current.style.transform = `translate(${at.x + 12}px, ${at.y + 10}px)`;
      const box = scroller.current;
      if (box) {
        const edge = box.getBoundingClientRect();
        const near = (value: number, low: number, high: number) =>
          value < low || value > high ? 0 : value < low + margin ? -1 : value > high - margin ? 1 : 0;
        const isInside = at.x > edge.left && at.x < edge.right && at.y > edge.top && at.y < edge.bottom;
        const [dx, dy] = isInside ? [near(at.x, edge.left + 120, edge.right) * 14, near(at.y, edge.top + 30, edge.bottom) * 10] : [0, 0];
        const now = performance.now();
        if (!dx && !dy) atEdge = now;
        else if (now - atEdge > dwell) box.scrollBy(dx, dy);
      }
      const { cell, node } = cellAt(at.x, at.y);
      if (node !== marked) {
        marked?.removeAttribute('data-over');
        node?.setAttribute('data-over', '');
        marked = node;
      }
      const now = cell ? `${cell.line} ${cell.slot}` : '';
      if (now !== said) {
        said = now;
        current.current.over(pressed.what, cell);
      }
      frame = requestAnimationFrame(follow);
    };
    const end = () => {
      cancelAnimationFrame(frame);
      clearTimeout(pressed?.timer);
      marked?.removeAttribute('data-over');
      if (ghost.current) ghost.current.hidden = true;
      marked = null;
      said = '';
      pressed = undefined;
      isDragging = false;
    };
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary || !(event.target instanceof HTMLElement || event.target instanceof SVGElement)) return;
      const from = event.target.closest<HTMLElement>('[data-pairing], [data-wish], [data-slot]');
      if (!from || event.target.closest('button, a')) return;
      const picked = current.current.pick(from);
      if (!picked) return;
      if (event.pointerType === 'mouse') event.preventDefault();
      at = { x: event.clientX, y: event.clientY };
      pressed = { id: event.pointerId, ...at, from, ...picked };
      if (event.pointerType !== 'mouse') pressed.timer = setTimeout(begin, hold);
    };
    const move = (event: PointerEvent) => {
      if (!pressed || event.pointerId !== pressed.id) return;
      at = { x: event.clientX, y: event.clientY };
      if (isDragging || Math.hypot(at.x - pressed.x, at.y - pressed.y) < slack) return;
      if (event.pointerType === 'mouse') begin();
      else end(); // a finger that moves at once scrolls
    };
    const up = (event: PointerEvent) => {
      if (!pressed || event.pointerId !== pressed.id) return;
      const { what } = pressed;
      const dropped = isDragging;
      const cell = dropped ? cellAt(event.clientX, event.clientY).cell : undefined;
      end();
      if (dropped) current.current.drop(what, cell);
    };
    const abandon = () => {
      const was = isDragging;
      end();
      if (was) current.current.cancel();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isDragging) abandon();
    };
    /** During a drag, a touch must not scroll. */
    const touch = (event: TouchEvent) => {
      if (isDragging) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const found = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-pairing], [data-slot]') : null;
      if (found) current.current.press(found);
    };
    const menu = (event: Event) => {
      if (pressed) event.preventDefault();
    };
    element.addEventListener('pointerdown', down);
    element.addEventListener('click', click);
    element.addEventListener('contextmenu', menu);
    element.addEventListener('touchmove', touch, { passive: false });
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', abandon);
    window.addEventListener('keydown', key);
    return () => {
      end();
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('click', click);
      element.removeEventListener('contextmenu', menu);
      element.removeEventListener('touchmove', touch);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', abandon);
      window.removeEventListener('keydown', key);
    };
  }, [root, scroller, ghost]);
}

function cellAt(x: number, y: number): { cell: Over | undefined; node: Element | null } {
  const node = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-slot]') ?? null;
  const line = node?.closest<HTMLElement>('[data-line]')?.dataset.line;
  if (!node || line === undefined) return { cell: undefined, node: null };
  return { node, cell: { line, slot: Number(node.dataset.slot), pairing: node.querySelector<HTMLElement>('[data-pairing]')?.dataset.pairing ?? '' } };
}
