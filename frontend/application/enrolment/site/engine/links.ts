/** Links as people paste them: made whole, and named by the player that will show them. Pure. */
import { isLink } from '#application/enrolment/rules/enrolment.ts';

const players: [RegExp, string][] = [
  [/(^|\.)(youtube\.com|youtu\.be|youtube-nocookie\.com)$/, 'YouTube'],
  [/(^|\.)vimeo\.com$/, 'Vimeo'],
];

/** 'vimeo.com/1' → 'https://vimeo.com/1'; what already has a scheme, or is no address at all, stays as typed. */
export function wholeLink(typed: string): string {
  const text = typed.trim();
  if (text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) || text.startsWith('/')) return text;
  return /^[\w-]+(\.[\w-]+)+([/?#:].*)?$/.test(text) ? `https://${text}` : text;
}

/** 'YouTube' or 'Vimeo' for what plays inside the page; undefined for a link that opens on its own. */
export function playerOf(text: string): string | undefined {
  if (!isLink(text)) return undefined;
  const { hostname } = new URL(text.trim());
  return players.find(([pattern]) => pattern.test(hostname))?.[1];
}
