/** Deletes what is selected, after a confirmation that names the count, and reports what stayed and why. */

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { titleOf } from '#domain/record.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { useNotices } from '../../ui/Notices.tsx';
import { useText } from '../language.tsx';
import type { adminDataProvider } from '../providers/data.ts';

interface Props {
  model: ObjectModel;
  ids: string[];
  rows: Row[];
  open: boolean;
  close: () => void;
  /** what is to stay selected: the rows that were not deleted */
  done: (failed: string[]) => void;
}

export function BulkDelete({ model, ids, rows, open, close, done }: Props) {
  const translate = useTranslate();
  const text = useText();
  const client = useQueryClient();
  const provider = useDataProvider<typeof adminDataProvider>();
  const { negative, positive, failure } = useNotices();
  const [busy, setBusy] = useState(false);
  const titles = new Map(rows.map((row) => [String(row.id), titleOf(row, model)]));
  const name = (id: string) => titles.get(id) || id;
  const run = async () => {
    setBusy(true);
    try {
      const { deleted, failed } = await provider.bulkDelete(model.name, ids);
      if (deleted.length) positive(translate('list.deleted', { smart_count: deleted.length }));
      if (failed.length)
        negative([translate('list.not_deleted', { smart_count: failed.length }), ...failed.map(({ id, message }) => `${name(id)}: ${message}`)]);
      done(failed.map(({ id }) => id));
    } catch (error) {
      failure(error);
    } finally {
      setBusy(false);
      close();
      await client.invalidateQueries({ queryKey: [model.name] });
    }
  };
  return (
    <Confirm
      question={
        open
          ? {
              title: translate('list.delete_title', { smart_count: ids.length, name: text(model.label) }),
              content: (
                <ul className="bulk-names">
                  {ids.slice(0, 10).map((id) => (
                    <li key={id}>{name(id)}</li>
                  ))}
                  {ids.length > 10 && <li>{translate('list.more', { smart_count: ids.length - 10 })}</li>}
                </ul>
              ),
              confirm: translate('ra.action.delete'),
              danger: true,
              busy,
            }
          : undefined
      }
      onAnswer={(yes) => (yes ? void run() : close())}
    />
  );
}
