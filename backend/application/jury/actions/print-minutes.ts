import { dashboardLabels, dashboardWords } from '#application/campaign/actions/dashboard-words.ts';
import { campaignName } from '#application/mailing/rules/mail-template.ts';
import type { Lang } from '#codegen/model.ts';
import { inZone, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { printMinutes } from '../print/minutes.ts';
import { tookPart } from '../rules/minutes.ts';
import type { RankingAsked } from './read-ranking.ts';
import { readResult } from './read-result.ts';

/**
 * The minutes of the jury's decision as it is now, by the measure that was asked for.
 * @throws Refusal msg.forbidden, msg.notfound
 */
export async function minutesOfJury(tools: Tools, actor: Actor, campaign: string, lang: Lang, asked: RankingAsked): Promise<{ bytes: Buffer; name: string }> {
  const { row, ranking, progress, complete } = await readResult(tools, actor, campaign, asked, 'pdf');
  const word = dashboardWords(tools, lang);
  const at = (stamp: string) => inZone(stamp, row.zone);
  const took = tookPart(ranking);
  const bytes = await printMinutes({
    lang,
    house: tools.config.letterhead[lang].name,
    campaign: campaignName(row, lang),
    program: asked.program ? dashboardLabels(tools, lang)('attProgram', asked.program) : '',
    window: `${at(row.sStart)} – ${at(row.sEnd)} (${row.zone})`,
    state: progress.state,
    printed: `${at(stampOf(tools.now()))} (${row.zone})`,
    ranking,
    jurors: progress.lines.filter(({ id, enabled }) => enabled || took.has(id)),
    word,
    created: tools.now(),
  });
  await complete(ranking.lines.length);
  return { bytes, name: `${campaign}-${word('minutes.file')}` };
}
