/** The lines of a grid as its keys and its paste change them. What is still being typed is handed over first. */
import { type ClipboardEvent, useRef } from 'react';
import { useNotify } from 'react-admin';
import { flushSync } from 'react-dom';
import { useLanguage } from '#client/language.tsx';
import { dataProvider } from '#client/providers/data.ts';
import type { FieldModel, Row } from '#codegen/model.ts';
import { useFormFacts } from '#fields/contract/form-facts.ts';
import type { useRows } from '#fields/list/use-rows.ts';
import { copiedValues, rowOf } from '#fields/reference/copied-values.ts';
import { isEmpty } from '#rules/records/record.ts';
import { language } from '#rules/words/language.ts';
import { beginning } from '../state/new-row.ts';
import { blockOf, type PastedReference, pasted } from './paste.ts';
import { boxesOf, boxIn, enter, spotOf } from './spots.ts';
import type { GridActions } from './use-grid-keys.ts';

interface LinesSetup {
  field: FieldModel | undefined;
  rows: ReturnType<typeof useRows>;
  /** in the order of the screen, those behind the line last */
  columns: readonly FieldModel[];
  isOpen(field: FieldModel): boolean;
  locked: boolean;
  box: { current: HTMLElement | null };
}

export function useLines({ field, rows, columns, isOpen, locked, box }: LinesSetup) {
  const { pending } = useFormFacts();
  const notify = useNotify();
  const { lang } = useLanguage();
  const latest = useRef(rows);
  latest.current = rows;
  const parts = field?.fields ?? [];
  const most = field?.maxItems ?? Number.POSITIVE_INFINITY;
  const settled = () => {
    flushSync(() => pending.flush());
    return latest.current;
  };
  const indexOf = (key: string): number => latest.current.items.findIndex((item) => item.key === key);
  const lineOf = (key: string) => box.current?.querySelector(`[data-row="${key}"]`) ?? undefined;

  const actions: GridActions = {
    add() {
      const now = settled();
      if (now.items.length >= most) return;
      // The row is added at once, so that further typing goes into it
      const key = flushSync(() => now.add(beginning(parts)));
      const line = lineOf(key);
      if (line) enter(boxesOf(line)[0]);
    },
    remove(key) {
      settled();
      flushSync(() => latest.current.remove(indexOf(key)));
    },
    move(key, by) {
      settled();
      const at = indexOf(key);
      flushSync(() => latest.current.move(at, at + by));
    },
    copyAbove(key, column) {
      const now = settled();
      const at = indexOf(key);
      const [above, own] = [now.items[at - 1]?.row, now.items[at]?.row];
      const part = parts.find(({ name }) => name === column);
      if (!above || !own || !part || !isOpen(part)) return;
      // A reference brings along what was copied from its row.
      const names = [column, ...Object.keys(part.relation?.copies ?? {})];
      const patch = Object.fromEntries(names.map((name) => [name, above[name] ?? null]));
      const here = document.activeElement;
      if (here instanceof HTMLElement) here.blur(); // the box forgets what was typed
      flushSync(() => latest.current.write(now.items.map(({ row }, index) => (index === at ? { ...row, ...patch } : row))));
      enter(boxIn(lineOf(key), column));
    },
    undo(always = false) {
      const { last } = latest.current;
      if (!last || !(last.fresh || always)) return false;
      settled();
      const spot = spotOf(document.activeElement);
      if (last.did === 'pasted') spot?.box.blur(); // the box forgets what was pasted into it
      flushSync(() => latest.current.undo());
      if (last.did === 'pasted') enter(boxIn(spot && lineOf(spot.line.dataset.row ?? ''), spot?.column));
      return true;
    },
    isBlank(key) {
      const fresh = beginning(parts);
      const row = settled().items[indexOf(key)]?.row ?? {};
      return parts.every(
        (part) => part.computed || part.formula || isEmpty(part, row[part.name]) || JSON.stringify(row[part.name]) === JSON.stringify(fresh[part.name]),
      );
    },
  };

  const paste = async (block: string[][], key: string, column: string) => {
    const from = columns.findIndex(({ name }) => name === column);
    const { rows: patches, references } = pasted(block, columns, from, isOpen);
    const missing = await find(references, patches, latest.current.items.slice(indexOf(key)));
    const now = settled();
    const at = indexOf(key);
    if (at < 0) return;
    const here = document.activeElement;
    if (here instanceof HTMLElement) here.blur();
    const beyond = at + patches.length - most;
    const lines = patches.slice(0, most - at).map((patch, index) => ({ ...(now.items[at + index]?.row ?? beginning(parts)), ...patch }));
    flushSync(() => latest.current.paste(at, lines));
    enter(boxIn(lineOf(key), column));
    if (beyond > 0) notify('form.list.beyond', { type: 'warning', messageArgs: { smart_count: beyond } });
    if (missing.length) notify('form.list.notfound', { type: 'warning', messageArgs: { texts: missing.join(language[lang].list) } });
  };
  return {
    actions,
    onPasteCapture(event: ClipboardEvent) {
      const spot = spotOf(event.target);
      const block = blockOf(event.clipboardData.getData('text/plain'));
      if (locked || !block || spot?.column === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      void paste(block, spot.line.dataset.row ?? '', spot.column);
    },
  };
}

/** Puts the rows that the pasted references mean into the patches, with what is copied from them; answers the texts that mean none, or several. */
async function find(references: readonly PastedReference[], patches: Row[], lines: readonly { row: Row }[]): Promise<string[]> {
  const missing = new Set<string>();
  const asked = new Map<string, ReturnType<typeof meant>>();
  for (const { row, field, text } of references) {
    const to = field.relation?.to ?? '';
    const key = `${to} ${text}`;
    const found = await (asked.get(key) ?? asked.set(key, meant(to, text, field.relation?.filter)).get(key));
    if (!found) {
      missing.add(text);
      continue;
    }
    const patch = patches[row] ?? {};
    const copies = field.relation?.copies;
    const source = copies && (await rowOf(to, found));
    const typed = { ...patch, [field.name]: found };
    patches[row] = { ...(source && copies && copiedValues(source, copies, { ...lines[row]?.row, ...typed })), ...typed };
  }
  return [...missing];
}

/** The only row that is found by the text, or the only one of that title or key. */
async function meant(to: string, text: string, filter: Row = {}): Promise<string | undefined> {
  const found = await dataProvider.findTitles(to, { ...filter, q: text });
  const same = found.filter(({ id, title }) => id === text || title.toLowerCase() === text.toLowerCase());
  const [only, ...more] = same.length ? same : found;
  return more.length ? undefined : only?.id;
}
