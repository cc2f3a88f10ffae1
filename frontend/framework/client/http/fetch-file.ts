/** A path of the server fetched whole and handed to the person as a file. No React: the links of the public site go this way too. */
import { ApiError } from './api-error.ts';
import { refusalOf } from './ask.ts';
import { send } from './send.ts';

/** The file, and the name that the server gives it: '' where it gives none. @throws ApiError; status 0 where no answer came, or only a part of it */
export async function fetchFile(path: string): Promise<{ blob: Blob; name: string }> {
  const file = await send(path, {}, async (answer) => (answer.ok ? { answer, blob: await answer.blob() } : refusalOf(answer)));
  if (file instanceof ApiError) throw file;
  return { blob: file.blob, name: nameIn(file.answer.headers.get('Content-Disposition') ?? '') };
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
