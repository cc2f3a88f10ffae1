import { campaignLinks } from '#application/personal/data/links.ts';
import type { Lang } from '#codegen/model.ts';
import { recordExport } from '#framework/export/record-export.ts';
import { type Rate, type WorkSheet, writeWorkbook } from '#framework/export/workbook.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords } from '#framework/words.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isObject } from '#rules/records/record.ts';
import { fill } from '#rules/words/fill.ts';
import { inLang, language } from '#rules/words/language.ts';
import { allLines } from '../data/watch-statistics.ts';
import { workName } from '../rules/works.ts';
import type { Viewer, ViewingStatistics, WatchLine } from '../wire.ts';
import { linesOf, namesOf, readViewingStatistics, statisticsPage } from './read-statistics.ts';

/** Most rows on the sheet of single viewings; for fewer, export one viewer. */
const mostLines = 100_000;

type Word = (key: string, values?: Record<string, string | number>) => string;

/**
 * Viewers, works, videos and every single viewing of a page as one workbook, in the requested language. It contains names, so it is for people who
 * may export decision makers, and it is recorded like every export of personal data (safety section 15).
 * @throws Refusal msg.forbidden, msg.notfound
 */
export async function exportStatistics(tools: Tools, actor: Actor, campaign: string, pg: string, lang: Lang): Promise<{ bytes: Buffer; name: string }> {
  for (const object of ['decision_maker', 'jury']) modelFor(tools, actor, object, 'export');
  const page = await statisticsPage(tools, actor, campaign, pg);
  const statistics = await readViewingStatistics(tools, actor, campaign, pg);
  const links = await campaignLinks(tools.db, campaign, 'view', pg);
  const lines = await linesOf(tools, await allLines(tools.db, page.ids, mostLines), await namesOf(tools, actor, campaign, links));
  const word = await wordsOf(tools, lang);
  const facts = { object: 'viewing_page', format: 'xlsx', fields: [], with: ['decision_maker', 'jury'], filter: JSON.stringify({ cid: campaign, pg }) };
  const complete = await recordExport(tools, actor, facts);
  const sheets = [
    viewersSheet(statistics, lang, word),
    worksSheet(statistics, lang, word),
    videosSheet(statistics, lang, word),
    linesSheet(statistics, lines, lang, word),
  ];
  const bytes = await writeWorkbook(sheets);
  await complete(lines.length);
  return { bytes, name: `${campaign}-${pg}-${word('file')}` };
}

function viewersSheet({ viewers }: ViewingStatistics, lang: Lang, word: Word): WorkSheet {
  return {
    name: word('sheet.viewers'),
    heads: ['viewer', 'org', 'works', 'videos', 'minutes', 'first', 'last', 'leak'].map((key) => word(`head.${key}`)),
    widths: [24, 28, 8, 8, 10, 20, 20, 40],
    rows: viewers.map((one) => [
      ...[who(one, lang, word), one.org, one.works, one.videos, minutes(one.seconds), moment(one.begunAt), moment(one.seenAt)],
      one.leak.why.map(({ code, values }) => word(`leak.${code}`, values)).join(language[lang].semicolon),
    ]),
  };
}

function worksSheet({ works }: ViewingStatistics, lang: Lang, word: Word): WorkSheet {
  return {
    name: word('sheet.works'),
    heads: ['number', 'work', 'onpage', 'viewers', 'minutes', 'last'].map((key) => word(`head.${key}`)),
    widths: [10, 34, 10, 10, 10, 20],
    rows: works.map((one) => [one.number, workName(one, lang), word(one.onPage ? 'yes' : 'no'), one.viewers, minutes(one.seconds), moment(one.seenAt)]),
  };
}

function videosSheet({ works }: ViewingStatistics, lang: Lang, word: Word): WorkSheet {
  return {
    name: word('sheet.videos'),
    heads: ['number', 'work', 'video', 'viewers', 'minutes', 'length', 'mean', 'whole'].map((key) => word(`head.${key}`)),
    widths: [10, 34, 34, 10, 10, 10, 10, 10],
    rows: works.flatMap((work) =>
      work.videos.map((one) => [
        ...[work.number, workName(work, lang), videoName(one.name, word), one.viewers, minutes(one.seconds), minutes(one.duration)],
        ...[percent(one.mean), one.whole],
      ]),
    ),
  };
}

function linesSheet({ works }: ViewingStatistics, lines: readonly WatchLine[], lang: Lang, word: Word): WorkSheet {
  const names = new Map(works.map((work) => [work.work as string, work]));
  return {
    name: word('sheet.lines'),
    heads: ['viewer', 'org', 'number', 'work', 'video', 'first', 'last', 'minutes', 'mean', 'opens'].map((key) => word(`head.${key}`)),
    widths: [24, 28, 10, 34, 34, 20, 20, 10, 10, 8],
    rows: lines.map((one) => {
      const work = names.get(one.work);
      return [
        ...[who(one, lang, word), one.org, work?.number ?? '', work ? workName(work, lang) : one.work, one.videoName && videoName(one.videoName, word)],
        ...[moment(one.begunAt), moment(one.seenAt), minutes(one.seconds), one.duration > 0 ? percent(one.share) : null, one.opens],
      ];
    }),
  };
}

function who({ name, ename, viewer }: Pick<Viewer, 'name' | 'ename' | 'viewer'>, lang: Lang, word: Word): string {
  return inLang({ tw: name, en: ename }, lang) || word('anonymous', { id: viewer.slice(0, 6) });
}

function videoName(name: string, word: Word): string {
  return name === 'trailer' || name === 'roughCut' ? word(`video.${name}`) : name;
}

function minutes(seconds: number): number {
  return Math.round(seconds / 6) / 10;
}

/** To a tenth of a percent. */
function percent(share: number): Rate {
  return { rate: Math.round(share * 1000) / 1000 };
}

function moment(at: number): string {
  return at ? stampOf(at) : '';
}

/** locales/{lang}/vpman.json, under `vpman.xlsx`. */
async function wordsOf(tools: Tools, lang: Lang): Promise<Word> {
  const all = readWords<unknown>(lang, 'vpman', tools.config.localesDir);
  const texts = isObject(all) && isObject(all.vpman) && isObject(all.vpman.xlsx) ? all.vpman.xlsx : {};
  return (key, values = {}) => {
    const found = key.split('.').reduce<unknown>((level, name) => (isObject(level) ? level[name] : undefined), texts);
    return typeof found === 'string' ? fill(found, values) : key;
  };
}
