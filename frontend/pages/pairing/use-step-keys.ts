/** Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) wherever the focus is: a closed dialog leaves it on nothing. Fields and dialogs keep their own. */
import { useEffect } from 'react';
import type { BoardFacts } from '#domain/pairing/board-facts.ts';

export function useStepKeys(mayChange: boolean, facts: Pick<BoardFacts, 'undo' | 'redo'>, undo: () => void, redo: () => void): void {
  const [canUndo, canRedo] = [mayChange && facts.undo.can, mayChange && facts.redo.can];
  useEffect(() => {
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
