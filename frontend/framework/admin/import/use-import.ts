/** One sheet on its way in: sent, rehearsed, written, each a job that is watched and can be ended. */
import { useCallback, useState } from 'react';
import { call } from '#client/http-client.ts';
import { newChangeset, noted } from '#client/notices/changeset.ts';
import { useJob } from '#client/use-job.ts';
import type { ImportReport } from '#framework/import/wire.ts';
import type { ShownJob } from '#framework/system/wire.ts';
import type { ImportTake, SheetEncoding } from '#rules/records/import.ts';

/** The job of an import: its result is the report. */
type ImportJob = ShownJob<ImportReport | null>;

/** What the person says of a sheet beyond what it says itself. */
export interface ImportSettings {
  take: ImportTake;
  /** the fields that tell a row from all others, joined by commas; '' for whichever a line fills in */
  by: string;
  /** '' for what it looks like */
  encoding: SheetEncoding | '';
  /** columns, from 0, that are other fields than they look like; '' for one that is left out */
  chosen: Record<number, string>;
}

interface Sending {
  /** lines that a report left */
  only?: string;
  /** what was remembered of these columns is forgotten */
  forget?: boolean;
}

export interface Importing {
  /** sends the sheet, for all of its lines or some; resolves once the work has begun */
  send: (file: File, mode: 'check' | 'write', settings: ImportSettings, more?: Sending) => Promise<void>;
  /** by which what was written can be taken back, further lines of the same sheet included */
  changeset: string;
  job: ImportJob | undefined;
  isRunning: boolean;
  report: ImportReport | undefined;
  error: unknown;
  cancel: () => void;
  reset: () => void;
}

export function useImport(object: string): Importing {
  const [id, setId] = useState('');
  const [changeset] = useState(newChangeset);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const { job, isRunning, error: lost, cancel } = useJob<ImportReport>(id);
  const reset = useCallback(() => {
    setId('');
    setError(undefined);
  }, []);
  const send = useCallback(
    async (file: File, mode: 'check' | 'write', { take, by, encoding, chosen }: ImportSettings, { only, forget }: Sending = {}) => {
      reset();
      setSending(true);
      try {
        const started = await call('POST /api/pb/:object/import', {
          at: { object },
          query: {
            mode,
            only: only || undefined,
            take: take === 'both' ? undefined : take,
            by: by || undefined,
            encoding: encoding || undefined,
            columns: Object.keys(chosen).length ? JSON.stringify(chosen) : undefined,
            forget: forget ? '1' : undefined,
          },
          body: file,
          headers: noted(changeset),
        });
        setId(started.job);
      } catch (failure) {
        setError(failure);
      } finally {
        setSending(false);
      }
    },
    [object, reset, changeset],
  );
  return {
    send,
    changeset,
    job,
    isRunning: isSending || isRunning,
    report: job?.state === 'done' ? (job.result ?? undefined) : undefined,
    error: error ?? lost,
    cancel,
    reset,
  };
}
