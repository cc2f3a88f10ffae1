/** Completes links as people paste them, and names the player that will show them. Pure. */
import { isLink } from '#application/enrolment/rules/enrolment.ts';

const players: [RegExp, string][] = [
  [/(^|\.)(youtube\.com|youtu\.be|youtube-nocookie\.com)$/, 'YouTube'],
  [/(^|\.)vimeo\.com$/, 'Vimeo'],
];

/** 'vimeo.com/1' → 'https://vimeo.com/1'. Text that has a scheme already, or is no address at all, is unchanged. */
export function wholeLink(typed: string): string {
  const text = typed.trim();
  if (text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) || text.startsWith('/')) return text;
  return /^[\w-]+(\.[\w-]+)+([/?#:].*)?$/.test(text) ? `https://${text}` : text;
}

/** 'YouTube' or 'Vimeo' for a video that plays inside the page; undefined for a link that opens in a new tab. */
export function playerOf(text: string): string | undefined {
  if (!isLink(text)) return undefined;
  const { hostname } = new URL(text.trim());
  return players.find(([pattern]) => pattern.test(hostname))?.[1];
}
