/**
 * The script of a viewing page, without a framework. The server renders the whole page; '#w3' in the address shows one work. A work gets its player when it is
 * opened, and loses it when it is left.
 */
import { clockAt, instant, ownMinutes, zoneHours, zoneName } from '#framework/time.ts';
import { showFacesSoon } from '#screens/site/shell/faces.ts';
import { reportError, watchErrors } from '#screens/site/shell/report.ts';
import { sendBeat } from './calls.ts';
import { button, make } from './dom.ts';
import { keepExtended } from './extend.ts';
import { type PageFacts, readFacts } from './facts.ts';
import { stage } from './stage.ts';

watchErrors();
showFacesSoon();
const facts = readFacts();
showOwnTimes();
if (facts) begin(facts);

function begin(page: PageFacts): void {
  let open: { anchor: string; end: (() => void) | undefined } | undefined;
  const opened = new Set<string>();
  keepExtended(page);
  // For a personal link the server has counted the visit already.
  if (!page.personal) sendBeat(page, { work: '', video: '', spans: [], at: 0, duration: 0 });

  const enter = (isFirst: boolean): void => {
    const anchor = location.hash.slice(1);
    if (open?.anchor === anchor) return;
    const left = open?.anchor;
    open?.end?.();
    open = undefined;
    const work = page.works.find((one) => one.anchor === anchor);
    const room = work && document.getElementById(anchor);
    if (!work || !room) {
      // Back on the wall, the focus returns to the work that was open.
      if (left) document.querySelector<HTMLElement>(`[data-open="${left}"]`)?.focus();
      return;
    }
    const place = room.querySelector<HTMLElement>('.stage');
    const still = place?.querySelector('img')?.src ?? '';
    open = { anchor, end: place && work.videos.length ? staged(place, () => stage(mountIn(place), page, work, still), page) : undefined };
    if (!opened.has(anchor)) sendBeat(page, { work: work.work, video: '', spans: [], at: 0, duration: 0 });
    opened.add(anchor);
    document.querySelector(`[data-open="${anchor}"]`)?.classList.add('is-seen');
    if (isFirst) return;
    window.scrollTo(0, room.getBoundingClientRect().top + scrollY - 8);
    room.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  };
  window.addEventListener('hashchange', () => enter(false));
  document.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape' || !open || document.fullscreenElement || (target instanceof HTMLElement && target.tagName === 'SELECT')) return;
    if (!document.documentElement.classList.contains('has-full')) location.hash = '#wall';
  });
  enter(true);
}

/** A player that cannot be made says so in its place; the rest of the page goes on. */
function staged(place: HTMLElement, show: () => () => void, { texts }: PageFacts): (() => void) | undefined {
  try {
    return show();
  } catch (error) {
    void reportError(error, location.pathname);
    const reload = button({ class: 'ui-button is-solid' }, () => location.reload(), texts.reload);
    mountIn(place).replaceChildren(make('div', { class: 'stage-box' }, make('div', { class: 'fault', role: 'alert' }, make('p', {}, texts.broken), reload)));
    return undefined;
  }
}

/** The element for the player, in which the server's rendering is hidden. */
function mountIn(place: HTMLElement): HTMLElement {
  const known = place.querySelector<HTMLElement>(':scope > .stage-mount');
  if (known) return known;
  const mount = make('div', { class: 'stage-mount' });
  place.replaceChildren(...[...place.children].filter((child) => child.tagName === 'IMG'), mount);
  return mount;
}

/** For visitors in another zone than the page's: the same moment on their own clock. */
function showOwnTimes(): void {
  for (const line of document.querySelectorAll<HTMLElement>('[data-at][data-zone]')) {
    const at = instant(line.dataset.at ?? '');
    const minutes = ownMinutes(at);
    if (Number.isNaN(minutes) || minutes === zoneHours(line.dataset.zone ?? '') * 60) continue;
    const zone = zoneName(minutes);
    line.textContent = `${line.dataset.label} ${clockAt(at, minutes)} ${zone}`;
  }
}
