/** Who watched what, when and how much (issue 6, point 4). The database computes the sums; single rows are read for one viewer or one work at a time. */

import { linkState } from '#application/personal/actions/personal-links.ts';
import { campaignLinks, type LinkRow } from '#application/personal/data/links.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { sumByVideo, sumByViewer, sumByWork, type WatchedLine, watchedLines } from '../data/watch-statistics.ts';
import { attentionCurve } from '../rules/spans.ts';
import type { WorkKey } from '../rules/works.ts';
import type { Viewer, ViewingStatistics, WatchLine, WorkDetail } from '../wire.ts';
import { existingPage, factsOf, type ManagedPage, peopleOf, worksOfPair } from './managed-pages.ts';
import { leaksOf } from './page-links.ts';
import { videoNames } from './video-names.ts';

/** Always twelve statements, whatever the number of works and viewers. @throws Refusal msg.notfound, msg.forbidden */
export async function readViewingStatistics(tools: Tools, actor: Actor, campaign: string, pg: string): Promise<ViewingStatistics> {
  const page = await statisticsPage(tools, actor, campaign, pg);
  const { ids } = page;
  const links = await campaignLinks(tools.db, campaign, 'view', pg);
  const sums = await sumByViewer(tools.db, ids);
  const leaks = await leaksOf(tools, page, links, sums);
  const person = await namesOf(tools, actor, campaign, links);
  const viewers = sums.map((sum): Viewer => {
    const { viewer, link, works, videos, seconds, begunAt, seenAt } = sum;
    return { ...{ viewer, link, works, videos, seconds, begunAt, seenAt }, ...person(link), leak: leaks.get(link) ?? quiet };
  });
  const works = await sumByWork(tools.db, ids);
  const on = new Set<string>(worksOfPair(page.pages));
  const keys = [...new Set([...on, ...works.map(({ work }) => work)])] as WorkKey[]; // the same values as in `_watch` and the pages
  const facts = await factsOf(tools, actor, keys);
  const names = await videoNames(tools, keys);
  const videos = (await sumByVideo(tools.db, ids)).map((sum) => ({
    ...sum,
    work: sum.work as WorkKey,
    name: names.get(`${sum.work} ${sum.video}`) ?? sum.video,
  })); // the same value as in `_watch`
  const now = tools.now().getTime();
  const existing = links.filter((link) => linkState(link, now) === 'open');
  return {
    viewers,
    works: keys.map((work) => {
      const sum = works.find((one) => one.work === work);
      const fact = facts.get(work);
      return {
        ...{ work, number: fact?.number ?? '', cname: fact?.cname ?? '', ename: fact?.ename ?? '', onPage: on.has(work) },
        ...{ viewers: sum?.viewers ?? 0, seconds: sum?.seconds ?? 0, seenAt: sum?.seenAt ?? 0, videos: videos.filter((one) => one.work === work) },
      };
    }),
    totals: {
      ...{ viewers: viewers.length, persons: viewers.filter(({ link }) => link !== '').length, links: existing.length },
      ...{ seconds: sums.reduce((sum, one) => sum + one.seconds, 0), opens: sums.reduce((sum, one) => sum + one.opens, 0) },
      unopened: existing.filter(({ opens, seenAt }) => opens === 0 && seenAt === null).length,
    },
    now,
  };
}

const quiet = { level: 'none' as const, why: [], networks: 0, devices: 0 };

/** What one viewer watched, video by video, latest first. @throws Refusal msg.notfound, msg.forbidden */
export async function readViewer(tools: Tools, actor: Actor, campaign: string, pg: string, viewer: string): Promise<WatchLine[]> {
  const page = await statisticsPage(tools, actor, campaign, pg);
  const lines = await watchedLines(tools.db, page.ids, { viewer });
  const links = await campaignLinks(tools.db, campaign, 'view', pg);
  return linesOf(tools, lines, await namesOf(tools, actor, campaign, links));
}

/** Who watched one work, and the curve of attention of each of its videos. @throws Refusal msg.notfound, msg.forbidden */
export async function readWork(tools: Tools, actor: Actor, campaign: string, pg: string, work: string): Promise<WorkDetail> {
  const page = await statisticsPage(tools, actor, campaign, pg);
  const rows = await watchedLines(tools.db, page.ids, { work });
  const links = await campaignLinks(tools.db, campaign, 'view', pg);
  const lines = await linesOf(tools, rows, await namesOf(tools, actor, campaign, links));
  const videos = [...new Set(rows.filter(({ video, seconds }) => video !== '' && seconds > 0).map(({ video }) => video))];
  return {
    lines,
    curves: videos.map((video) => {
      const own = rows.filter((row) => row.video === video && row.seconds > 0);
      const duration = Math.max(...own.map((row) => row.duration));
      const name = lines.find((line) => line.video === video)?.videoName ?? video;
      return {
        video,
        name,
        duration,
        viewers: new Set(own.map(({ viewer }) => viewer)).size,
        attention: attentionCurve(own).map((share) => Math.round(share * 1000) / 1000),
      };
    }),
  };
}

/** Viewing is personal data: for people who may list viewing pages and the people. @throws Refusal msg.forbidden, msg.notfound */
export function statisticsPage(tools: Tools, actor: Actor, campaign: string, pg: string): Promise<ManagedPage> {
  modelFor(tools, actor, 'decision_maker', 'list');
  return existingPage(tools, actor, campaign, pg);
}

export type NameOf = (link: string) => Pick<Viewer, 'name' | 'ename' | 'org'>;

/** The person of each link. */
export async function namesOf(tools: Tools, actor: Actor, campaign: string, links: readonly LinkRow[]): Promise<NameOf> {
  const people = new Map((await peopleOf(tools, actor, campaign)).map((person) => [`${person.object} ${person.id}`, person]));
  const holders = new Map(links.map((link) => [link.id, people.get(`${link.object} ${link.rowId}`)]));
  return (link) => {
    const { name = '', ename = '', org = '' } = holders.get(link) ?? {};
    return { name, ename, org };
  };
}

export async function linesOf(tools: Tools, lines: readonly Omit<WatchedLine, 'spans'>[], person: NameOf): Promise<WatchLine[]> {
  const names = await videoNames(
    tools,
    [...new Set(lines.map(({ work }) => work))].filter((work): work is WorkKey => work !== '' && work.includes(':')),
  );
  return lines.map(({ viewer, link, work, video, begunAt, seenAt, seconds, duration, place, opens }) => ({
    ...{ viewer, work: work as WorkKey | '', video, videoName: video && (names.get(`${work} ${video}`) ?? video), begunAt, seenAt }, // the same value as in `_watch`
    ...{ seconds, duration, place, share: duration > 0 ? Math.min(1, seconds / duration) : 0, opens },
    ...person(link),
  }));
}
