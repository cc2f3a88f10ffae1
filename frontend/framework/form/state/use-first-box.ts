/** The cursor stands in the first box of a new record, where there is a keyboard: on a phone it would cover the form. */
import { useLayoutEffect } from 'react';

const first = '.object-form [data-field] :is(input, textarea, [role="combobox"]):not([readonly], [disabled], [aria-hidden="true"], [aria-readonly="true"])';

export function useFirstBox(wanted: boolean): void {
  useLayoutEffect(() => {
    if (!wanted || window.matchMedia('(pointer: coarse)').matches) return;
    // What holds the cursor already was put there by the person.
    if (document.activeElement?.matches('input, textarea, [contenteditable]')) return;
    const enter = (): boolean => {
      const box = document.querySelector<HTMLElement>(first);
      box?.focus();
      return box !== null;
    };
    if (enter()) return;
    // The form's parts may still be on their way.
    const observer = new MutationObserver(() => enter() && end());
    const end = () => {
      observer.disconnect();
      document.removeEventListener('keydown', end);
      document.removeEventListener('pointerdown', end);
    };
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('keydown', end);
    document.addEventListener('pointerdown', end);
    return end;
  }, [wanted]);
}
