import type { RankingAsked } from '#application/jury/actions/read-ranking.ts';
import { readResult } from '#application/jury/actions/read-result.ts';
import { decisionsOf } from '#application/jury/actions/release-decisions.ts';
import { incompleteSets } from '#application/jury/rules/criteria.ts';
import type { Lang } from '#codegen/model.ts';
import { type WorkSheet, writeWorkbook } from '#framework/export/workbook.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { inLang, language } from '#rules/words/language.ts';
import { groupings } from '../rules/statistics.ts';
import type { CampaignStatistics, Ranking } from '../wire.ts';
import { dashboardLabels, dashboardWords, type Word } from './dashboard-words.ts';
import { readStatistics } from './read-statistics.ts';
import type { EnrolmentLine } from './staff-rows.ts';

export interface DashboardFile {
  bytes: Buffer;
  /** the file name without its extension */
  name: string;
}

/**
 * Ranking, votes, jurors, decisions and statistics of a campaign as one workbook, in the requested language.
 * @throws Refusal msg.forbidden, msg.notfound
 */
export async function exportDashboard(tools: Tools, actor: Actor, campaign: string, lang: Lang, asked: RankingAsked): Promise<DashboardFile> {
  const { enrolments, ranking, progress, complete } = await readResult(tools, actor, campaign, asked, 'xlsx');
  const statistics = await readStatistics(tools, actor, campaign);
  const words = dashboardWords(tools, lang);
  const word: Word = (key, values) => words(`xlsx.${key}`, values);
  const label = dashboardLabels(tools, lang);
  const jurorNames = new Map(progress.lines.map(({ id, name, ename }) => [id, inLang({ tw: name, en: ename }, lang)]));
  const sheets: WorkSheet[] = [
    rankingSheet(ranking, lang, word, label),
    votesSheet(ranking, jurorNames, lang, word, label),
    ...talkSheet(ranking, jurorNames, word),
    {
      name: word('sheet.jurors'),
      heads: [
        'name',
        'jurorEname',
        'chair',
        'org',
        'email',
        'total',
        'read',
        'rated',
        'primary',
        'maxSel',
        'alternative',
        'comments',
        'conflicts',
        'mean',
        'lastAt',
      ].map((key) => word(`head.${key}`)),
      widths: [16, 20, 6, 24, 26],
      rows: progress.lines.map((one) => [
        one.name,
        one.ename,
        one.chair ? word('yes') : '',
        one.org,
        one.email,
        one.total,
        one.read,
        one.rated,
        one.primary,
        progress.maxSel,
        one.alternative,
        one.comments,
        one.conflicts,
        rounded(one.mean),
        one.lastAt,
      ]),
    },
    decisionsSheet(campaign, enrolments, word, label),
    ...statisticsSheets(statistics, lang, word, label),
  ];
  const bytes = await writeWorkbook(sheets);
  await complete(enrolments.length);
  return { bytes, name: `${campaign}-${word('file')}` };
}

type Label = (field: string, value: string) => string;

function rankingSheet({ lines, top, criteria }: Ranking, lang: Lang, word: Word, label: Label): WorkSheet {
  const heads = [
    'rank',
    'tied',
    'number',
    'cname',
    'ename',
    'programs',
    'status',
    'decision',
    'sum',
    'mean',
    'norm',
    'count',
    'primary',
    'alternative',
    'deviation',
    'lowest',
    'highest',
    'conflicts',
  ];
  return {
    name: word('sheet.ranking'),
    heads: [
      ...heads.map((key) => word(`head.${key}`)),
      word('head.inTop', { top }),
      ...['low', 'high', 'estimate', 'estimateLow', 'estimateHigh', 'read', 'readers'].map((key) => word(`head.${key}`)),
      ...(criteria.length ? [word('head.result'), word('head.ratings'), word('head.incomplete'), ...criteria.map(({ name }) => inLang(name, lang))] : []),
    ],
    widths: [6, 6, 8, 26, 30, 12],
    rows: lines.map((one) => [
      one.rank,
      one.isTied ? '=' : '',
      one.number,
      one.cname,
      one.ename,
      one.programs.map((code) => label('attProgram', code)).join(language[lang].list),
      label('status', one.status),
      one.decision && label('decision', one.decision),
      one.sum,
      rounded(one.mean),
      rounded(one.norm),
      one.count,
      one.primary,
      one.alternative,
      rounded(one.deviation),
      one.lowest,
      one.highest,
      one.conflicts,
      rounded(one.stability?.inTop ?? null),
      one.stability?.low ?? null,
      one.stability?.high ?? null,
      rounded(one.estimate?.mean ?? null),
      rounded(one.estimate?.low ?? null),
      rounded(one.estimate?.high ?? null),
      one.coverage.read,
      one.coverage.of,
      ...(criteria.length
        ? [
            rounded(one.result),
            one.rated,
            incompleteSets(one.votes, criteria, lang).count,
            ...criteria.map(({ key }) => rounded(one.criteria[key]?.mean ?? null)),
          ]
        : []),
    ]),
  };
}

/** The jury's discussion, where there was one. */
function talkSheet({ lines }: Ranking, jurors: ReadonlyMap<string, string>, word: Word): WorkSheet[] {
  const rows = lines.flatMap(({ number, cname, ename, notes }) =>
    notes.map(({ juror, at, text }) => [number, cname, ename, jurors.get(juror) ?? juror, at, text]),
  );
  if (!rows.length) return [];
  const heads = ['number', 'cname', 'ename', 'juror', 'at', 'note'].map((key) => word(`head.${key}`));
  return [{ name: word('sheet.talk'), heads, widths: [8, 26, 30, 16, 20, 80], rows }];
}

function votesSheet({ lines, criteria }: Ranking, jurors: ReadonlyMap<string, string>, lang: Lang, word: Word, label: Label): WorkSheet {
  return {
    name: word('sheet.votes'),
    heads: ['number', 'cname', 'ename', 'juror', 'choice', 'weight', 'z', 'counts', 'conflict', 'comment', 'at']
      .map((key) => word(`head.${key}`))
      .concat(criteria.map(({ name }) => inLang(name, lang))),
    widths: [8, 26, 30, 16, 12, 8, 8, 8, 8, 60, 20],
    rows: lines.flatMap(({ number, cname, ename, votes }) =>
      votes.map((vote) => [
        number,
        cname,
        ename,
        jurors.get(vote.juror) ?? vote.juror,
        label('choice', vote.choice),
        vote.weight || null,
        vote.counts ? rounded(vote.z) : null,
        word(vote.counts ? 'yes' : 'no'),
        vote.conflict ? word('yes') : '',
        vote.comment,
        vote.at,
        ...criteria.map(({ key }) => vote.scores[key] ?? null),
      ]),
    ),
  };
}

function decisionsSheet(campaign: string, enrolments: readonly EnrolmentLine[], word: Word, label: Label): WorkSheet {
  const pending = new Map(decisionsOf(campaign, enrolments).lines.map((one) => [one.id, one]));
  const decided = enrolments.filter((row) => row.status === 'verified' || row.status === 'selected' || pending.has(row.id));
  const shown = (field: string, value: unknown) => (typeof value === 'string' && value !== '' && value !== '-' ? label(field, value) : '');
  return {
    name: word('sheet.decisions'),
    heads: ['number', 'cname', 'ename', 'status', 'decision', 'told'].map((key) => word(`head.${key}`)),
    widths: [8, 26, 30],
    rows: decided
      .map((row) => [row.enrollid, row.cname, row.ename, label('status', row.status), shown('decision', row.decision), shown('decision', row.told)])
      .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
  };
}

function statisticsSheets({ days, groups, previous }: CampaignStatistics, lang: Lang, word: Word, label: Label): WorkSheet[] {
  const fields = { state: 'status', program: 'attProgram', country: 'pLocation', genre: 'genre', length: 'len', stage: 'stage' } as const;
  const before = inLang({ tw: previous?.cname, en: previous?.ename }, lang) || word('head.before');
  return [
    {
      name: word('sheet.statistics'),
      heads: [word('head.group'), word('head.value'), word('head.enrolments'), before],
      widths: [14, 24, 12, 30],
      rows: groupings.flatMap((by) =>
        groups[by].map((one) => [
          word(`group.${by}`),
          one.value === '' ? word('unset') : label(fields[by], one.value),
          one.count,
          previous ? one.before : null,
        ]),
      ),
    },
    {
      name: word('sheet.days'),
      heads: [...['day', 'toEnd', 'begun', 'submitted', 'begunInAll', 'submittedInAll'].map((key) => word(`head.${key}`)), before],
      rows: days.map((one) => [one.at, one.toEnd, one.begun, one.submitted, one.begunInAll, one.submittedInAll, one.beforeInAll]),
    },
  ];
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1000) / 1000;
}
