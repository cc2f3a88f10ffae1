/** One file to POST /api/uploadFiles (C03), with progress, which fetch does not tell; the same second try as every call (C09). */
import type { Row } from '#codegen/model.ts';
import { errorOf, jsonIn } from '../http/ask.ts';
import { secretHeader } from '../http/secret.ts';
import { type Attempt, twice } from '../http/send.ts';
import { userIdForLog } from '../signed-in-user.ts';

/** Which field of which row a file is for; `id` is '' for a row that is still to be made. */
export interface UploadPlace {
  object: string;
  id: string;
  /** 'contract.attachment' */
  field: string;
  purpose: string;
}

export interface Sending {
  /** the attachment as the server keeps it. Rejects with ApiError; with an AbortError when cancelled */
  done: Promise<Row>;
  cancel(): void;
  /** stops, and what has arrived stays: for files that go in pieces */
  pause?(): void;
}

export function sendFile(file: File, place: UploadPlace, onProgress: (part: number) => void): Sending {
  const aborting = new AbortController();
  const { signal } = aborting;
  const send = async (): Promise<Row> => {
    const { status, text } = await twice('POST', () => post(formOf(file, place), signal, onProgress), { signal, isKeyed: false });
    const attachment = attachmentIn(jsonIn(text));
    if (attachment) return attachment;
    throw errorOf(status, '', text);
  };
  return { done: send(), cancel: () => aborting.abort() };
}

/** The first of `data` in {done, data}. */
function attachmentIn(answer: unknown): Row | undefined {
  return (answer as { done?: boolean; data?: Row[] | null } | null | undefined)?.data?.[0]; // what the server answers; a refusal has none
}

function formOf(file: File, { object, id, field, purpose }: UploadPlace): FormData {
  const form = new FormData();
  const fields = { ow: '0', fn: file.name, di: purpose, ac: 'add', pl: JSON.stringify({ object, id, field }), log: JSON.stringify(source()) };
  // The fields first: the server then knows the limit before the file begins.
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(file.name, file, file.name);
  return form;
}

/** C06: where the call comes from. */
function source(): { src: string; side: string; user: string } {
  return { src: location.pathname, side: 'C', user: userIdForLog() };
}

async function post(form: FormData, signal: AbortSignal, onProgress: (part: number) => void): Promise<Attempt<{ status: number; text: string }>> {
  const headers = await secretHeader();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/uploadFiles');
    for (const [name, value] of Object.entries({ Accept: 'application/json', ...headers })) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => {
      const { status, responseText: text } = request;
      resolve({ status, retryAfter: request.getResponseHeader('Retry-After'), value: { status, text } });
    };
    request.onerror = () => reject(new Error(''));
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
