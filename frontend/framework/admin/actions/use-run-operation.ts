/** Carrying out a transition or an operation from its dialog: on one row at once, on many in portions that can be stopped. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import { useWords } from '#client/language.tsx';
import { newChangeset } from '#client/notices/changeset.ts';
import { failureLines } from '#client/notices/failure-lines.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { afterAnyChange } from '#client/use-change.ts';
import type { ActionOrder, Failure } from '#framework/records/wire.ts';
import { type Operation, type Outcome, runOperation, runOperations } from './calls.ts';

/** Rows of one request: few enough that the bar moves. */
const portion = 20;

export interface Progress {
  done: number;
  all: number;
}

export function useRunOperation(object: string, ids: string[], operation: Operation) {
  const client = useQueryClient();
  const notices = useNotices();
  const words = useWords();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [progress, setProgress] = useState<Progress>();
  const [failed, setFailed] = useState<Failure[]>([]);
  const stopped = useRef(false);
  // The same dialog sent twice is the same request.
  const [key] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'));

  const runAll = async (order: ActionOrder, changeset: string): Promise<Outcome> => {
    const whole: Outcome = { ids: [], effects: [], failed: [] };
    for (let start = 0; start < ids.length && !stopped.current; start += portion) {
      let part: Outcome;
      try {
        part = await runOperations(object, ids.slice(start, start + portion), operation.name, order, key, changeset);
      } catch (error) {
        if (start === 0) throw error;
        // What the portions before it did stays done, and can be taken back.
        notices.failure(error);
        const message = failureLines(error, words).join(' ');
        whole.failed?.push(...ids.slice(start).map((id) => ({ id, code: '', message })));
        break;
      }
      if (part.changeset) whole.changeset = part.changeset;
      whole.ids?.push(...(part.ids ?? []));
      whole.failed?.push(...(part.failed ?? []));
      setProgress({ done: Math.min(start + portion, ids.length), all: ids.length });
    }
    return whole;
  };

  const run = async (order: ActionOrder): Promise<Outcome | undefined> => {
    stopped.current = false;
    setProgress({ done: 0, all: ids.length });
    setFailed([]);
    const changeset = newChangeset();
    try {
      const [id] = ids;
      const outcome =
        ids.length === 1 && id !== undefined ? await runOperation(object, id, operation.name, order, key, changeset) : await runAll(order, changeset);
      setFailed(outcome.failed ?? []);
      return outcome;
    } catch (error) {
      if (!(await logoutIfAccessDenied(error))) notices.failure(error);
      return undefined;
    } finally {
      setProgress(undefined);
      // An operation may have written to rows of any object.
      await client.invalidateQueries(afterAnyChange);
    }
  };
  const stop = () => {
    stopped.current = true;
  };
  return { run, progress, failed, stop };
}
