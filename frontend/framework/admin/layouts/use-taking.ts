/** Moving one card: the row is on its way until the server has said yes, and can then be taken back. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import { newChangeset } from '#client/notices/changeset.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { useUndoable } from '#client/notices/use-undoable.tsx';
import { afterAnyChange } from '#client/use-change.ts';

interface Taking {
  /** the row that is on its way */
  busy: string | undefined;
  /** `write` says whether what it wrote can be taken back under the changeset */
  take: (id: string, message: string, write: (changeset: string) => Promise<boolean>) => Promise<void>;
}

export function useTaking(): Taking {
  const client = useQueryClient();
  const { failure, positive } = useNotices();
  const undoable = useUndoable();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [busy, setBusy] = useState<string>();
  const take: Taking['take'] = async (id, message, write) => {
    const changeset = newChangeset();
    setBusy(id);
    try {
      if (await write(changeset)) undoable(message, changeset);
      else positive(message);
    } catch (error) {
      if (!(await logoutIfAccessDenied(error))) failure(error);
    } finally {
      await client.invalidateQueries(afterAnyChange);
      setBusy(undefined);
    }
  };
  return { busy, take };
}
