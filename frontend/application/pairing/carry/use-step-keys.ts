/**
 * Keys that work wherever the focus is, because a closed dialog leaves no focus: Escape puts back what is carried, Ctrl+Z undoes, Ctrl+Shift+Z or
 * Ctrl+Y redoes. In fields and dialogs the keys have their own meaning.
 */
import { useLayoutEffect } from 'react';
import type { BoardFacts } from '#application/pairing/rules/board-facts.ts';

export function useStepKeys(mayChange: boolean, facts: Pick<BoardFacts, 'undo' | 'redo'>, busy: boolean, undo: () => void, redo: () => void): void {
  // What is on its way can be taken back when it has arrived.
  const [canUndo, canRedo] = [mayChange && (facts.undo.can || busy), mayChange && facts.redo.can];
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select, [role="dialog"]')) return;
      const key = event.key.toLowerCase();
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
      if (isRedo ? !canRedo : key !== 'z' || !canUndo) return;
      event.preventDefault();
      if (isRedo) redo();
      else undo();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [canRedo, canUndo, redo, undo]);
}

/** Escape, wherever the focus is, while there is something to cancel. In a dialog, Escape closes only the dialog. */
export function useEscape(isOn: boolean, leave: () => void): void {
  useLayoutEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || (event.target instanceof Element && event.target.closest('[role="dialog"]'))) return;
      event.preventDefault();
      leave();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn, leave]);
}
