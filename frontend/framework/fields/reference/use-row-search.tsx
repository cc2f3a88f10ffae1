/** Rows of an object found as one types: what an Autocomplete that offers them is given, besides its value and its input. */
import { type HTMLAttributes, type Key, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Row } from '#codegen/model.ts';
import { type Found, NewOption, ReferenceOption, useFound } from './references.tsx';

/** Stands for a row that is still to be made. */
export const newRowId = '\0new';

/** `filter` narrows what is offered; `canCreate` offers, after what was found, a new row called what was typed. Nothing is asked for while the list is closed. */
export function useRowSearch(object: string, filter?: Row, canCreate = false) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { found, loading } = useFound(object, isOpen ? typed : undefined, filter);
  // Enter that comes before the answer takes its first hit.
  const waiting = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const box = waiting.current;
    if (!box || loading) return;
    waiting.current = undefined;
    if (found.length && document.activeElement === box)
      box.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }, [found, loading]);
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement> & { defaultMuiPrevented?: boolean }) {
      if (!(event.target instanceof HTMLElement)) return;
      waiting.current = event.key === 'Enter' && isOpen && loading && typed ? event.target : undefined;
      if (!waiting.current) return;
      event.defaultMuiPrevented = true; // what is offered still is of what was typed before
      event.stopPropagation();
    },
    options: canCreate && !loading ? [...found, { id: newRowId, title: typed.trim() }] : found,
    loading,
    loadingText: translate('form.searching'),
    noOptionsText: translate('form.notfound'),
    filterOptions: (all: Found[]) => all,
    getOptionLabel: (choice: Found) => choice.title,
    getOptionKey: (choice: Found) => choice.id,
    isOptionEqualToValue: (a: Found, b: Found) => a.id === b.id,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onInputChange: (_event: unknown, next: string, reason: string) => setTyped(reason === 'input' ? next : ''),
    renderOption: ({ key, ...attributes }: HTMLAttributes<HTMLLIElement> & { key: Key }, choice: Found) =>
      choice.id === newRowId ? (
        <NewOption key={key} attributes={attributes} object={object} typed={choice.title} />
      ) : (
        <ReferenceOption key={key} attributes={attributes} choice={choice} />
      ),
  };
}
