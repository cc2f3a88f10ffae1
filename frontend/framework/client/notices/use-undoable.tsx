/** A notice of what was done, with the way back: what the server noted under the page's id for it is taken back there (POST /api/changes). */
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { Undone } from '#framework/trash/wire.ts';
import { call } from '../http-client.ts';
import { resultOf } from '../job-result.ts';
import { useRestoredWords } from '../restored-words.ts';
import { afterAnyChange } from '../use-change.ts';
import { useNotices } from './Notices.tsx';

/** ms: longer than other notices, since somebody has to see what they did before they want it back. */
const offered = 20_000;

/** Rows named that could not be taken back; the others are counted. */
const shownFailures = 10;

/** Says what was done and offers to take it back; `after` is told once it is. */
export function useUndoable(): (message: string, changeset: string, after?: () => void) => void {
  const notify = useNotify();
  const client = useQueryClient();
  const translate = useTranslate();
  const restored = useRestoredWords();
  const { inform, negative, failure } = useNotices();
  return (message, changeset, after) => {
    const undo = async () => {
      try {
        const answer = await call('POST /api/changes/:id/undo', { at: { id: changeset }, body: {} });
        const outcome = 'job' in answer ? await resultOf<Undone>(answer.job) : answer;
        const { left } = restored(outcome.restored);
        if (left.length) inform(left.join('\n'));
        const failed = outcome.failed.slice(0, shownFailures).map((one) => translate('undo.failed', { title: one.title || one.id, message: one.message }));
        const more = outcome.refused + outcome.left - failed.length;
        if (failed.length + more > 0) negative(more > 0 ? [...failed, translate('undo.more', { smart_count: more })] : failed);
        after?.();
        return outcome.count;
      } catch (error) {
        failure(error);
        return 0;
      } finally {
        await client.invalidateQueries(afterAnyChange);
      }
    };
    notify(<UndoNotice message={message} undo={undo} />, { type: 'success', autoHideDuration: offered });
  };
}

/** What was done, and the button that takes it back; `undo` gives how many that were. */
export function UndoNotice({ message, undo }: { message: string; undo: () => Promise<number> }) {
  const translate = useTranslate();
  const [state, setState] = useState<'open' | 'busy' | number>('open');
  const run = async () => {
    setState('busy');
    setState(await undo());
  };
  if (typeof state === 'number') return <p>{translate(state ? 'undo.done' : 'undo.nothing', { smart_count: state })}</p>;
  return (
    <div className="notice-undo">
      <p>{message}</p>
      <Button size="small" loading={state === 'busy'} onClick={() => void run()}>
        {translate('undo.button')}
      </Button>
    </div>
  );
}
