/** What the demo's viewing pages were watched: the open page by visitors, that of the ended forum by decision makers with a link, one of which was passed on. */

import type { LinkRow } from '#application/personal/data/links.ts';
import { insertLinks } from '#application/viewing/data/view-links.ts';
import type { WatchRow } from '#application/viewing/data/watch.ts';
import { insertUses, insertWatched } from '#application/viewing/data/watch-rows.ts';
import type { LinkUse } from '#application/viewing/rules/leak.ts';
import { mergeSpans, type Span, secondsOf } from '#application/viewing/rules/spans.ts';
import { idOf, objectOf, type WorkKey, worksOf } from '#application/viewing/rules/works.ts';
import type { Row } from '#codegen/model.ts';
import { loadWith } from '#framework/records/check-related.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { among, idIn, where } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { nameInLink } from '#rules/records/upload.ts';
import { type Random, seededRandom } from '#rules/values/random.ts';

/** Of the links, the one that went round. */
const passedOn = 2;
const minute = 60_000;
const day = 1_440 * minute;
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1';
const laptop = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_5) AppleWebKit/537.36 Chrome/143.0 Safari/537.36';
const office = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0 Safari/537.36';

/** Writes nothing where the pages or the tables of what was watched are missing. */
export async function seedViewingStatistics(tools: RecordTools, seed: number): Promise<void> {
  if (!['viewing_page', 'decision_maker', 'pitch', 'film'].every((object) => tools.registry.get(object))) return;
  const random = seededRandom(seed);
  const load = loadWith(tools.db, tools.registry);
  const now = tools.now().getTime();
  const pages = await load.rows('viewing_page', among('cid', ['ccdf14', 'ccdf15']));
  const named = (cid: string) => pages.filter((page) => page.cid === cid && page.pg === '1');
  const visitors = Array.from({ length: 26 }, (_, index) => ({ viewer: `${random.int(36 ** 5, 36 ** 6 - 1).toString(36)}visitor${index}`, link: '' }));
  await watch(tools, named('ccdf15'), visitors, now, random);
  const personal = named('ccdf14');
  const people = (await load.rows('decision_maker', where({ cid: 'ccdf14', enabled: true }))).slice(0, 24);
  if (!personal.length || !people.length) return;
  const links = people.map((person, index) => linkOf(person, index, now, random));
  await insertLinks(tools.db, links);
  const opened = links.filter(({ opens }) => opens > 0);
  await insertUses(
    tools.db,
    opened.flatMap((link, index) => usesOf(link, index === passedOn, now, random)),
  );
  await watch(
    tools,
    personal,
    opened.map(({ id }) => ({ viewer: id, link: id })),
    now,
    random,
  );
}

function linkOf(person: Row, index: number, now: number, random: Random): LinkRow {
  const at = now - 9 * day;
  const isOpened = index % 6 !== 5;
  const openedAt = isOpened ? at + random.int(30, 4_000) * minute : null;
  return {
    ...{
      id: `demoview${String(index).padStart(4, '0')}`,
      kind: 'view',
      object: 'decision_maker',
      rowId: idIn(person, 'id'),
      campaign: 'ccdf14',
      page: '1',
      at,
      by: 'operator',
    },
    ...{
      endsAt: now + 30 * day,
      revokedAt: null,
      openedAt,
      seenAt: isOpened ? now - random.int(60, 5_000) * minute : null,
      opens: index === passedOn ? 6 : isOpened ? random.int(1, 9) : 0,
    },
  };
}

function usesOf(link: LinkRow, isPassedOn: boolean, now: number, random: Random): (LinkUse & { id: string })[] {
  const begun = link.openedAt ?? now;
  const use = (address: string, agent: string, firstAt: number, opens: number, index: number) => ({
    ...{ id: `${link.id}-${index}`, link: link.id, address, agent, firstAt, lastAt: Math.min(now, firstAt + 25 * minute), opens },
  });
  const net = random.int(1, 200);
  if (!isPassedOn) return [use(`198.51.100.${net}`, laptop, begun, Math.max(1, link.opens - 1), 0), use(`203.0.113.${net}`, phone, begun + 300 * minute, 1, 1)];
  return [laptop, phone, office, phone, laptop, office].map((agent, index) =>
    use(`198.18.${index}.${net}`, agent, now - 2 * day + index * 3 * minute, 1, index),
  );
}

/** Each opens the page and some of the works, and watches a beginning, a half, or all of what there is. */
async function watch(
  tools: RecordTools,
  pages: readonly Row[],
  viewers: readonly { viewer: string; link: string }[],
  now: number,
  random: Random,
): Promise<void> {
  const works = worksOf(pages[0]).map(({ key }) => key);
  const videos = await videosOf(tools, works);
  const rows: WatchRow[] = [];
  for (const [index, { viewer, link }] of viewers.entries()) {
    const page = idIn(pages[index % pages.length], 'id');
    let at = now - random.int(1, 8) * day + random.int(0, 600) * minute;
    const row = (work: string, video: string, spans: readonly Span[], duration: number): WatchRow => {
      const seconds = secondsOf(spans);
      const begunAt = at;
      at += Math.round(seconds * 1_000) + minute;
      const place = spans.at(-1)?.[1] ?? 0;
      return {
        ...{
          id: `demo-${rows.length}-${viewer}`.slice(0, 64),
          page,
          viewer,
          link,
          work,
          video,
          begunAt,
          seenAt: at,
          place,
          duration,
          seconds,
          spans: [...spans],
          opens: random.int(1, 3),
        },
      };
    };
    rows.push(row('', '', [], 0));
    for (const work of works) {
      if (!random.chance(0.65)) continue;
      rows.push(row(work, '', [], 0));
      const video = videos.get(work);
      if (video && random.chance(0.8)) rows.push(row(work, video.name, stretches(video.duration, random), video.duration));
    }
  }
  await insertWatched(tools.db, rows);
}

/** Most leave early, some skip the middle, the patient see the end. */
function stretches(duration: number, random: Random): Span[] {
  const until = duration * (random.chance(0.35) ? 1 : 0.08 + 0.8 * random.next() ** 1.6);
  if (!random.chance(0.3)) return mergeSpans([[0, until]]);
  const from = until * (0.3 + 0.2 * random.next());
  return mergeSpans([
    [0, from],
    [Math.min(duration - 5, from + duration * 0.15), Math.min(duration, until + duration * 0.2)],
  ]);
}

/** A work's first uploaded video, else its trailer. */
async function videosOf(tools: RecordTools, works: readonly WorkKey[]): Promise<Map<WorkKey, { name: string; duration: number }>> {
  const load = loadWith(tools.db, tools.registry);
  const found = new Map<WorkKey, { name: string; duration: number }>();
  for (const object of ['pitch', 'film'] as const) {
    for (const row of await load.rows(object, among('id', works.filter((work) => objectOf(work) === object).map(idOf)))) {
      const stored = (Array.isArray(row.videos) ? row.videos.filter(isObject) : []).map(({ link }) => nameInLink(link)).find((name) => name !== undefined);
      const name = stored ?? idIn(row, 'trailer');
      // The demo's own film is a minute long, trailers some minutes.
      if (name) found.set(`${object}:${row.id}`, { name, duration: stored ? 72 : 180 + (String(row.id).length % 5) * 24 });
    }
  }
  return found;
}
