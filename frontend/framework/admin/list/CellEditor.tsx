/** One cell opened over its place: the field's own input. Enter or a click elsewhere saves, Escape gives up, Tab goes on to the next; what is wrong stands under it. */

import Popover from '@mui/material/Popover';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { ApiError } from '#client/http/api-error.ts';
import { call } from '#client/http-client.ts';
import { useLanguage, useText, useWords } from '#client/language.tsx';
import { isSignedOut, SignInAgain } from '#client/notices/FailureText.tsx';
import { failureLines } from '#client/notices/failure-lines.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { Pending } from '#fields/contract/pending.ts';
import { faces } from '#fields/kinds/index.ts';
import OneField from '#form/one-field/OneField.tsx';
import { stepOf } from '#rules/records/field-path.ts';
import { isObject, sameValue } from '#rules/records/record.ts';

interface Props {
  model: ObjectModel;
  field: FieldModel;
  row: Row;
  anchor: HTMLElement;
  /** `by`: how many cells on, 0 where it stays */
  onDone(by: number): void;
}

export default function CellEditor({ model, field, row, anchor, onDone }: Props) {
  const client = useQueryClient();
  const translate = useTranslate();
  const text = useText();
  const words = useWords();
  const notices = useNotices();
  const { lang } = useLanguage();
  const [pending] = useState(() => new Pending());
  const [value, setValue] = useState<JsonValue | undefined>(row[field.name]);
  const [trouble, setTrouble] = useState<string>();
  const [error, setError] = useState<{ message: string; isSignedOut: boolean }>();
  const [isBusy, setBusy] = useState(false);
  const latest = useRef({ value, trouble, ver: Number(row.ver) });
  latest.current.value = value;
  latest.current.trouble = trouble;
  /** Whoever left while it was saved may be in another cell by then: that one stays open, and what went wrong is a notice. */
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const save = async (by: number) => {
    flushSync(() => pending.flush());
    const now = latest.current;
    if (isBusy || now.trouble) return;
    if (sameValue(field, row[field.name], now.value)) return onDone(by);
    setBusy(true);
    try {
      const body = { [field.name]: now.value ?? null };
      const saved = await call('PUT /api/pb/:object/:id', { at: { object: model.name, id: String(row.id) }, body, headers: { 'If-Match': `"${now.ver}"` } });
      client.setQueriesData<{ data: Row[] }>(
        { queryKey: [model.name, 'getList'] },
        (list) => list && { ...list, data: list.data.map((one) => (one.id === saved.id ? { ...one, ...saved } : one)) },
      );
      client.removeQueries({ queryKey: ['row', model.name, String(saved.id)] });
      void client.invalidateQueries({ predicate: ({ queryKey: [name, what] }) => name === model.name && what !== 'getList' });
      if (!isLeft.current) onDone(by);
    } catch (failure) {
      if (isLeft.current) return notices.failure(failure);
      setBusy(false);
      setError({ message: reasonOf(failure), isSignedOut: isSignedOut(failure) });
    }
  };
  const reasonOf = (failure: unknown): string => {
    if (!(failure instanceof ApiError)) return failureLines(failure, words).join('\n');
    const theirs = failure.data;
    if (failure.status === 412 && isObject(theirs)) {
      // Saved once more it is their version that is written over, knowingly.
      latest.current.ver = Number(theirs.ver);
      const their = theirs[field.name] ?? null;
      const said =
        faces[field.kind].words?.(field, their, { lang, scope: theirs, whole: theirs }) ?? (typeof their === 'object' ? JSON.stringify(their) : String(their));
      return translate('cell.conflict', { value: said });
    }
    const own = failure.fields.filter(({ path }) => path.split('/')[0] === stepOf(field.name));
    return own.length ? own.map(({ message }) => message).join('\n') : failureLines(failure, words).join('\n');
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event;
    // A menu of the input stands elsewhere on the page, and has its own keys.
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target) || event.nativeEvent.isComposing) return;
    if (key === 'Tab') {
      event.preventDefault();
      void save(event.shiftKey ? -1 : 1);
    } else if (key === 'Enter' && isForUs(target, event)) {
      event.preventDefault();
      event.stopPropagation();
      void save(0);
    }
  };
  /** Enter also makes a line, adds a tag, chooses from a list and opens one. */
  const isForUs = (target: HTMLElement, event: KeyboardEvent): boolean => {
    if (target instanceof HTMLTextAreaElement || target.isContentEditable) return event.ctrlKey || event.metaKey;
    if (target.getAttribute('aria-expanded') === 'true') return false;
    if (target instanceof HTMLInputElement && target.role === 'combobox' && Array.isArray(value) && target.value) return false;
    if (target.role === 'combobox' && !(target instanceof HTMLInputElement)) return !sameValue(field, row[field.name], value);
    return !(target instanceof HTMLButtonElement);
  };
  const message = error?.message ?? trouble;
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={(_event, reason) => (reason === 'escapeKeyDown' ? onDone(0) : void save(0))}
      slotProps={{
        paper: {
          ref: takeFocus,
          role: 'dialog',
          'aria-label': text(field.label) || field.name,
          'aria-busy': isBusy,
          className: 'cell-editor',
          style: { width: Math.max(anchor.offsetWidth, 260) },
          onKeyDownCapture: onKey,
        },
      }}
    >
      <OneField
        id="cell"
        model={model}
        field={field}
        value={value}
        row={row}
        pending={pending}
        invalid={message !== undefined}
        onChange={setValue}
        onTrouble={setTrouble}
        cell
      />
      <p role="alert" className="cell-error">
        {message} {error?.isSignedOut && <SignInAgain />}
      </p>
    </Popover>
  );
}

/** What is typed goes into the box from the first key on. */
function takeFocus(paper: HTMLDivElement | null) {
  const box = paper?.querySelector<HTMLElement>('input:not([type="hidden"], [aria-hidden="true"]), textarea, [role="combobox"], button');
  box?.focus();
  if (box instanceof HTMLInputElement) box.select();
}
