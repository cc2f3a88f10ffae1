import { type EnrolmentLine, enrolmentsOf, type JuryRows, juryOf, lineFields, staffCampaign, voteOf } from '#application/campaign/actions/staff-rows.ts';
import { utcNow } from '#application/campaign/actions/utc-now.ts';
import { windowOf } from '#application/campaign/rules/window.ts';
import type { JurorLine, JuryProgress } from '#application/campaign/wire.ts';
import type { Tools } from '#framework/tools.ts';
import type { CampaignRead } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { readingPairs } from '../data/readings.ts';
import { pairOf } from '../rules/assign.ts';
import { isCounted } from '../rules/ranking.ts';
import { isOnList } from '../rules/selection.ts';
import { isPrimary } from '../rules/votes.ts';

/** The progress of each juror of a campaign, the chair first. @throws Refusal msg.notfound, msg.forbidden */
export async function readJurors(tools: Tools, actor: Actor, campaign: string): Promise<JuryProgress> {
  const row = await staffCampaign(tools, actor, campaign);
  const enrolments = await enrolmentsOf(tools, actor, campaign, lineFields);
  return progressOfJury(tools, row, enrolments, await juryOf(tools, actor, campaign));
}

/** The same, from rows that are loaded already. */
export async function progressOfJury(
  tools: Tools,
  campaign: Pick<CampaignRead, 'id' | 'maxSel' | 'readBy' | 'sStart' | 'sEnd'>,
  enrolments: readonly EnrolmentLine[],
  { jurors, selections }: JuryRows,
): Promise<JuryProgress> {
  const opened = await readingPairs(tools.db, campaign.id);
  const { state, end } = windowOf(campaign, 'select', utcNow(tools));
  const lines = jurors.map((juror): JurorLine => {
    const own = selections.filter((row) => row.jury === juror.id);
    const away = new Set(own.filter((row) => row.conflict).map((row) => row.enrolment));
    const list = enrolments.filter((row) => isOnList(row, { ...juror, cid: campaign.id }, campaign) && !away.has(row.id));
    // Of what was taken off their list, neither what they opened nor what they chose is a part of its progress.
    const listed = new Set<string>(list.map(({ id }) => id));
    const chosen = own.filter((row) => listed.has(row.enrolment));
    const counted = chosen.map((row) => voteOf(row)).filter(isCounted);
    const rated = new Set<string>(counted.map(({ enrolment }) => enrolment));
    return {
      id: juror.id,
      name: juror.name,
      ename: juror.ename,
      org: juror.org,
      email: juror.email,
      enabled: juror.enabled,
      programs: juror.programs,
      group: juror.group,
      chair: juror.chair,
      doneAt: juror.doneAt,
      total: list.length,
      // A choice counts as read, even one that staff entered. A reading mark on an enrolment with a declared conflict does not count.
      read: list.filter(({ id }) => rated.has(id) || opened.has(pairOf(juror.id, id))).length,
      rated: counted.length,
      primary: chosen.filter(isPrimary).length,
      alternative: counted.filter(({ choice }) => choice === 'alternative').length,
      comments: own.filter((row) => row.comment.trim() !== '').length,
      conflicts: away.size,
      mean: counted.length ? counted.reduce((sum, { weight }) => sum + weight, 0) / counted.length : null,
      lastAt: own.reduce((last, row) => (row.update_at > last ? row.update_at : last), ''),
    };
  });
  return { maxSel: campaign.maxSel ?? 0, state, end, lines: lines.sort((a, b) => Number(b.chair) - Number(a.chair) || (a.name < b.name ? -1 : 1)) };
}
