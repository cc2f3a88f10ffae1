/** axe on a page at rest: a colour that is still on its way from one state to the next is no fault, and no colour that anybody reads. */
import Builder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import axe from 'axe-core';

class AxeBuilder extends Builder {
  readonly #shown: Page;

  constructor(options: { page: Page }) {
    // Its source is half a megabyte, which the library sends twice a look: a document is given it once, below.
    super({ ...options, axeSource: ';' });
    this.#shown = options.page;
    // What is fine is counted, not listed. The styles' text, which it would fetch again, is for one rule alone that is not asked: css-orientation-lock.
    this.options({ resultTypes: ['violations'], preload: { assets: ['media'] } });
    // No frame of another origin is asked, so no second page is needed to bring the answers together.
    this.setLegacyMode();
  }

  override async analyze() {
    // What a page of a busy machine begins to change while it is looked at is looked at again at its end.
    for (let look = 1; ; look += 1) {
      await this.#atRest();
      await this.#bring();
      const found = await super.analyze();
      if (!found.violations.length || look === 3 || !(await this.#hasMoved())) return found;
    }
  }

  async #bring(): Promise<void> {
    for (const frame of this.#shown.frames())
      if (!(await frame.evaluate(() => 'axe' in window).catch(() => true /* the frame has gone */))) await frame.evaluate(axe.source);
  }

  async #atRest(): Promise<void> {
    await this.#shown.evaluate(async () => {
      // What was set last is drawn, and so has begun to change its colour.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      // What never ends (a sign of waiting), or goes with the scrolling and not with time, is not waited for.
      const moves = document
        .getAnimations()
        .filter(({ effect, timeline }) => timeline instanceof DocumentTimeline && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      await Promise.all(moves.map((move) => move.finished.catch(() => undefined))); // one that is cut off has ended as well
      const page = document.documentElement;
      page.dataset.axeMoved = '';
      page.addEventListener('transitionrun', () => (page.dataset.axeMoved = 'yes'), { once: true });
    });
  }

  #hasMoved(): Promise<boolean> {
    return this.#shown.evaluate(() => document.documentElement.dataset.axeMoved === 'yes');
  }
}

/** One part of a page, or all but one, as selectors. */
interface Part {
  within?: string;
  without?: string;
}

/** What axe finds on a page, and what a contrast theme hides there, as sentences for whoever reads the failure; [] where all is well. */
export async function anyFaults(page: Page, part?: Part): Promise<string[]> {
  return faults(page, part, () => true);
}

/** The same of what axe calls serious or critical. */
export async function seriousFaults(page: Page, part?: Part): Promise<string[]> {
  return faults(page, part, (impact) => impact === 'serious' || impact === 'critical');
}

async function faults(page: Page, { within, without }: Part = {}, counts: (impact: string | null | undefined) => boolean): Promise<string[]> {
  const builder = new AxeBuilder({ page });
  if (within) builder.include(within);
  if (without) builder.exclude(without);
  const { violations } = await builder.analyze();
  const found = violations.filter(({ impact }) => counts(impact));
  return [...found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' ')}`), ...(await hidden(page))];
}

/** What is chosen, pressed, or where one is, and is not seen to be where the device has a contrast theme, which takes every ground away. */
async function hidden(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await page.evaluate(async () => {
    // A ground that is on its way to another colour is none that anybody looks at.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    for (const move of document.getAnimations()) if (move instanceof CSSTransition) move.finish();
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.cssText = 'background: Highlight; forced-color-adjust: none';
    const { backgroundColor: chosen } = getComputedStyle(probe);
    probe.remove();
    const marked = '[aria-selected="true"], [aria-pressed="true"], [aria-current]:not([aria-current="false"]), label:has(> input:checked)';
    return [...document.querySelectorAll<HTMLElement>(marked)]
      .filter((one) => {
        const box = one.querySelector<HTMLInputElement>('input');
        // A tick or a dot says it by itself: the browser's own, or one that is drawn in its place.
        const hasTick = box?.checked && (getComputedStyle(box).opacity !== '0' || one.querySelector('svg') !== null);
        if (!one.getClientRects().length || hasTick) return false;
        const { backgroundColor, outlineStyle } = getComputedStyle(one);
        return backgroundColor !== chosen && outlineStyle === 'none';
      })
      .map((one) => `not seen to be chosen in a contrast theme: ${one.outerHTML.slice(0, 200)}`);
  });
  await page.emulateMedia({ forcedColors: null });
  return found;
}
