/** A path of the server fetched whole and handed to the person as a file. No React: the links of the public site go this way too. */
import { ApiError, fetchTwice, type RefusalBody } from './fetch-twice.ts';

/** The file, and the name that the server gives it: '' where it gives none. @throws ApiError; status 0 where no answer came, or only a part of it */
export async function fetchFile(path: string): Promise<{ blob: Blob; name: string }> {
  const response = await fetchTwice(path, { credentials: 'same-origin' });
  const request = response.headers.get('X-Request-Id');
  if (response.ok) {
    const blob = await response.blob().catch((cause: unknown) => {
      throw new ApiError(0, cause instanceof Error ? cause.message : '', null, { cause, request });
    });
    return { blob, name: nameIn(response.headers.get('Content-Disposition') ?? '') };
  }
  const body: RefusalBody | null = await response.json().catch(() => null); // what the server answers, or a proxy's page
  throw new ApiError(response.status, body?.msg || response.statusText || String(response.status), body?.err ? body : null, { request });
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
