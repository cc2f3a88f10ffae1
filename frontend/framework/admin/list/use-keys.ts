import { useLayoutEffect, useRef } from 'react';
import { isTyping } from '#client/keys.ts';

/** Listens for keys that no field, menu or dialog wants: 'j', 'ArrowDown', '/', 'Alt+KeyN'. KeyHelp lists them all. */
export function useKeys(actions: ReadonlyMap<string, () => void>): void {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || event.ctrlKey || event.metaKey) return;
      // A focused link or button has its own Enter.
      if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button, input')) return;
      // event.code, since Alt makes another character of the key on some systems
      const act = latest.current.get(event.altKey ? `Alt+${event.code}` : event.key);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
