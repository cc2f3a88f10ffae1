/**
 * Sends a file in pieces that outlive a broken connection, time without network and a reload: the server knows how much has come, this browser
 * remembers under which number. For the public site and the back office alike: no dependency, and no opinion about screens.
 */
import type { BegunUpload, UploadState } from '#framework/files/wire.ts';
import { checkUpload } from '#rules/records/upload.ts';
import type { Problem } from '#rules/words/problem.ts';
import { ApiError } from '../http/api-error.ts';
import { askAt } from '../http/ask.ts';
import type { Options } from '../http/send.ts';
import { forgetUpload, rememberedUpload, rememberUpload } from './remembered.ts';

export { unfinishedUploads } from './remembered.ts';

export interface UploadTarget {
  /** where uploads are begun: '/api/site/uploads' */
  address: string;
  /** what the file is for, as the server asks: {row, field} */
  place: Record<string, string>;
  /** the field's rule: a file that it refuses is not begun */
  rule?: Parameters<typeof checkUpload>[1];
}

export interface SendOptions {
  /** bytes that the server has, of all; sent === total while it checks the file */
  onProgress?: (sent: number, total: number) => void;
  /** the connection is away: another try comes after `wait` ms, or as soon as the network is back */
  onRetry?: (retry: { attempt: number; wait: number; error: ApiError }) => void;
  /** The last piece waits for it: files that go at the same time still stand in the order in which they were chosen. */
  inTurn?: Promise<unknown>;
  /** Pauses: what came stays, and sending the same file to the same place goes on from there. `cancelResumable` takes it back. */
  signal?: AbortSignal;
}

/** Bytes of the first piece; the next ones grow while the line is fast, so that progress is seen on a slow one. */
const firstPiece = 256 * 1024;
/** A piece shall take about this long, ms. */
const pieceTime = 1_500;
/** Tries in a row without a byte's progress while the network is there. */
const mostTries = 12;

/** @returns `data` of the last answer: {offset, attachment, …}. @throws ApiError for what was refused; DOMException AbortError when the signal ends it */
export async function sendResumable<T extends object>(file: File, target: UploadTarget, options: SendOptions = {}): Promise<T> {
  const { signal, inTurn, onProgress, onRetry } = options;
  const [problem] = target.rule ? checkUpload([file], target.rule) : [];
  if (problem) throw refusedHere(problem);
  const line: Line = { file, target, id: rememberedUpload(file, target), offset: undefined, reached: -1, piece: firstPiece, longest: firstPiece };
  for (let attempt = 0; ; ) {
    try {
      const answer = await step<T>(line, signal, inTurn);
      if (answer) {
        forgetUpload(file, target);
        onProgress?.(file.size, file.size);
        return answer;
      }
      if (line.offset === undefined) continue;
      if (line.offset > line.reached) attempt = 0;
      line.reached = Math.max(line.reached, line.offset);
      onProgress?.(line.offset, file.size);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof ApiError)) throw error;
      if (!error.isPassing) {
        forgetRefused(line, error);
        throw error;
      }
      attempt += 1;
      if (attempt > mostTries && !isAway()) throw error;
      line.offset = undefined; // what arrived of the piece, the server will say
      line.piece = Math.max(64 * 1024, Math.floor(line.piece / 2));
      const wait = pauseAfter(attempt);
      onRetry?.({ attempt, wait, error });
      await networkOr(wait, signal);
    }
  }
}

/** Ends an upload that runs or pauses, here and on the server; an unreachable server forgets it by itself. */
export async function cancelResumable(file: File, target: UploadTarget): Promise<void> {
  const id = rememberedUpload(file, target);
  forgetUpload(file, target);
  if (id) await call('DELETE', `${target.address}/${id}`).catch(() => undefined);
}

interface Line {
  file: File;
  target: UploadTarget;
  id: string | undefined;
  /** what the server has; undefined while it has to be asked */
  offset: number | undefined;
  /** the most it has had: tries are counted between two steps forward */
  reached: number;
  /** bytes of the next piece, and at most */
  piece: number;
  longest: number;
}

/** ms before the next try: 1 s, 2 s, 4 s … 30 s, and a little by chance so that not everybody comes at once. */
function pauseAfter(attempt: number): number {
  return Math.round(Math.min(30_000, 1_000 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2));
}

/** Longest time for one call, ms: a line that says nothing is a broken one. */
const patience = 90_000;

/** The tries are counted here, not in each call. The addresses are the target's; what they answer is the same for all. */
async function call<T extends BegunUpload | UploadState | null>(
  method: Options['method'] & string,
  address: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  return (await askAt(address, { method, body, patience, once: true, ...(signal && { signal }) })) as T; // see above
}

/** What the server would say of a file, said before anything is sent. */
function refusedHere({ code, values }: Problem): ApiError {
  return new ApiError(422, code, { done: false, msg: '', err: { code, message: '', fields: [], ...(values && { values }) }, data: null });
}

/** One call: begin, ask, or send a piece. Gives the last answer, when that was it. */
async function step<T>(line: Line, signal: AbortSignal | undefined, inTurn: Promise<unknown> | undefined): Promise<T | undefined> {
  const { file, target } = line;
  if (!line.id) {
    const wanted = { ...target.place, fileName: file.name, size: file.size };
    const begun = await call<BegunUpload>('POST', target.address, wanted, signal);
    Object.assign(line, { id: begun.id, offset: begun.offset, reached: -1, longest: begun.chunk });
    rememberUpload(file, target, begun.id);
    return undefined;
  }
  if (line.offset === undefined) return askState<T>(line, signal);
  const end = Math.min(file.size, line.offset + Math.min(line.piece, line.longest));
  if (end === file.size) await inTurn;
  const started = performance.now();
  try {
    const state = await call<UploadState>('PATCH', `${target.address}/${line.id}?offset=${line.offset}`, file.slice(line.offset, end), signal);
    const took = performance.now() - started;
    if (took < pieceTime / 2) line.piece *= 2;
    line.offset = state.offset;
    return state.attachment === undefined ? undefined : (state as T); // the last answer is the whole one
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'upload.offset') throw error;
    line.offset = undefined; // another tab sends the same file, or an answer was lost
    return undefined;
  }
}

async function askState<T>(line: Line, signal: AbortSignal | undefined): Promise<T | undefined> {
  try {
    const state = await call<UploadState>('GET', `${line.target.address}/${line.id}`, undefined, signal);
    line.offset = state.offset;
    line.longest = Math.max(line.longest, state.chunk ?? 2 * 1_048_576);
    return state.attachment === undefined ? undefined : (state as T);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    // Given up by the server meanwhile: from the beginning.
    forgetUpload(line.file, line.target);
    line.id = undefined;
    return undefined;
  }
}

/** A refusal is final and the upload must not be resumed; after a sign-in, or once the server has space again, it goes on. */
function forgetRefused({ file, target }: Line, { status }: ApiError): void {
  if (status !== 401 && status !== 440 && status !== 507) forgetUpload(file, target);
}

/** The browser itself says that there is no network. */
function isAway(): boolean {
  return globalThis.navigator?.onLine === false;
}

/** Until the time is over, or the network is back; without network there is nothing to wait for but that. */
function networkOr(wait: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((go, stop) => {
    const timer = setTimeout(end, isAway() ? 60_000 : wait);
    globalThis.addEventListener?.('online', end, { once: true });
    signal?.addEventListener('abort', end, { once: true });
    function end() {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', end);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) stop(signal.reason);
      else go();
    }
  });
}
