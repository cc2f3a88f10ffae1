/** The facts that the server wrote into the page for the player. */
import type { ViewingFacts } from '#application/viewing/visit-wire.ts';
import type words from '#locales/tw/viewing.json';

export type PlayerTexts = (typeof words)['player'];

export interface PageFacts extends ViewingFacts {
  texts: PlayerTexts;
}

/** undefined on a page without films, which shows a refusal */
export function readFacts(): PageFacts | undefined {
  const text = document.getElementById('viewing')?.textContent;
  return text ? (JSON.parse(text) as PageFacts) : undefined; // from our own server
}
