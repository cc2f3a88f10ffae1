/** One file to POST /api/uploadFiles (C03), with progress, which fetch does not tell; the same second try as every call (C09). */
import type { Row } from '#codegen/model.ts';
import { goesAgain } from '#rules/second-try.ts';
import { ApiError, type RefusalBody } from '#ui/fetch-twice.ts';
import { secretHeader } from '#ui/secret.ts';

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
  const send = async (): Promise<Row> => {
    for (let attempt = 1; ; attempt += 1) {
      const { status, body } = await post(formOf(file, place), aborting.signal, onProgress);
      const attachment = body?.done === true ? body.data?.[0] : undefined;
      if (attachment) return attachment;
      if (attempt === 1 && status > 0 && goesAgain('POST', status)) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        continue;
      }
      throw new ApiError(status, body?.err?.message || body?.msg || (status ? String(status) : ''), body?.done === false ? (body as RefusalBody) : null); // done: false is a refusal
    }
  };
  return { done: send(), cancel: () => aborting.abort() };
}

const pause = 300;

interface UploadBody {
  done: boolean;
  msg: string;
  err: { code: string; message: string } | null;
  data: Row[] | null;
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
  return { src: location.pathname, side: 'C', user: sessionStorage.getItem('userID') ?? 'N/A' };
}

async function post(form: FormData, signal: AbortSignal, onProgress: (part: number) => void): Promise<{ status: number; body: UploadBody | null }> {
  const headers = await secretHeader();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/uploadFiles');
    for (const [name, value] of Object.entries({ Accept: 'application/json', ...headers })) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => resolve({ status: request.status, body: readBody(request.responseText) });
    request.onerror = () => resolve({ status: 0, body: null });
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function readBody(text: string): UploadBody | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'done' in body ? (body as UploadBody) : null; // what the server answers
  } catch {
    return null;
  }
}
