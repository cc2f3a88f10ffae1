/** A row made in place: whether this person may, and the dialog in which it is done. */
import { type ReactNode, useContext, useState } from 'react';
import { useLanguage } from '#client/language.tsx';
import { useEntry } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import { titleOf } from '#rules/records/record.ts';
import { Soon } from '#ui/soon.tsx';
import { CreateDialogContext } from '../contract/create-dialog.ts';
import type { Found } from './references.tsx';
import { newRowId } from './use-row-search.tsx';

export interface Creating {
  canCreate: boolean;
  /** opens the dialog where the choice is the row still to be made; false where it is another */
  begins(choice: Found | null | undefined): boolean;
  dialog: ReactNode;
}

/** `id`: of the box; `onMade` gets the row that was made. */
export function useCreate(object: string, id: string, onMade: (row: Found) => void): Creating {
  const entry = useEntry(object);
  const { may } = useSession();
  const { lang } = useLanguage();
  const Dialog = useContext(CreateDialogContext);
  const [typed, setTyped] = useState<string>();
  const canCreate = entry !== undefined && Dialog !== undefined && may(entry.model, 'create');
  return {
    canCreate,
    begins(choice) {
      if (choice?.id !== newRowId) return false;
      setTyped(choice.title);
      return true;
    },
    dialog: canCreate && typed !== undefined && (
      <Soon fallback={null}>
        <Dialog
          object={object}
          id={id}
          typed={typed}
          onClose={() => setTyped(undefined)}
          onDone={(row) => {
            setTyped(undefined);
            onMade({ id: String(row[entry.model.entity.key]), title: titleOf(row, entry.model, lang) });
          }}
        />
      </Soon>
    ),
  };
}
