/** The keys of a grid of lines (decision 057): what a spreadsheet's user expects, as far as a box or an open list does not take the key itself. */
import type { KeyboardEvent } from 'react';
import { besideOf, boxesOf, boxIn, enter, isAtEdge, isChoosing, type Spot, spotOf } from './spots.ts';

export interface GridActions {
  /** appends a line and puts the cursor into it */
  add(): void;
  remove(row: string): void;
  move(row: string, by: -1 | 1): void;
  copyAbove(row: string, column: string): void;
  /** takes the last removal or paste back; false where there is none, or where something was typed since, unless it is asked for always */
  undo(always?: boolean): boolean;
  /** is there nothing in this line? */
  isBlank(row: string): boolean;
}

export function useGridKeys(actions: GridActions, locked: boolean) {
  const next = ({ line, box }: Spot): void => {
    const all = boxesOf(line);
    const below = besideOf(line, 'below');
    const after = all[all.indexOf(box) + 1] ?? (below && boxesOf(below)[0]);
    if (after) enter(after);
    else if (!below && !locked && !actions.isBlank(keyOf(line))) actions.add();
  };
  /** true = the key is taken */
  const command = (event: KeyboardEvent, spot: Spot): boolean => {
    const key = event.key.toLowerCase();
    if (event.altKey || event.shiftKey || locked) return false;
    if (key === 'd') {
      if (spot.column !== undefined) actions.copyAbove(keyOf(spot.line), spot.column);
      return true;
    }
    if (key === 'z') return actions.undo();
    if (key !== 'delete') return false;
    const beside = besideOf(spot.line, 'below') ?? besideOf(spot.line, 'above');
    actions.remove(keyOf(spot.line));
    enter(boxIn(beside, spot.column));
    return true;
  };
  const plain = (event: KeyboardEvent, spot: Spot): boolean => {
    const { key, altKey, shiftKey } = event;
    const { line, box, column } = spot;
    if (altKey) {
      if (locked || (key !== 'ArrowUp' && key !== 'ArrowDown')) return false;
      actions.move(keyOf(line), key === 'ArrowUp' ? -1 : 1);
      enter(boxIn(line, column)); // a line that moves in the page loses the cursor
      return true;
    }
    if (key === 'Enter') {
      if (column === undefined && !(box instanceof HTMLInputElement)) return false;
      if (!shiftKey) next(spot);
      else if (!locked) actions.add();
      return true;
    }
    if (shiftKey) return false;
    if (key === 'Tab') {
      const isLast = !besideOf(line, 'below') && boxesOf(line).at(-1) === box;
      // An empty last line lets the cursor out of the grid.
      if (!isLast || locked || actions.isBlank(keyOf(line))) return false;
      actions.add();
      return true;
    }
    if (column === undefined) return false;
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      enter(boxIn(besideOf(line, key === 'ArrowUp' ? 'above' : 'below'), column));
      return true;
    }
    if ((key === 'ArrowLeft' || key === 'ArrowRight') && isAtEdge(box, key === 'ArrowLeft' ? 'left' : 'right')) {
      const all = boxesOf(line);
      const beside = all[all.indexOf(box) + (key === 'ArrowLeft' ? -1 : 1)];
      if (beside) enter(beside);
      return beside !== undefined;
    }
    return false;
  };
  return {
    /** before the widgets, which open their lists by the arrows and by Enter */
    onKeyDownCapture(event: KeyboardEvent) {
      const spot = spotOf(event.target);
      if (!spot || event.nativeEvent.isComposing || isChoosing(spot)) return;
      const taken = event.ctrlKey || event.metaKey ? command(event, spot) : plain(event, spot);
      if (!taken) return;
      event.preventDefault();
      event.stopPropagation();
    },
    /** after them: Enter that took a hit goes on to the next box, once the list has closed */
    onKeyDown(event: KeyboardEvent) {
      const spot = spotOf(event.target);
      if (spot?.column !== undefined && event.key === 'Enter' && event.defaultPrevented && !event.ctrlKey && !event.metaKey) setTimeout(() => next(spot));
    },
  };
}

function keyOf(line: HTMLElement): string {
  return line.dataset.row ?? '';
}
