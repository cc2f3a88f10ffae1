/**
 * An ordered list whose entries are moved by dragging their handle or by the arrow keys on it. Plain elements, for either face: the face draws the
 * entries (`data-key` on each, `data-handle` on its handle) and does the moving.
 */
import './order.css';

export interface Sorting {
  /** from and to are places, 0 the first */
  onMove(from: number, to: number): void;
}

/** px from the window's edge where the page begins to follow the drag */
const margin = 64;

/** @returns what stops listening */
export function sortable(list: HTMLElement, sorting: () => Sorting): () => void {
  let from = -1;
  let to = -1;
  let dragged: HTMLElement | undefined;
  let pulling: number | undefined;
  let last = { x: 0, y: 0 };

  const entries = () => [...list.querySelectorAll<HTMLElement>(':scope > [data-key]')];
  const down = (event: PointerEvent) => {
    const handle = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-handle]') : null;
    const entry = handle?.closest<HTMLElement>('[data-key]');
    if (!entry || event.button !== 0) return;
    event.preventDefault();
    handle?.focus({ preventScroll: true });
    from = to = entries().indexOf(entry);
    dragged = entry;
    entry.classList.add('is-dragged');
    last = { x: event.clientX, y: event.clientY };
    pulling = requestAnimationFrame(pull);
  };
  /** A list longer than the window comes along. */
  const pull = () => {
    if (!dragged) return;
    const over = last.y < margin ? last.y - margin : last.y > innerHeight - margin ? last.y - innerHeight + margin : 0;
    if (over) {
      scrollBy(0, over / 4);
      mark();
    }
    pulling = requestAnimationFrame(pull);
  };
  const move = (event: PointerEvent) => {
    if (!dragged) return;
    last = { x: event.clientX, y: event.clientY };
    mark();
  };
  /** Where it would go, by the middles of the others. */
  const mark = () => {
    const all = entries();
    const others = all.filter((entry) => entry !== dragged);
    to = others.filter((entry) => last.y > middle(entry)).length;
    for (const [index, entry] of others.entries()) {
      entry.classList.toggle('is-before', to === index && to !== from);
      entry.classList.toggle('is-after', to === others.length && index === others.length - 1 && to !== from);
    }
  };
  const finish = (isDone: boolean) => {
    if (!dragged) return;
    if (pulling !== undefined) cancelAnimationFrame(pulling);
    const key = dragged.dataset.key;
    dragged.classList.remove('is-dragged');
    dragged = undefined;
    for (const entry of entries()) entry.classList.remove('is-before', 'is-after');
    if (!isDone || to === from) return;
    sorting().onMove(from, to);
    refocus(key);
  };
  const up = () => finish(true);
  const cancel = () => finish(false);
  const key = (event: KeyboardEvent) => {
    if (dragged) {
      if (event.key === 'Escape') {
        event.stopPropagation();
        cancel();
      }
      return;
    }
    const handle = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-handle]') : null;
    const entry = handle?.closest<HTMLElement>('[data-key]');
    const all = entries();
    const at = entry ? all.indexOf(entry) : -1;
    const goal = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || goal === undefined) return;
    event.preventDefault();
    if (goal < 0 || goal >= all.length || goal === at) return;
    sorting().onMove(at, goal);
    refocus(entry?.dataset.key);
  };
  /** The moved entry keeps the focus once it is drawn in its new place. */
  const refocus = (name: string | undefined) => {
    if (name === undefined) return;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const entry = entries().find((one) => one.dataset.key === name);
        entry?.querySelector<HTMLElement>('[data-handle]')?.focus({ preventScroll: true });
        entry?.scrollIntoView({ block: 'nearest' });
      }),
    );
  };
  list.addEventListener('pointerdown', down);
  list.addEventListener('keydown', key);
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', cancel);
  return () => {
    if (pulling !== undefined) cancelAnimationFrame(pulling);
    list.removeEventListener('pointerdown', down);
    list.removeEventListener('keydown', key);
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', cancel);
  };
}

/** A list with the entry of one place at another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

function middle(entry: HTMLElement): number {
  const { top, height } = entry.getBoundingClientRect();
  return top + height / 2;
}
