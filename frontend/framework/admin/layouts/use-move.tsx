/** Moving one card by its transition: taken at once, or asked about where it wants an answer. */
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import type { ObjectModel, Row, Transition } from '#codegen/model.ts';
import { titleOf } from '#rules/records/record.ts';
import { part } from '#ui/part.tsx';
import { Soon } from '#ui/soon.tsx';
import { ofStep, runOperation } from '../actions/calls.ts';
import { useTaking } from './use-taking.ts';

const ActionDialog = part(() => import('../actions/ActionDialog.tsx'), 'bulk');

interface Move {
  move: (row: Row, step: Transition) => Promise<void>;
  /** the row that is on its way */
  busy: string | undefined;
  dialog: ReactNode;
}

export function useMove(model: ObjectModel): Move {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const { busy, take } = useTaking();
  const [asked, setAsked] = useState<{ row: Row; step: Transition }>();
  const move = async (row: Row, step: Transition) => {
    if (step.confirm || step.asks?.length) return setAsked({ row, step });
    const id = String(row.id);
    await take(id, translate('actions.done', { name: text(step.label) }), async (changeset) => {
      const outcome = await runOperation(model.name, id, step.name, { ver: Number(row.ver) }, changeset, changeset);
      return outcome.changeset !== undefined;
    });
  };
  const dialog = asked && (
    <Soon fallback={null}>
      <ActionDialog
        model={model}
        operation={ofStep(asked.step)}
        ids={[String(asked.row.id)]}
        title={titleOf(asked.row, model, lang)}
        ver={Number(asked.row.ver)}
        onClose={() => setAsked(undefined)}
        onDone={() => undefined}
      />
    </Soon>
  );
  return { move, busy, dialog };
}
