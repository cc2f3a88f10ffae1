/** C05: a path of the server fetched as a blob and handed to the person as a file; K26 where that fails. */
import { useCallback } from 'react';
import { ApiError, fetchTwice } from '../admin/fetch-twice.ts';
import { useWords } from '../admin/language.tsx';
import { useNotices } from './Notices.tsx';

/** @throws ApiError with the server's words for an answer that is no file */
export async function fetchBlob(path: string): Promise<Blob> {
  const response = await fetchTwice(path, { credentials: 'same-origin' });
  if (response.ok) return response.blob();
  const body: { msg?: string } | null = await response.json().catch(() => null);
  throw new ApiError(response.status, body?.msg || response.statusText || String(response.status), null);
}

/** Gives a function that downloads a path under a name, and says 'retrieve failed [message]' when it cannot. */
export function useDownload(): (path: string, name: string) => Promise<void> {
  const notices = useNotices();
  const words = useWords();
  return useCallback(
    async (path, name) => {
      try {
        keep(await fetchBlob(path), name);
      } catch (error) {
        notices.negative(words('msg.retrieve', { message: error instanceof Error && error.message ? error.message : words('api.unknown') }));
      }
    },
    [notices, words],
  );
}

function keep(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
