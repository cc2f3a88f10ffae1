import { type EnrolmentLine, enrolmentsOf, type JuryRows, juryOf, lineFields, staffCampaign, voteOf } from '#application/campaign/actions/staff-rows.ts';
import type { RankedLine, Ranking } from '#application/campaign/wire.ts';
import type { Tools } from '#framework/tools.ts';
import type { EnrolmentRead } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { announcedOf, pendingOf } from '../rules/decisions.ts';
import { type Measure, rankEnrolments, usualResamples } from '../rules/ranking.ts';

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
  await staffCampaign(tools, actor, campaign);
  const enrolments = await enrolmentsOf(tools, actor, campaign, lineFields);
  return rankingOf(campaign, enrolments, await juryOf(tools, actor, campaign), asked);
}

/** The same, from rows that are loaded already. */
export function rankingOf(
  campaign: string,
  enrolments: readonly EnrolmentLine[],
  { jurors, selections }: JuryRows,
  { by, top, program = '' }: RankingAsked,
): Ranking {
  const rows = enrolments.filter((row) => isRankable(row) && (program === '' || row.attProgram.some((code) => code === program)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const notes = new Map(selections.map((row) => [`${row.jury} ${row.enrolment}`, row]));
  const seed = seedOf(campaign);
  const ranked = rankEnrolments([...byId.keys()], selections.map(voteOf), { by, top, seed });
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
      votes: votes.map((vote) => {
        const note = notes.get(`${vote.juror} ${vote.enrolment}`);
        return { ...vote, comment: note?.comment ?? '', at: note?.update_at ?? '' };
      }),
    };
  });
  return {
    by,
    top,
    program,
    seed,
    resamples: usualResamples,
    jurors: jurors.map((row) => ({ id: row.id, name: row.name, ename: row.ename })),
    votes: lines.reduce((sum, { count }) => sum + count, 0),
    lines,
  };
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
