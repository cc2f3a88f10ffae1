/** A path of the server fetched whole and handed to the person as a file. No React: the links of the public site go this way too. */
import { ApiError } from './api-error.ts';
import { refusalOf } from './ask.ts';
import { send } from './send.ts';

export interface FileOptions {
  signal?: AbortSignal;
  /** bytes that have come so far */
  onBytes?: (count: number) => void;
  /** what the file is made of, sent along */
  body?: Blob;
}

/** The file, and the name that the server gives it: '' where it gives none. @throws ApiError; status 0 where no answer came, or only a part of it; what the signal was aborted with */
export async function fetchFile(path: string, { signal, onBytes, body }: FileOptions = {}): Promise<{ blob: Blob; name: string }> {
  const file = await send(path, { ...(signal && { signal }), ...(body && { method: 'POST', body }) }, async (answer) =>
    answer.ok ? { answer, blob: await (onBytes && answer.body ? blobOf(answer, answer.body, onBytes) : answer.blob()) } : refusalOf(answer),
  );
  if (file instanceof ApiError) throw file;
  return { blob: file.blob, name: nameIn(file.answer.headers.get('Content-Disposition') ?? '') };
}

async function blobOf(answer: Response, body: ReadableStream<Uint8Array<ArrayBuffer>>, onBytes: (count: number) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = body.getReader();
  let count = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces, { type: answer.headers.get('Content-Type') ?? '' });
    pieces.push(value);
    count += value.length;
    onBytes(count);
  }
}

/** Puts it among the person's downloads. */
export function keepFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function nameIn(header: string): string {
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  try {
    if (coded) return decodeURIComponent(coded);
  } catch {
    // not written by our server
  }
  return /filename="([^"]*)"/i.exec(header)?.[1] ?? '';
}
