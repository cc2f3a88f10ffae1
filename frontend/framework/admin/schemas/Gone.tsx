/** Objects whose files were deleted: their rows stay, and the last version of the files brings them back. */
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { objectsQuery } from '#client/objects.tsx';
import { showInstant } from '#fields/show.ts';
import type { SchemaList } from '#framework/workbench/wire.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { useSay } from './say.tsx';

export function Gone({ gone, isWritable }: Pick<SchemaList, 'gone' | 'isWritable'>) {
  const say = useSay();
  const client = useQueryClient();
  const { positive, failure } = useNotices();
  const [busy, setBusy] = useState(false);
  if (gone.length === 0) return null;
  const restore = async (name: string) => {
    setBusy(true);
    try {
      const versions = await call('GET /api/schemas/:name/history', { at: { name } });
      const to = versions.find(({ files }) => files !== null)?.id ?? '';
      await call('POST /api/schemas/:name/revert', { at: { name }, body: { to, version: '' } });
      positive(say('gone.done', { name }));
    } catch (error) {
      failure(error);
    } finally {
      setBusy(false);
      for (const queryKey of [['schemas'], ['schema-history', name], ['system'], objectsQuery.queryKey]) await client.invalidateQueries({ queryKey });
    }
  };
  return (
    <section className="bench-gone">
      <h2>{say('gone.title')}</h2>
      <ScrollTable aria-label={say('gone.title')} heads={[say('list.name'), say('gone.at'), say('gone.by'), '']}>
        {gone.map(({ name, at, by }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td>{showInstant(at)}</td>
            <td>{by || say('history.folder')}</td>
            <td>
              {isWritable && (
                <Button variant="outlined" disabled={busy} aria-label={say('archived.restore_of', { fields: name })} onClick={() => void restore(name)}>
                  {say('archived.restore')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </ScrollTable>
    </section>
  );
}
