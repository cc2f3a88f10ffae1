import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';
import { newChangeset, noted } from '#client/notices/changeset.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { useUndoable } from '#client/notices/use-undoable.tsx';
import { dataProvider } from '#client/providers/data.ts';
import { textIn } from '#client/text.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { language } from '#rules/words/language.ts';

export interface Revert {
  busy: boolean;
  /** what a field is called */
  label(name: string): string;
  /** gives the fields, or the record, the values that they had after that entry */
  run(to: number, fields?: string[]): Promise<void>;
}

/** `onDone` gets the record as it is then, and again once the revert was taken back from its notice. */
export function useRevert(model: ObjectModel, id: string, row: Row, onDone: (row: Row) => void): Revert {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { inform, failure } = useNotices();
  const undoable = useUndoable();
  const [busy, setBusy] = useState(false);
  const label = (name: string) => {
    const field = model.fields.find((candidate) => candidate.name === name);
    return (field && textIn(field.label, lang)) || name;
  };
  const run: Revert['run'] = async (to, fields) => {
    setBusy(true);
    try {
      const changeset = newChangeset();
      const headers = { ...noted(changeset), 'If-Match': `"${String(row.ver)}"` };
      const body = { to, ...(fields && { fields }) };
      const { row: next, left } = await call('POST /api/pb/:object/:id/revert', { at: { object: model.name, id }, body, headers });
      onDone(next);
      const [field] = fields ?? [];
      const message = field ? translate('form.versions.reverted_field', { field: label(field) }) : translate('form.versions.reverted');
      undoable(message, changeset, () => void dataProvider.getOne(model.name, { id }).then(({ data }) => onDone(data), failure));
      if (left.length) inform(translate('form.versions.left', { fields: left.map(label).join(language[lang].list) }));
    } catch (error) {
      failure(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, label, run };
}
