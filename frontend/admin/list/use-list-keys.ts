/** The list's keys; KeyHelp lists them. */
import { useEffect, useRef } from 'react';
import { isTyping } from '../keys.ts';

interface ListKeys {
  count: number;
  active: number;
  setActive: (index: number) => void;
  open: (index: number) => void;
  select: (index: number) => void;
  clear: () => void;
  create: (() => void) | undefined;
}

export function useListKeys(keys: ListKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      const { count, active, setActive, open, select, clear, create } = latest.current;
      const go = (index: number) => setActive(Math.max(0, Math.min(count - 1, index)));
      // event.code, since Alt makes another character of the key on some systems
      if (event.altKey && event.code === 'KeyN') {
        event.preventDefault();
        create?.();
        return;
      }
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const isOnControl = event.target instanceof Element && event.target.closest('a, button, input') !== null;
      const actions = new Map([
        ['/', () => document.querySelector<HTMLInputElement>('#list-search')?.focus()],
        ['j', () => go(active + 1)],
        ['ArrowDown', () => go(active + 1)],
        ['k', () => go(active - 1)],
        ['ArrowUp', () => go(active - 1)],
        ['Home', () => go(0)],
        ['End', () => go(count - 1)],
        ['x', () => select(active)],
        ['Escape', clear],
      ]);
      if (!isOnControl) actions.set('Enter', () => open(active));
      const act = actions.get(event.key);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
