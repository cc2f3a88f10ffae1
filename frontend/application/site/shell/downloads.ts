/** Plain links to files: a browser alone would say nothing of a failure that a person understands. Here they are fetched, and a failure is shown (K12). */

import { ApiError } from '#client/http/api-error.ts';
import { fetchFile, keepFile } from '#client/http/fetch-file.ts';
import { fill } from '#rules/words/problem.ts';
import { partWords } from '../parts.ts';
import { noticeOf } from './notice.ts';

let shownNotice: HTMLElement | undefined;
const busy = new WeakSet<HTMLAnchorElement>();

/** Takes over each press on an `a[download]` of our own, by whomever it was written. A press that asks for another tab stays the browser's. */
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

/** Where the link was, is in sight: so is the notice, whatever the page draws anew. */
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
