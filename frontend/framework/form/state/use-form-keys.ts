/** The keys of the edit screen. What an input method is composing, and what a dialog or an open list takes for itself, is left alone. */
import { useLayoutEffect, useRef } from 'react';

interface FormKeys {
  save?(): void;
  saveBack?(): void;
  saveNew?(): void;
  next?(): void;
  previous?(): void;
  leave(): void;
  create?(): void;
}

export function useFormKeys(keys: FormKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const { save, saveBack, saveNew, next, previous, leave, create } = latest.current;
      const command = event.ctrlKey || event.metaKey;
      const action =
        command && !event.altKey && event.key.toLowerCase() === 's'
          ? ((event.shiftKey ? saveNew : save) ?? nothing)
          : command && event.key === 'Enter'
            ? saveBack
            : event.altKey && !command && event.code === 'KeyN'
              ? create
              : event.altKey && !command && event.code === 'KeyJ'
                ? next
                : event.altKey && !command && event.code === 'KeyK'
                  ? previous
                  : event.key === 'Escape' && !isLooking()
                    ? leave
                    : undefined;
      if (!action || inDialog(event)) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** keeps the browser from saving the page where there is nothing to save */
const nothing = (): void => undefined;

/** Escape closes the look at a referenced row first. */
function isLooking(): boolean {
  return document.querySelector('[role=tooltip] .peek') !== null;
}

function inDialog(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest('[role=dialog], [role=menu], [role=listbox]') !== null;
}
