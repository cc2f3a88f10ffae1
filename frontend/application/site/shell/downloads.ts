/**
 * Downloads by plain links. A browser alone shows no understandable message for a failure, so the file is fetched here and a failure is shown on the
 * page (K12).
 */

import { ApiError } from '#client/http/api-error.ts';
import { fetchFile, keepFile } from '#client/http/fetch-file.ts';
import { fill } from '#rules/words/fill.ts';
import { partWords } from '../parts.ts';
import { noticeOf } from './notice.ts';

let shownNotice: HTMLElement | undefined;
const busy = new WeakSet<HTMLAnchorElement>();

/** Handles every press on an `a[download]` to our own server, wherever it is in the page. A press that asks for another tab is left to the browser. */
export function watchDownloads(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[download]') : null;
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.protocol === 'blob:') return;
    event.preventDefault();
    void download(link);
  });
}

async function download(link: HTMLAnchorElement): Promise<void> {
  if (busy.has(link)) return;
  busy.add(link);
  shownNotice?.remove();
  try {
    const file = await fetchFile(link.href);
    keepFile(file.blob, link.download || file.name);
  } catch (error) {
    tell(reasonOf(error));
  }
  busy.delete(link);
}

/** The notice goes where the link was, so it is visible even after the page was redrawn. */
function tell(why: string): void {
  const words = partWords();
  const notice = noticeOf('bad', fill(words.lost, { why }), words.close, () => notice.remove());
  notice.classList.add('is-afloat');
  document.body.append(notice);
  shownNotice = notice;
}

function reasonOf(error: unknown): string {
  const words = partWords();
  if (!(error instanceof ApiError) || error.status === 0) return words.cut;
  return error.refused ? error.message : words.unavailable;
}
