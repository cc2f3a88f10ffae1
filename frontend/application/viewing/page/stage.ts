/** The place where a work is watched: one of its videos at a time. Nothing is loaded from another site before the visitor asks for it. */
import { clockText } from '#application/viewing/rules/sources.ts';
import { resumeAt } from '#application/viewing/rules/spans.ts';
import type { ViewingVideo, ViewingWork } from '#application/viewing/visit-wire.ts';
import { fill } from '#rules/words/fill.ts';
import { placeOf, sendBeat } from './calls.ts';
import { button, make } from './dom.ts';
import type { PageFacts } from './facts.ts';
import { icon } from './icon.ts';
import { player } from './player.ts';

/** Shows a work's videos in `mount`. @returns a function that ends it */
export function stage(mount: HTMLElement, facts: PageFacts, work: ViewingWork, still: string): () => void {
  const box = make('div', { class: 'stage-box' });
  let end = (): void => undefined;
  const choices = work.videos.map(({ title }, index) => button({ 'aria-pressed': false }, () => choose(index), title));

  function choose(index: number): void {
    const video = work.videos[index];
    if (!video) return;
    end();
    end = () => undefined;
    for (const [place, one] of choices.entries()) one.setAttribute('aria-pressed', String(place === index));
    const start = (at: number): void => {
      if (video.kind !== 'frame') {
        end = player(box, { facts, work, video, begin: at, still });
        return;
      }
      sendBeat(facts, { work: work.work, video: video.video, spans: [], at: 0, duration: 0 });
      box.replaceChildren(
        make('iframe', {
          class: 'stage-frame',
          title: `${work.title} ${video.title}`,
          src: video.src,
          allow: 'autoplay; fullscreen; picture-in-picture; encrypted-media',
          allowfullscreen: true,
          referrerpolicy: 'strict-origin-when-cross-origin',
        }),
      );
    };
    const known = placeOf(facts, work.work, video.video);
    box.replaceChildren(front(facts, video, still, known && resumeAt(known.place, known.duration), start));
  }
  mount.replaceChildren(box);
  if (choices.length > 1) mount.append(make('fieldset', { class: 'stage-videos' }, make('legend', { class: 'unseen' }, facts.texts.choose), ...choices));
  choose(0);
  return () => {
    end();
    mount.replaceChildren();
  };
}

/** What is shown before it plays. @param resume the position to go on at, s */
function front(facts: PageFacts, video: ViewingVideo, still: string, resume: number | undefined, start: (at: number) => void): HTMLElement {
  const { texts } = facts;
  const { kind, host, title, src } = video;
  const sign = () => make('span', { class: 'front-sign' }, icon('play'));
  const play = (at: number, text: string) => button({ class: 'front-play' }, () => start(at), sign(), text);
  const acts =
    kind === 'link'
      ? [make('a', { class: 'ui-button is-solid', href: src, target: '_blank', rel: 'noopener noreferrer' }, fill(texts.elsewhere, { host, name: title }))]
      : resume === undefined
        ? [play(0, fill(texts.playTitle, { name: title }))]
        : [play(resume, fill(texts.resume, { at: clockText(resume) })), button({ class: 'front-begin' }, () => start(0), texts.beginning)];
  const note = kind === 'frame' ? texts.frame : kind === 'hls' || kind === 'direct' ? texts.direct : undefined;
  return make(
    'div',
    { class: 'front' },
    still ? make('img', { class: 'stage-still', src: still, alt: '' }) : undefined,
    make('div', { class: 'front-acts' }, ...acts, note === undefined ? undefined : make('p', { class: 'front-note' }, fill(note, { host }))),
  );
}
