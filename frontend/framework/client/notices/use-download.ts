/** C05: a path of the server handed to the person as a file; K26 and K12 where that fails. */
import { useCallback } from 'react';
import { ApiError } from '../http/api-error.ts';
import { type FileOptions, fetchFile, keepFile } from '../http/fetch-file.ts';
import { useWords } from '../language.tsx';
import { failureLines } from './failure-lines.ts';
import { useNotices } from './Notices.tsx';

/**
 * Gives a function that downloads a path, under the server's name for it unless another is given, and says 'retrieve failed [message]' when it
 * cannot, at the beginning or in the middle; one that is stopped says nothing; an export says that it failed (K12). Every file that the back office hands out comes this way.
 */
export function useDownload(what: 'file' | 'export' = 'file'): (path: string, name?: string, options?: FileOptions) => Promise<void> {
  const notices = useNotices();
  const words = useWords();
  return useCallback(
    async (path, name, options) => {
      try {
        const file = await fetchFile(path, options);
        keepFile(file.blob, name ?? file.name);
      } catch (error) {
        if (options?.signal?.aborted) return; // the person stopped it
        const message = reasonOf(error, words);
        if (what === 'file') return notices.failure(error, [words('msg.retrieve', { message })]);
        const said = error instanceof ApiError && !error.refused ? new ApiError(error.status, message, null, error) : error;
        notices.failure(error, [...new Set([words('msg.export'), ...failureLines(said, words)])]);
      }
    },
    [notices, words, what],
  );
}

/** Why no file came, in the page's language. */
function reasonOf(error: unknown, words: (code: string) => string): string {
  if (!(error instanceof ApiError)) return words('api.unknown');
  if (error.status === 0) return words('api.cut');
  return error.refused ? error.message : words(error.status === 503 ? 'msg.unavailable' : `status.${error.status}`);
}
