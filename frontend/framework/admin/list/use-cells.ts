/** The cell that the keys are at, the block that is marked from it, and what is copied out of it and pasted into it. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { isTyping } from '#client/keys.ts';
import { useLanguage } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useSession } from '#client/session.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import type { CellEdit } from '#rules/records/bulk.ts';
import { type Block, blockOf, isWritable, type Place, pastedRows, readBlock, textOfBlock } from './cells.ts';
import type { Column } from './columns.ts';

interface Setup {
  model: ObjectModel;
  columns: Column[];
  rows: Row[];
  /** the row that the keys are at */
  active: number;
  go: (row: number) => void;
  /** the page, order and filter: in another place no cell is marked */
  place: string;
  paste?: ((rows: CellEdit[]) => void) | undefined;
}

export interface Cells {
  /** undefined until a cell was gone to */
  at: Place | undefined;
  block: Block | undefined;
  editing: Place | undefined;
  /** of each column, whether its cells can be written */
  writable: readonly boolean[];
  /** opens a cell, or says why it stays as it is */
  edit(place: Place): void;
  /** the editor is done, and goes on by so many cells */
  leave(by: number): void;
  keys: [string, () => void][];
}

export function useCells({ model, columns, rows, active, go, place, paste }: Setup): Cells {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { roles } = useSession();
  const { inform, positive } = useNotices();
  const [column, setColumn] = useState<number>();
  const [anchor, setAnchor] = useState<Place>();
  const [editing, setEditing] = useState<Place>();
  const at = column === undefined ? undefined : { row: active, column };
  const block = at && blockOf(anchor ?? at, at);
  const canPaste = paste !== undefined;
  const writable = useMemo(() => columns.map((one) => canPaste && isWritable(one, model, roles)), [columns, canPaste, model, roles]);
  const edit = (target: Place) => {
    go(target.row);
    setColumn(target.column);
    setAnchor(undefined);
    if (writable[target.column]) setEditing(target);
    else inform(translate('cell.readonly'));
  };
  const leave = (by: number) => {
    const from = editing;
    setEditing(undefined);
    if (!from || by === 0) return;
    // The next cell that can be written, in this row or a following one.
    for (let index = from.row * columns.length + from.column + by; index >= 0 && index < rows.length * columns.length; index += by) {
      const next = { row: Math.floor(index / columns.length), column: index % columns.length };
      if (writable[next.column]) return edit(next);
    }
  };
  const aside = (by: number) => {
    setAnchor(undefined);
    setColumn((before) => Math.max(0, Math.min(columns.length - 1, (before ?? (by > 0 ? -1 : columns.length)) + by)));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place has other cells
  useEffect(() => {
    setColumn(undefined);
    setAnchor(undefined);
    setEditing(undefined);
  }, [place]);

  const latest = useRef({ at, block, rows, columns, anchor, go, paste });
  latest.current = { at, block, rows, columns, anchor, go, paste };
  const steady = useRef({ inform, positive, translate, lang });
  steady.current = { inform, positive, translate, lang };
  useLayoutEffect(() => {
    /** Shift and an arrow marks a block. Before the list's own keys, which know no Shift. */
    const onKey = (event: KeyboardEvent) => {
      const { at: from, rows: all, columns: shown, anchor: held, go: move } = latest.current;
      const step = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key];
      if (!event.shiftKey || !step || !from || isTyping(event)) {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setAnchor(undefined);
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      const [down = 0, right = 0] = step;
      if (!held) setAnchor(from);
      move(Math.max(0, Math.min(all.length - 1, from.row + down)));
      setColumn(Math.max(0, Math.min(shown.length - 1, from.column + right)));
    };
    const onCopy = (event: ClipboardEvent) => {
      const { block: marked, rows: all, columns: shown } = latest.current;
      // Text that somebody marked is what they mean.
      if (!marked || getSelection()?.toString() || isInBox(event)) return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', textOfBlock(all, shown, marked, steady.current.lang));
      const count = (marked.rows[1] - marked.rows[0] + 1) * (marked.columns[1] - marked.columns[0] + 1);
      steady.current.positive(steady.current.translate('cell.copied', { smart_count: count }));
    };
    const onPaste = (event: ClipboardEvent) => {
      const { block: marked, rows: all, columns: shown, paste: take } = latest.current;
      const text = event.clipboardData?.getData('text/plain');
      if (!marked || !take || !text || isInBox(event)) return;
      event.preventDefault();
      const { edits, lost } = pastedRows(readBlock(text), all, shown, marked);
      if (lost > 0) steady.current.inform(steady.current.translate('cell.lost', { smart_count: lost }));
      take(edits);
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('copy', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
  return {
    at,
    block,
    editing,
    writable,
    edit,
    leave,
    keys: [
      ['ArrowRight', () => aside(1)],
      ['ArrowLeft', () => aside(-1)],
      ['F2', () => edit({ row: active, column: column ?? writable.indexOf(true) })],
    ],
  };
}

function isInBox({ target }: Event): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable=true], [role=dialog]') !== null;
}
