/** One order over many rows on its way: looked at, then carried out, each a job that is watched and can be ended. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { JobEnded } from '#client/http/api-error.ts';
import { call } from '#client/http-client.ts';
import { resultOf } from '#client/job-result.ts';
import { newChangeset, noted } from '#client/notices/changeset.ts';
import { afterAnyChange } from '#client/use-change.ts';
import type { BulkOrder, BulkReport } from '#framework/bulk/wire.ts';

/** All but what it is to do with them now. */
export type BulkWish = BulkOrder extends infer Order ? (Order extends unknown ? Omit<Order, 'mode' | 'seen'> : never) : never;

export interface BulkRun {
  /** says what it would do */
  check(wish: BulkWish): Promise<BulkReport | 'cut' | undefined>;
  /** does what was looked at; 'cut' where it ended early, with a part of it written */
  write(wish: BulkWish): Promise<BulkReport | 'cut' | undefined>;
  /** by which it can be taken back */
  changeset: string;
  report: BulkReport | undefined;
  progress: { done: number; all: number; mode: 'check' | 'write' } | undefined;
  error: unknown;
  cancel(): void;
  /** what was looked at is not what is wished any more */
  forget(): void;
}

export function useBulk(object: string): BulkRun {
  const client = useQueryClient();
  const [changeset] = useState(newChangeset);
  const [report, setReport] = useState<BulkReport>();
  const [progress, setProgress] = useState<BulkRun['progress']>();
  const [error, setError] = useState<unknown>();
  const job = useRef('');
  const run = useCallback(
    async (mode: 'check' | 'write', wish: BulkWish, seen?: string) => {
      setError(undefined);
      setProgress({ done: 0, all: 0, mode });
      try {
        const order = { ...wish, mode, ...(seen !== undefined && { seen }) } as BulkOrder; // the wish with what was left out of it
        const started = await call('POST /api/pb/:object/bulk', { at: { object }, body: order, headers: noted(changeset) });
        job.current = started.job;
        const result = await resultOf<BulkReport>(started.job, (shown) => setProgress({ done: shown.progress, all: started.count, mode }));
        setReport(result);
        return result;
      } catch (failure) {
        setError(failure);
        setReport(undefined);
        return failure instanceof JobEnded ? 'cut' : undefined;
      } finally {
        job.current = '';
        setProgress(undefined);
        if (mode === 'write') await client.invalidateQueries(afterAnyChange);
      }
    },
    [object, changeset, client],
  );
  const cancel = useCallback(() => {
    if (job.current) call('POST /api/jobs/:id/cancel', { at: { id: job.current }, body: {} }).catch(setError);
  }, []);
  return {
    check: (wish) => run('check', wish),
    write: (wish) => run('write', wish, report?.seen),
    changeset,
    report,
    progress,
    error,
    cancel,
    forget: useCallback(() => setReport(undefined), []),
  };
}
