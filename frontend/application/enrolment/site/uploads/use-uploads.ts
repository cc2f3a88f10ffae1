import { useEffect, useRef, useState } from 'react';
import type { EnrolmentFacts, EnrolmentUpload } from '#application/site/wire.ts';
import type { UploadTarget } from '#client/upload/send-resumable.ts';
import type { FieldModel, Lang } from '#codegen/model.ts';
import { checkUpload } from '#rules/records/upload.ts';
import { ApiError, newKey } from '#screens/site/call.ts';
import { enrolTexts, wordsOf } from '../texts.ts';
import { sending } from './sending.ts';

/** One file whose upload is in progress or has failed. */
export interface Upload {
  key: string;
  field: string;
  name: string;
  /** share that was sent, 0 to 1 */
  done: number;
  state: 'waiting' | 'running' | 'paused' | 'checking' | 'failed' | 'refused';
  /** the sentence to show, for a file that failed or was refused before it was sent */
  reason: string;
  /** the picture from the device, until the server has it */
  preview: string;
  /** the same of a film, for its length */
  film: string;
}

export interface Uploads {
  list: Upload[];
  isBusy: boolean;
  add(path: string, field: FieldModel, files: readonly File[], existing: number): void;
  cancel(key: string): void;
  retry(key: string): void;
}

interface Job {
  file: File;
  field: string;
  control: AbortController;
}

/** Number of uploads at the same time: a slow file does not block the next one, and a phone's connection is not split between too many. */
const atOnce = 2;

/** The uploads of an enrolment, two at a time. They continue while the person is on another step. */
export function useUploads(enrolment: string, lang: Lang, onDone: (facts: EnrolmentFacts, name?: string) => void): Uploads {
  const [list, setList] = useState<Upload[]>([]);
  const jobs = useRef(new Map<string, Job>());
  const waiting = useRef<string[]>([]);
  const running = useRef(0);
  /** by field: the promise of the upload that was begun last */
  const ends = useRef(new Map<string, Promise<void>>());
  const finished = useRef(onDone);
  finished.current = onDone;

  useEffect(() => {
    const all = jobs.current;
    return () => {
      for (const { control } of all.values()) control.abort();
    };
  }, []);

  const change = (key: string, next: Partial<Upload>) => setList((before) => before.map((upload) => (upload.key === key ? { ...upload, ...next } : upload)));

  function forget(key: string) {
    jobs.current.delete(key);
    setList((before) => {
      const gone = before.find((upload) => upload.key === key);
      for (const address of [gone?.preview, gone?.film]) if (address) URL.revokeObjectURL(address);
      return before.filter((upload) => upload.key !== key);
    });
  }

  function start(key: string) {
    waiting.current.push(key);
    next();
  }

  function next() {
    while (running.current < atOnce) {
      const key = waiting.current.shift();
      if (key === undefined) return;
      running.current += 1;
      const field = jobs.current.get(key)?.field ?? '';
      const sent = send(key, ends.current.get(field)).finally(() => {
        running.current -= 1;
        next();
      });
      ends.current.set(field, sent);
    }
  }

  function cancel(key: string) {
    const job = jobs.current.get(key);
    job?.control.abort();
    // The code that sends files could not be fetched, so nothing was sent.
    if (job) void sending.get()?.cancelResumable(job.file, targetOf(enrolment, job.field));
    forget(key);
  }

  async function send(key: string, inTurn: Promise<void> | undefined) {
    const job = jobs.current.get(key);
    if (!job || job.control.signal.aborted) return;
    change(key, { state: 'running', reason: '' });
    try {
      const { sendResumable } = await sender(key);
      if (job.control.signal.aborted) return;
      change(key, { state: 'running' });
      const { enrolment: facts } = await sendResumable<Required<Pick<EnrolmentUpload, 'enrolment'>>>(job.file, targetOf(enrolment, job.field), {
        signal: job.control.signal,
        inTurn,
        onProgress: (sent, total) => change(key, { done: sent / total, state: sent < total ? 'running' : 'checking' }),
        onRetry: () => change(key, { state: 'paused' }),
      });
      forget(key);
      finished.current(facts, job.file.name);
    } catch (error) {
      if (job.control.signal.aborted) return;
      // The refusal of an upload to a submitted enrolment carries the present row.
      if (error instanceof ApiError && isFacts(error.data)) finished.current(error.data);
      const said = error instanceof ApiError ? error.fields[0]?.message || error.sentence : '';
      change(key, { state: 'failed', reason: said });
    }
  }

  /**
   * Waits for the connection before it fetches the code, like a file whose upload was interrupted. @throws Error where the page is older than the
   * server's release
   */
  async function sender(key: string) {
    await sending.fetch();
    if (sending.state() === 'gone') throw new Error('the sender was not loaded');
    if (!sending.get()) change(key, { state: 'paused' });
    return sending.whenThere();
  }

  return {
    list,
    isBusy: list.some(({ state }) => state !== 'failed' && state !== 'refused'),
    add(path, field, files, existing) {
      const t = enrolTexts();
      const here = list.filter((upload) => upload.field === path);
      // In a field for one file, the new file replaces the stored one and the one that is being uploaded.
      const isOne = field.file?.maxCount === 1;
      if (isOne && field.file && !checkUpload(files.slice(0, 1), field.file).length) for (const { key } of here) cancel(key);
      const taken = isOne ? 0 : existing + here.filter(({ state }) => state !== 'refused').length;
      const added = files.map((file, index): Upload => {
        const [problem] = field.file ? checkUpload([file], field.file, taken + index) : [];
        const key = newKey();
        const kinds = kindsInWords(field, t);
        if (!problem) jobs.current.set(key, { file, field: path, control: new AbortController() });
        return {
          key,
          field: path,
          name: file.name,
          done: 0,
          state: problem ? 'refused' : 'waiting',
          reason: problem ? wordsOf(problem, field, lang, { kinds, name: file.name }) : '',
          preview: !problem && file.type.startsWith('image/') ? URL.createObjectURL(file) : '',
          film: !problem && field.file?.kinds.includes('video') ? URL.createObjectURL(file) : '',
        };
      });
      // A new choice removes the files that were refused before.
      setList((before) => [...before.filter((upload) => upload.field !== path || upload.state !== 'refused'), ...added]);
      for (const upload of added) if (upload.state === 'waiting') start(upload.key);
    },
    cancel,
    retry(key) {
      const job = jobs.current.get(key);
      if (!job) return;
      jobs.current.set(key, { ...job, control: new AbortController() });
      change(key, { state: 'waiting' });
      start(key);
    },
  };
}

function targetOf(enrolment: string, field: string): UploadTarget {
  return { address: '/api/site/uploads', place: { enrolment, field } };
}

function isFacts(data: unknown): data is EnrolmentFacts {
  return typeof data === 'object' && data !== null && 'values' in data && 'mayEdit' in data;
}

/** 'JPG、PNG、WebP 圖片' */
export function kindsInWords(field: FieldModel, t: ReturnType<typeof enrolTexts>): string {
  const kinds = field.file?.kinds ?? [];
  if (kinds.includes('image')) return t.files.image;
  if (kinds.includes('video')) return t.files.video;
  return kinds.includes('pdf') ? t.files.pdf : t.files.other;
}
