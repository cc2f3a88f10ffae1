import { deskCampaign, enrolmentsOf, type JuryRows, juryOf, lineFields, text, texts, voteOf } from '#application/campaign/actions/desk-rows.ts';
import type { RankedLine, Ranking } from '#application/campaign/wire.ts';
import type { Row } from '#codegen/model.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/actor.ts';
import { pendingOf, toldOf } from '../rules/decisions.ts';
import { type Measure, rankEnrolments, usualResamples } from '../rules/ranking.ts';

export interface RankingAsked {
  by: Measure;
  /** how many places; 20 by default */
  top: number;
  /** rank the enrolments of one program only */
  program?: string;
}

/**
 * The verified and selected enrolments of a campaign, ranked by its jury's choices. Withdrawn and unverified ones have no place in it.
 * @throws Refusal msg.notfound, msg.forbidden
 */
export async function readRanking(tools: Tools, actor: Actor, campaign: string, asked: RankingAsked): Promise<Ranking> {
  await deskCampaign(tools, actor, campaign);
  const enrolments = await enrolmentsOf(tools, actor, campaign, lineFields);
  return rankingOf(campaign, enrolments, await juryOf(tools, actor, campaign), asked);
}

/** The same of rows that are read already. */
export function rankingOf(campaign: string, enrolments: readonly Row[], { jurors, selections }: JuryRows, { by, top, program = '' }: RankingAsked): Ranking {
  const rows = enrolments.filter((row) => isRankable(row) && (program === '' || texts(row.attProgram).includes(program)));
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  const notes = new Map(selections.map((row) => [`${row.jury} ${row.enrolment}`, row]));
  const seed = seedOf(campaign);
  const ranked = rankEnrolments([...byId.keys()], selections.map(voteOf), { by, top, seed });
  const lines = ranked.map(({ votes, ...line }): RankedLine => {
    const row = byId.get(line.enrolment) ?? {};
    return {
      ...line,
      ver: Number(row.ver),
      number: text(row.enrollid),
      cname: text(row.cname),
      ename: text(row.ename),
      programs: texts(row.attProgram),
      status: text(row.status),
      decision: pendingOf(row),
      told: toldOf(row),
      votes: votes.map((vote) => {
        const note = notes.get(`${vote.juror} ${vote.enrolment}`);
        return { ...vote, comment: text(note?.comment), at: text(note?.update_at) };
      }),
    };
  });
  return {
    by,
    top,
    program,
    seed,
    resamples: usualResamples,
    jurors: jurors.map((row) => ({ id: String(row.id), name: text(row.name), ename: text(row.ename) })),
    votes: lines.reduce((sum, { count }) => sum + count, 0),
    lines,
  };
}

export function isRankable(row: Row): boolean {
  return row.status === 'verified' || row.status === 'selected';
}

/** Of the campaign's id, so that its bands are the same today and tomorrow. */
function seedOf(campaign: string): number {
  let seed = 2166136261;
  for (const sign of campaign) seed = Math.imul(seed ^ (sign.codePointAt(0) ?? 0), 16777619);
  return seed >>> 0;
}
