/** Fetches the panel's own script, and shows a notice in its place until it comes. No React, because React comes with that script. */
import { fill } from '#rules/words/fill.ts';
import { enlist, partWords } from '../parts.ts';
import { noticeOf } from './notice.ts';

const island = enlist(() => import('../island.tsx'));

export function beginPanel(panel: HTMLElement): void {
  let notice: HTMLElement | undefined;
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
