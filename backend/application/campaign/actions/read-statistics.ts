import type { Row } from '#codegen/model.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/actor.ts';
import { among } from '#rules/facts.ts';
import { type CampaignTimes, type CountedEnrolment, campaignBefore, statisticsOf } from '../rules/statistics.ts';
import type { CampaignStatistics } from '../wire.ts';
import { allCampaigns, deskCampaign, deskRows, text, texts } from './desk-rows.ts';
import { utcNow } from './utc-now.ts';

const counted = ['cid', 'create_at', 'submitAt', 'status', 'pLocation', 'genre', 'len', 'stage', 'attProgram'] as const;

/** A campaign's enrolments in numbers, beside those of the campaign before. Three statements, whatever their number. @throws Refusal msg.notfound, msg.forbidden */
export async function readStatistics(tools: Tools, actor: Actor, campaign: string): Promise<CampaignStatistics> {
  const row = await deskCampaign(tools, actor, campaign);
  const all = await allCampaigns(tools, actor);
  const spelled = (one: Row) => ({ id: String(one.id), edition: typeof one.edition === 'number' ? one.edition : null, start: text(one.cStart) });
  const before = campaignBefore(spelled(row), all.map(spelled));
  const previous = all.find(({ id }) => id === before?.id);
  const enrolments = await deskRows(tools, actor, 'enrolment', among('cid', [campaign, ...(before ? [before.id] : [])]), counted);
  const sideOf = (one: Row) => ({ times: timesOf(one), enrolments: enrolments.filter(({ cid }) => cid === one.id).map(countedOf) });
  return {
    ...statisticsOf(sideOf(row), previous && sideOf(previous), utcNow(tools)),
    previous: previous ? { id: String(previous.id), cname: text(previous.cna), ename: text(previous.enaName) } : null,
  };
}

function timesOf(campaign: Row): CampaignTimes {
  return { start: text(campaign.cStart), end: text(campaign.cEnd), zone: text(campaign.zone) };
}

function countedOf(row: Row): CountedEnrolment {
  return {
    begunAt: text(row.create_at),
    submittedAt: text(row.submitAt),
    status: text(row.status),
    country: text(row.pLocation),
    genres: texts(row.genre),
    len: text(row.len),
    stage: typeof row.stage === 'number' ? row.stage : null,
    programs: texts(row.attProgram),
  };
}
