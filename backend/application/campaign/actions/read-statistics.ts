import type { Tools } from '#framework/tools.ts';
import type { CampaignRead, EnrolmentRead } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { among } from '#rules/records/facts.ts';
import { type CampaignTimes, type CountedEnrolment, campaignBefore, statisticsOf } from '../rules/statistics.ts';
import type { CampaignStatistics } from '../wire.ts';
import { allCampaigns, staffCampaign, staffRows } from './staff-rows.ts';
import { utcNow } from './utc-now.ts';

const counted = ['cid', 'create_at', 'submitAt', 'status', 'pLocation', 'genre', 'len', 'stage', 'attProgram'] as const;

type Dated = Pick<CampaignRead, 'id' | 'edition' | 'cStart' | 'cEnd' | 'zone'>;

/** A campaign's enrolments in numbers, compared with the previous campaign. Always three statements. @throws Refusal msg.notfound, msg.forbidden */
export async function readStatistics(tools: Tools, actor: Actor, campaign: string): Promise<CampaignStatistics> {
  const row = await staffCampaign(tools, actor, campaign);
  const all = await allCampaigns(tools, actor);
  const spelled = ({ id, edition, cStart }: Dated) => ({ id, edition, start: cStart });
  const before = campaignBefore(spelled(row), all.map(spelled));
  const previous = all.find(({ id }) => id === before?.id);
  const enrolments = await staffRows(tools, actor, 'enrolment', among('cid', [campaign, ...(before ? [before.id] : [])]), counted);
  const sideOf = (one: Dated) => ({ times: timesOf(one), enrolments: enrolments.filter(({ cid }) => cid === one.id).map(countedOf) });
  return {
    ...statisticsOf(sideOf(row), previous && sideOf(previous), utcNow(tools)),
    previous: previous ? { id: previous.id, cname: previous.cna, ename: previous.enaName } : null,
  };
}

function timesOf({ cStart, cEnd, zone }: Dated): CampaignTimes {
  return { start: cStart, end: cEnd, zone };
}

function countedOf(row: Pick<EnrolmentRead, (typeof counted)[number]>): CountedEnrolment {
  return {
    begunAt: row.create_at,
    submittedAt: row.submitAt,
    status: row.status,
    country: row.pLocation,
    genres: row.genre,
    len: row.len,
    stage: row.stage,
    programs: row.attProgram,
  };
}
