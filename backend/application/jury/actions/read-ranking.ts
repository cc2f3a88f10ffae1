import { type EnrolmentLine, enrolmentsOf, type JuryRows, juryOf, lineFields, staffCampaign, voteOf } from '#application/campaign/actions/staff-rows.ts';
import type { AgreementLine, RankedLine, Ranking } from '#application/campaign/wire.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { CampaignRead, EnrolmentRead, SelectionRead } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { type JuryNote, notesOn } from '../data/notes.ts';
import { readingPairs } from '../data/readings.ts';
import { agreementOf, leanings } from '../rules/agreement.ts';
import { pairOf } from '../rules/assign.ts';
import { type Criterion, criteriaOf, scoresOf } from '../rules/criteria.ts';
import { announcedOf, pendingOf } from '../rules/decisions.ts';
import { isCounted, type Measure, rankEnrolments, usualResamples, type Vote } from '../rules/ranking.ts';
import { isOnList } from '../rules/selection.ts';

export interface RankingAsked {
  by: Measure;
  /** number of places; 20 by default */
  top: number;
  /** rank the enrolments of one program only */
  program?: string;
}

/**
 * The verified and selected enrolments of a campaign, ranked by the jury's choices. Withdrawn and unverified enrolments are left out.
 * @throws Refusal msg.notfound, msg.forbidden
 */
export async function readRanking(tools: Tools, actor: Actor, campaign: string, asked: RankingAsked): Promise<Ranking> {
  const row = await staffCampaign(tools, actor, campaign);
  const enrolments = await enrolmentsOf(tools, actor, campaign, lineFields);
  const jury = await juryOf(tools, actor, campaign);
  return rankingOf(row, enrolments, { ...jury, ...(await readBeside(tools, campaign, enrolments)) }, asked);
}

/** What is not among the selections: who has opened what, and the jury's discussion. */
export async function readBeside({ db }: Tools, campaign: string, enrolments: readonly EnrolmentLine[]): Promise<Beside> {
  const ids = enrolments.filter(isRankable).map(({ id }) => id);
  return { opened: await readingPairs(db, campaign), notes: await notesOn(db, ids) };
}

export interface Beside {
  opened: ReadonlySet<string>;
  notes: readonly JuryNote[];
}

/** The same, from rows that are loaded already. */
export function rankingOf(
  campaign: Pick<CampaignRead, 'id' | 'criteria' | 'readBy'>,
  enrolments: readonly EnrolmentLine[],
  { jurors, selections, opened, notes: written }: JuryRows & Beside,
  { by, top, program = '' }: RankingAsked,
): Ranking {
  const rows = enrolments.filter((row) => isRankable(row) && (program === '' || row.attProgram.some((code) => code === program)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const own = new Map(rows.map(({ id }) => [id, selections.filter(({ enrolment }) => enrolment === id)]));
  const chosen = new Map(selections.map((row) => [pairOf(row.jury, row.enrolment), row]));
  const seed = seedOf(campaign.id);
  const criteria = criteriaOf(campaign);
  const cast = selections.map((row) => voteOf(row, criteria));
  const ranked = rankEnrolments([...byId.keys()], cast, { by, top, seed });
  const judged = selections.filter((row) => byId.has(row.enrolment) && !row.conflict);
  const lines = ranked.map(({ votes, ...line }): RankedLine => {
    const row = byId.get(line.enrolment)!; // one of them
    return {
      ...line,
      ver: row.ver,
      number: row.enrollid,
      cname: row.cname,
      ename: row.ename,
      programs: row.attProgram,
      status: row.status,
      decision: pendingOf(row),
      told: announcedOf(row),
      criteria: meansOf(
        judged.filter((one) => one.enrolment === row.id),
        criteria,
      ),
      coverage: coverageOf(row, campaign, jurors, { opened, selections: own.get(row.id) ?? [] }),
      votes: votes.map((vote) => {
        const own = chosen.get(pairOf(vote.juror, vote.enrolment));
        return { ...vote, scores: scoresOf(own ?? {}, criteria), comment: own?.comment ?? '', at: own?.update_at ?? '' };
      }),
      notes: written.filter(({ enrolment }) => enrolment === row.id).map(({ id, jury: juror, at, text }) => ({ id, juror, at: stampOf(at), text })),
    };
  });
  return {
    by,
    top,
    program,
    seed,
    resamples: usualResamples,
    jurors: jurors.map((row) => ({ id: row.id, name: row.name, ename: row.ename, chair: row.chair })),
    votes: lines.reduce((sum, line) => sum + (by === 'criteria' ? line.rated : line.count), 0),
    criteria,
    agreement: agreementsOf(judged, cast, criteria, seed),
    jury: leaningsOf(
      cast.filter((vote) => byId.has(vote.enrolment)),
      by,
    ),
    lines,
  };
}

/** Criterion → mean of its ratings, and how many there are; of incomplete sets too. */
function meansOf(selections: readonly SelectionRead[], criteria: readonly Criterion[]): RankedLine['criteria'] {
  return Object.fromEntries(
    criteria.map(({ key }) => {
      const scores = selections.flatMap((row) => scoresOf(row, criteria)[key] ?? []);
      return [key, { mean: scores.length ? scores.reduce((sum, one) => sum + one, 0) / scores.length : null, count: scores.length }];
    }),
  );
}

/** By how many of those who should an enrolment was read. A choice counts as read, as in the jury's progress. */
function coverageOf(
  row: EnrolmentLine,
  campaign: Pick<CampaignRead, 'id' | 'readBy'>,
  jurors: JuryRows['jurors'],
  { opened, selections }: { opened: ReadonlySet<string>; selections: readonly SelectionRead[] },
): RankedLine['coverage'] {
  const away = new Set<string>(selections.filter(({ conflict }) => conflict).map(({ jury }) => jury));
  const chose = new Set<string>(selections.map(({ jury }) => jury));
  const readers = jurors.filter((juror) => juror.enabled && !away.has(juror.id) && isOnList(row, { ...juror, cid: campaign.id }, campaign));
  return { read: readers.filter(({ id }) => opened.has(pairOf(id, row.id)) || chose.has(id)).length, of: readers.length };
}

/** Of the overall weight, of each criterion, and of what the criteria come to. */
function agreementsOf(judged: readonly SelectionRead[], votes: readonly Vote[], criteria: readonly Criterion[], seed: number): AgreementLine[] {
  const unitsOf = (values: readonly { enrolment: string; value: number }[]): number[][] => {
    const units = new Map<string, number[]>();
    for (const { enrolment, value } of values) units.set(enrolment, [...(units.get(enrolment) ?? []), value]);
    return [...units.values()];
  };
  const there = new Set<string>(judged.map(({ enrolment }) => enrolment));
  const weights = votes
    .filter((vote) => there.has(vote.enrolment) && !vote.conflict && vote.weight > 0)
    .map(({ enrolment, weight }) => ({ enrolment, value: weight }));
  const results = votes.flatMap(({ enrolment, result, conflict }) =>
    there.has(enrolment) && !conflict && typeof result === 'number' ? [{ enrolment, value: result }] : [],
  );
  return [
    { of: 'weight', ...agreementOf(unitsOf(weights), 'ordinal', seed) },
    ...criteria.map(({ key }) => ({
      of: key,
      ...agreementOf(
        unitsOf(judged.flatMap((row) => (scoresOf(row, criteria)[key] ? [{ enrolment: row.enrolment, value: Number(scoresOf(row, criteria)[key]) }] : []))),
        'ordinal',
        seed,
      ),
    })),
    ...(criteria.length ? [{ of: 'result', ...agreementOf(unitsOf(results), 'interval', seed) }] : []),
  ];
}

/** Who rates lower or higher than the others on the same pitches, by the criteria or the weight. */
function leaningsOf(votes: readonly Vote[], by: Measure): Ranking['jury'] {
  const ratings = votes.flatMap((vote) => {
    const value = by === 'criteria' ? (vote.conflict ? null : vote.result) : isCounted(vote) ? vote.weight : null;
    return typeof value === 'number' ? [{ juror: vote.juror, enrolment: vote.enrolment, value }] : [];
  });
  return [...leanings(ratings)]
    .map(([juror, lean]) => ({ juror, lean, count: ratings.filter((one) => one.juror === juror).length }))
    .sort((a, b) => (a.juror < b.juror ? -1 : 1));
}

export function isRankable(row: Pick<EnrolmentRead, 'status'>): boolean {
  return row.status === 'verified' || row.status === 'selected';
}

/** A seed made from the campaign's id, so that the ranges are the same every time. */
function seedOf(campaign: string): number {
  let seed = 2166136261;
  for (const sign of campaign) seed = Math.imul(seed ^ (sign.codePointAt(0) ?? 0), 16777619);
  return seed >>> 0;
}
