/** The page's calls: heartbeats, and the positions at which somebody stopped. A failure here never prevents a film from playing. */
import type { WatchBeat } from '#application/viewing/visit-wire.ts';
import { onDevice } from '#client/device-store.ts';
import { addressOf, ask } from '#client/http/ask.ts';
import type { PageFacts } from './facts.ts';

/** Sends a heartbeat, even while the page is being closed. A preview sends nothing. */
export function sendBeat({ calls, preview }: PageFacts, beat: WatchBeat, leaving = false): void {
  if (preview) return;
  const at = pageAt(calls);
  const url = addressOf('POST /api/vp/:campaign/:pg/:lang/watch', { at });
  if (leaving && navigator.sendBeacon?.(url, new Blob([JSON.stringify(beat)], { type: 'application/json' }))) return;
  void ask('POST /api/vp/:campaign/:pg/:lang/watch', { at, body: beat, keepalive: true }).catch(() => undefined);
}

/** The parts of the page's address: '/api/vp/ccdf15/1/tw' → campaign, code, language. */
export function pageAt(calls: string): Record<'campaign' | 'pg' | 'lang', string> {
  const [campaign = '', pg = '', lang = ''] = calls.split('/').slice(-3);
  return { campaign, pg, lang };
}

const keyOf = (work: string, video: string): string => `viewing ${work} ${video}`;

/** The position at which the viewer stopped in a video, s: in this browser, or later on another device by the same personal link. */
export function placeOf({ places }: PageFacts, work: string, video: string): { place: number; duration: number } | undefined {
  const own = storedPlace(keyOf(work, video));
  const known = places.find((one) => one.work === work && one.video === video);
  if (!known) return own;
  return own && own.at > known.at ? own : known;
}

/** In a browser that stores nothing, a film starts at its beginning. */
export function storePlace({ preview }: PageFacts, work: string, video: string, place: number, duration: number): void {
  if (!preview) onDevice.write(keyOf(work, video), { place, duration, at: Date.now() });
}

function storedPlace(key: string): { place: number; duration: number; at: number } | undefined {
  const { place, duration, at } = (onDevice.read(key) ?? {}) as Record<string, unknown>; // checked below
  return typeof place === 'number' && typeof duration === 'number' && typeof at === 'number' ? { place, duration, at } : undefined;
}
