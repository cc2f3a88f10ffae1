/** Long work of the server, watched by a component until it ends. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ShownJob } from '#framework/system/wire.ts';
import { call } from './http-client.ts';

/** ms between two looks */
const watched = 400;

export interface WatchedJob<Result> {
  job: ShownJob<Result | null> | undefined;
  isRunning: boolean;
  error: unknown;
  cancel: () => void;
}

/** The job of this id; '' for none yet. `Result` is what its kind comes to. */
export function useJob<Result>(id: string): WatchedJob<Result> {
  const [refused, setRefused] = useState<{ id: string; error: unknown }>();
  const { data, error } = useQuery({
    queryKey: ['job', id],
    queryFn: () => call('GET /api/jobs/:id', { at: { id } }) as Promise<ShownJob<Result | null>>, // a job's result is its kind's
    enabled: id !== '',
    retry: false,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : watched),
  });
  const cancel = useCallback(() => {
    call('POST /api/jobs/:id/cancel', { at: { id }, body: {} }).catch((failure) => setRefused({ id, error: failure }));
  }, [id]);
  const job = id ? data : undefined;
  const isRunning = id !== '' && (!job || job.state === 'running') && !error;
  return { job, isRunning, error: (refused?.id === id ? refused.error : undefined) ?? error ?? undefined, cancel };
}
