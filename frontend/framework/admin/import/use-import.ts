/** One sheet on its way in: sent, rehearsed, written, each a job that is watched and can be ended. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { call } from '#client/http-client.ts';

/** As the job's result carries it: backend/framework/import/import-records.ts. */
export interface ImportReport {
  mode: 'check' | 'write';
  columns: { head: string; field: string; why?: 'unknown' | 'closed' | 'twice' | 'blank' }[];
  counts: Record<'create' | 'update' | 'same' | 'refused', number>;
  lines: {
    line: number;
    do: 'create' | 'update' | 'same' | 'refused';
    id: string;
    title: string;
    problems: { path: string; code: string; message: string }[];
  }[];
  cutAt: number;
  left: { count: number; lines: string };
}

interface ImportJob {
  id: string;
  state: 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';
  progress: number;
  total: number;
  message: string;
  cancel: boolean;
  result: ImportReport | null;
}

export interface Importing {
  /** sends the sheet, for all of its lines or those that a report left; resolves once the work has begun */
  send: (file: File, mode: 'check' | 'write', only?: string) => Promise<void>;
  job: ImportJob | undefined;
  isRunning: boolean;
  report: ImportReport | undefined;
  error: unknown;
  cancel: () => void;
  reset: () => void;
}

const watched = 400;

export function useImport(object: string): Importing {
  const [id, setId] = useState('');
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const { data: job, error: lost } = useQuery({
    queryKey: ['import-job', id],
    queryFn: () => call<ImportJob>(`/api/jobs/${encodeURIComponent(id)}`),
    enabled: id !== '',
    retry: false,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : watched),
  });
  const reset = useCallback(() => {
    setId('');
    setError(undefined);
  }, []);
  const send = useCallback(
    async (file: File, mode: 'check' | 'write', only = '') => {
      reset();
      setSending(true);
      try {
        const started = await call<{ job: string }>(`/api/pb/${object}/import?mode=${mode}${only && `&only=${only}`}`, { method: 'POST', body: file });
        setId(started.job);
      } catch (failure) {
        setError(failure);
      } finally {
        setSending(false);
      }
    },
    [object, reset],
  );
  const cancel = useCallback(() => {
    call(`/api/jobs/${encodeURIComponent(id)}/cancel`, { method: 'POST', body: {} }).catch(setError);
  }, [id]);
  const own = id ? job : undefined;
  const isRunning = isSending || (id !== '' && (!own || own.state === 'running') && !lost);
  return { send, job: own, isRunning, report: own?.state === 'done' ? (own.result ?? undefined) : undefined, error: error ?? lost ?? undefined, cancel, reset };
}
