/** Strokes of a pointer over cells with `data-slot`. A mouse or pen draws at once, a finger only after it was held, so that a swipe still scrolls. */

export interface Stroke {
  from: number;
  to: number;
  state: 'move' | 'end' | 'cancel';
}

/** time after which a resting finger paints, ms */
const hold = 260;
/** distance that a resting finger may move, px */
const waver = 9;

/** @returns a function that removes the listeners */
export function followPointer(root: HTMLElement, tell: (stroke: Stroke) => void): () => void {
  let from = -1;
  let to = -1;
  /** 'wait' for a finger that may still scroll */
  let mode: 'none' | 'wait' | 'paint' = 'none';
  let start = { x: 0, y: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;

  const finish = (state: 'end' | 'cancel') => {
    clearTimeout(timer);
    const was = mode;
    mode = 'none';
    root.classList.remove('is-painting');
    if (was === 'paint' || state === 'end') tell({ from, to, state });
  };
  const down = (event: PointerEvent) => {
    const slot = slotAt(event.target);
    if (slot < 0 || event.button !== 0 || mode !== 'none') return;
    [from, to] = [slot, slot];
    start = { x: event.clientX, y: event.clientY };
    if (event.pointerType === 'touch') {
      mode = 'wait';
      timer = setTimeout(() => begin(), hold);
    } else {
      event.preventDefault(); // prevents the selection of text during a stroke
      (event.target as HTMLElement).closest<HTMLElement>('[data-slot]')?.focus({ preventScroll: true }); // a cell: slotAt has checked it
      begin();
    }
  };
  const begin = () => {
    mode = 'paint';
    root.classList.add('is-painting');
    tell({ from, to, state: 'move' });
  };
  const move = (event: PointerEvent) => {
    if (mode === 'wait' && Math.hypot(event.clientX - start.x, event.clientY - start.y) > waver) {
      clearTimeout(timer);
      mode = 'none';
    }
    if (mode !== 'paint') return;
    const slot = slotAt(document.elementFromPoint(event.clientX, event.clientY));
    if (slot < 0 || slot === to) return;
    to = slot;
    tell({ from, to, state: 'move' });
  };
  const up = () => {
    // A finger that neither moved nor waited: a tap.
    if (mode === 'wait' || mode === 'paint') finish('end');
  };
  const cancel = () => {
    if (mode !== 'none') finish('cancel');
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && mode === 'paint') {
      event.stopPropagation();
      cancel();
    }
  };
  const keepStill = (event: TouchEvent) => {
    if (mode === 'paint' && event.cancelable) event.preventDefault();
  };
  root.addEventListener('pointerdown', down);
  root.addEventListener('touchmove', keepStill, { passive: false });
  root.addEventListener('contextmenu', prevented);
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', cancel);
  addEventListener('keydown', key, true);
  return () => {
    clearTimeout(timer);
    root.removeEventListener('pointerdown', down);
    root.removeEventListener('touchmove', keepStill);
    root.removeEventListener('contextmenu', prevented);
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', cancel);
    removeEventListener('keydown', key, true);
  };
}

/** Prevents the browser's menu, which a held finger would open. */
function prevented(event: Event): void {
  if (slotAt(event.target) >= 0) event.preventDefault();
}

function slotAt(target: EventTarget | null): number {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-slot]') : null;
  return cell ? Number(cell.dataset.slot) : -1;
}
