import { dashboardLabels, dashboardWords } from '#application/campaign/actions/dashboard-words.ts';
import { enrolmentsOf, juryOf, lineFields, staffCampaign } from '#application/campaign/actions/staff-rows.ts';
import { campaignName } from '#application/mailing/rules/mail-template.ts';
import type { Lang } from '#codegen/model.ts';
import { recordExport } from '#framework/export/record-export.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import { inZone, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { printMinutes } from '../print/minutes.ts';
import { progressOfJury } from './read-jurors.ts';
import { type RankingAsked, rankingOf, readBeside } from './read-ranking.ts';

/**
 * The minutes of the jury's decision as it is now, by the measure that was asked for. They name people, so they are for those who may export
 * enrolments, jurors and selections, and are recorded like every export of personal data (safety section 15).
 * @throws Refusal msg.forbidden, msg.notfound
 */
export async function minutesOfJury(tools: Tools, actor: Actor, campaign: string, lang: Lang, asked: RankingAsked): Promise<{ bytes: Buffer; name: string }> {
  for (const object of ['enrolment', 'jury', 'selection']) modelFor(tools, actor, object, 'export');
  const row = await staffCampaign(tools, actor, campaign);
  const enrolments = await enrolmentsOf(tools, actor, campaign, lineFields);
  const jury = await juryOf(tools, actor, campaign);
  const ranking = rankingOf(row, enrolments, { ...jury, ...(await readBeside(tools, campaign, enrolments)) }, asked);
  const progress = await progressOfJury(tools, row, enrolments, jury);
  const facts = { object: 'enrolment', format: 'pdf', fields: [], with: ['jury', 'selection'], filter: JSON.stringify({ cid: campaign }) };
  const complete = await recordExport(tools, actor, facts);
  const word = dashboardWords(tools, lang);
  const at = (stamp: string) => inZone(stamp, row.zone);
  const bytes = await printMinutes({
    lang,
    house: tools.config.letterhead[lang].name,
    campaign: campaignName(row, lang),
    program: asked.program ? dashboardLabels(tools, lang)('attProgram', asked.program) : '',
    window: `${at(row.sStart)} – ${at(row.sEnd)} (${row.zone})`,
    state: progress.state,
    printed: `${at(stampOf(tools.now()))} (${row.zone})`,
    ranking,
    jurors: progress.lines.filter(({ enabled }) => enabled),
    word,
    created: tools.now(),
  });
  await complete(ranking.lines.length);
  return { bytes, name: `${campaign}-${word('minutes.file')}` };
}
