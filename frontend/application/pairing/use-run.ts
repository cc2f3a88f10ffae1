/** A timetable that is being computed. The job goes on when the page is left, and the page finds it again later. */

import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Loss, RunResult } from '#application/pairing/wire.ts';
import { inTab } from '#client/device-store.ts';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import type { ShownJob } from '#framework/system/wire.ts';
import type { BoardActions } from './use-board.ts';

/** POST …/run */
export interface RunRequest {
  programs: string[];
  clear: 'auto' | 'all';
  aims: string[];
  dmQuota: number;
  pitchQuota: number;
  seed: number;
  stay: boolean;
}

/** Its message is 'search 950 980': the stage, the best so far, the bound. */
export type RunJob = ShownJob<Partial<RunResult> | null>;

export interface RunWays {
  job: RunJob | undefined;
  isRunning: boolean;
  start: (request: RunRequest) => Promise<boolean>;
  /** a repair for people who cannot come at these times */
  repair: (what: Loss[]) => Promise<boolean>;
  cancel: () => void;
}

/** `ended` is called with the runs of a job that ended while the page was open. */
export function useRun(campaign: string, actions: BoardActions, ended: (runs: string[]) => void): RunWays {
  const translate = useTranslate();
  const { failure, negative } = useNotices();
  const key = `pairing-job ${campaign}`;
  const [id, setId] = useState(() => String(inTab.read(key) ?? ''));
  const { data: job } = useQuery({
    queryKey: ['pairing-job', id],
    queryFn: () => call('GET /api/jobs/:id', { at: { id } }) as Promise<RunJob>, // the result of a job, by its kind
    enabled: id !== '',
    retry: false,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : state.error ? false : 600),
  });
  const reported = useRef('');
  const { refresh, send } = actions;
  useEffect(() => {
    if (!job || job.state === 'running' || reported.current === job.id) return;
    reported.current = job.id;
    inTab.write(key, undefined);
    void refresh();
    if (job.result?.runs?.length) ended(job.result.runs);
    else if (job.state !== 'cancelled') negative(translate('pairing.run.failed'));
    setId('');
  }, [job, key, refresh, ended, negative, translate]);
  const begin = useCallback(
    async (started: { job: string } | undefined) => {
      if (!started) return false;
      inTab.write(key, started.job);
      setId(started.job);
      return true;
    },
    [key],
  );
  const cancel = useCallback(() => {
    call('POST /api/jobs/:id/cancel', { at: { id }, body: {} }).catch(failure);
  }, [failure, id]);
  const start = useCallback(async (request: RunRequest) => begin(await send('run', request)), [begin, send]);
  const repair = useCallback(async (what: Loss[]) => begin(await send('repair', { what })), [begin, send]);
  return useMemo(() => ({ job: id ? job : undefined, isRunning: id !== '', start, repair, cancel }), [id, job, start, repair, cancel]);
}
