import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import type { ClientEntry } from '#client/objects.tsx';
import { useStoredRow } from '#client/providers/stored-row.ts';
import { Soon } from '#ui/soon.tsx';
import { Pending } from './Layout.tsx';

/** The form of a record, which is asked for while the form's part is on its way: one after the other cost a slow line 0.3 s (172). */
export const editScreen = (Form: ComponentType<{ entry: ClientEntry }>) =>
  function EditScreen({ entry }: { entry: ClientEntry }) {
    const [search] = useSearchParams();
    useStoredRow(entry.name, search.get('id') ?? undefined);
    return (
      <Soon fallback={<Pending />}>
        <Form entry={entry} />
      </Soon>
    );
  };
