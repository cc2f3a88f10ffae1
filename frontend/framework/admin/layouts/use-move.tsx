/** Moving one card: the transition is taken at once, or asked about where it wants an answer; the card stays where it was until the server has said yes. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useLogoutIfAccessDenied, useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import { newChangeset } from '#client/notices/changeset.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { useUndoable } from '#client/notices/use-undoable.tsx';
import { afterAnyChange } from '#client/use-change.ts';
import type { ObjectModel, Row, Transition } from '#codegen/model.ts';
import { titleOf } from '#rules/records/record.ts';
import { part } from '#ui/part.tsx';
import { ofStep, runOperation } from '../actions/calls.ts';

const ActionDialog = part(() => import('../actions/ActionDialog.tsx'), 'bulk');

interface Move {
  move: (row: Row, step: Transition) => Promise<void>;
  /** the row that is on its way */
  busy: string | undefined;
  dialog: ReactNode;
}

export function useMove(model: ObjectModel): Move {
  const client = useQueryClient();
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const { failure, positive } = useNotices();
  const undoable = useUndoable();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [busy, setBusy] = useState<string>();
  const [asked, setAsked] = useState<{ row: Row; step: Transition }>();
  const move = async (row: Row, step: Transition) => {
    if (step.confirm || step.asks?.length) return setAsked({ row, step });
    const id = String(row.id);
    const changeset = newChangeset();
    setBusy(id);
    try {
      const outcome = await runOperation(model.name, id, step.name, { ver: Number(row.ver) }, changeset, changeset);
      const message = translate('actions.done', { name: text(step.label) });
      if (outcome.changeset) undoable(message, outcome.changeset);
      else positive(message);
    } catch (error) {
      if (!(await logoutIfAccessDenied(error))) failure(error);
    } finally {
      await client.invalidateQueries(afterAnyChange);
      setBusy(undefined);
    }
  };
  const dialog = asked && (
    <Suspense fallback={null}>
      <ActionDialog
        model={model}
        operation={ofStep(asked.step)}
        ids={[String(asked.row.id)]}
        title={titleOf(asked.row, model, lang)}
        ver={Number(asked.row.ver)}
        onClose={() => setAsked(undefined)}
        onDone={() => undefined}
      />
    </Suspense>
  );
  return { move, busy, dialog };
}
