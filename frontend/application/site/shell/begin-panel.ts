/** Fetches the panel's own script, and shows a notice in its place until it comes. No React, because React comes with that script. */
import { fill } from '#rules/words/fill.ts';
import { below } from '#ui/widths.ts';
import { enlist, partWords } from '../parts.ts';
import { noticeOf } from './notice.ts';

const island = enlist(() => import('../island.tsx'));

export function beginPanel(panel: HTMLElement): void {
  let notice: HTMLElement | undefined;
  const head = panel.querySelector<HTMLElement>('[data-step]');
  if (head) beginDraft(panel, head);
  island.subscribe(() => {
    notice?.remove();
    const state = island.state();
    if (state !== 'away' && state !== 'gone') return;
    const [words, isGone] = [partWords(), state === 'gone'];
    notice = noticeOf('warn', fill(isGone ? words.gone : words.away, { what: words.what.page }), isGone ? words.reload : words.again, () =>
      isGone ? location.reload() : void island.fetch(),
    );
    panel.before(notice);
  });
  void island.whenThere().then(({ mountPanel }) => mountPanel(panel));
}

/** The server wrote the head of an open draft: it stands where the form will have it. */
function beginDraft(panel: HTMLElement, head: HTMLElement): void {
  // Which step is open stands behind the #, which the server does not hear.
  if (!['', `#${head.dataset.step}`].includes(location.hash)) head.classList.add('is-another');
  // As the form opens (use-step.ts), so that the page need not jump when it comes.
  if (!scrollY && matchMedia(below('phone')).matches) panel.querySelector('.enrol-form')?.scrollIntoView({ block: 'start' });
}
