/** Records heartbeats of players, openings, positions, and the addresses from which personal links are used. */
import { createHash } from 'node:crypto';
import { inPassing } from '#framework/data/engine/in-passing.ts';
import type { Tools } from '#framework/tools.ts';
import { noteAddress, noteWatch, watchOfViewer } from '../data/watch.ts';
import { usePause } from '../rules/leak.ts';
import type { ShownWork } from '../rules/shown.ts';
import { clipSpans } from '../rules/spans.ts';
import type { ViewingPlace, WatchBeat, WorkKey } from '../visit-wire.ts';
import type { ViewingPage } from './find-page.ts';
import type { Visitor } from './visitor.ts';

/** Adds a checked heartbeat to the stored row. `opened` counts an opening. */
export async function noteBeat(tools: Tools, page: ViewingPage, visitor: Visitor, beat: WatchBeat, opened: boolean): Promise<void> {
  const { work, video, duration } = beat;
  const { viewer, link } = visitor;
  const id = keyOf(page.id, viewer, work, video);
  const spans = duration > 0 ? clipSpans(beat.spans, duration) : [];
  const place = duration > 0 ? Math.min(beat.at, duration) : 0;
  const at = tools.now().getTime();
  await tools.db.transaction((tx) => noteWatch(tx, { ...{ id, page: page.id, viewer, link, work, video, place, duration, spans, at, opened } }));
}

/** Records from where a personal link is used; nothing for other visitors. `opened` counts an opening, otherwise it is a heartbeat. */
export async function noteUse(tools: Tools, link: string, client: { address: string; agent: string }, opened = true): Promise<void> {
  if (link === '') return;
  const [address, agent] = [client.address.slice(0, 64), client.agent.slice(0, 255)];
  const at = tools.now().getTime();
  await inPassing(noteAddress(tools.db, { id: keyOf(link, address, agent, String(Math.floor(at / usePause))), link, address, agent }, at, opened));
}

/** The viewer's last position in each video of these works, in whichever language they used the page. */
export async function placesOf(tools: Tools, viewer: string, works: readonly Pick<ShownWork, 'key' | 'videos'>[]): Promise<ViewingPlace[]> {
  const videos = new Set(works.flatMap(({ key, videos: all }) => all.map((one) => `${key} ${one.video}`)));
  const places = new Map<string, ViewingPlace>();
  for (const { work, video, place, duration, seenAt } of await watchOfViewer(tools.db, viewer)) {
    const key = `${work} ${video}`;
    // Only this server writes works: 'pitch:…' or 'film:…'.
    if (videos.has(key) && !places.has(key)) places.set(key, { work: work as WorkKey, video, place, duration, at: seenAt });
  }
  return [...places.values()];
}

function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
