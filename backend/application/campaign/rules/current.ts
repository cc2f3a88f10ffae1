/** Which campaign the public site shows when the address names none. Pure. */
import type { Row } from '#codegen/model.ts';
import { type CampaignWindow, windowOf } from './window.ts';

/** An instant later than all real ones. */
const never = '9999';

/**
 * Enrolment open, else selection open, else the next to start, else the last that ended; of several open ones the one that ends first.
 * A campaign without any window is in preparation and never chosen.
 * @param now 'YYYY-MM-DD hh:mm:ss' UTC
 */
export function currentCampaign<T extends Row>(campaigns: readonly T[], now: string): T | undefined {
  const all = campaigns.filter(isAnnounced).map((row) => ({ row, enrol: windowOf(row, 'enrol', now), select: windowOf(row, 'select', now) }));
  const chosen =
    least(all.filter(({ enrol }) => enrol.state === 'open').map((one) => [one, one.enrol.end || never])) ??
    least(all.filter(({ select }) => select.state === 'open').map((one) => [one, one.select.end || never])) ??
    least(all.map((one): [typeof one, string] => [one, nextStart(one, now)]).filter(([, start]) => start !== '')) ??
    least(
      all.map((one) => [one, one.enrol.end > one.select.end ? one.enrol.end : one.select.end]),
      true,
    );
  return chosen?.row;
}

/** Which of a juror's campaigns is shown: selection open, else the next to start, else the last that ended. */
export function nearestSelection<T extends Row>(campaigns: readonly T[], now: string): T | undefined {
  const all = campaigns.map((row) => ({ row, window: windowOf(row, 'select', now) }));
  const of = (state: string) => all.filter(({ window }) => window.state === state && window.start !== '');
  const chosen =
    least(of('open').map((one) => [one, one.window.end || never])) ??
    least(of('not_started').map((one) => [one, one.window.start])) ??
    least(
      of('ended').map((one) => [one, one.window.end]),
      true,
    );
  return chosen?.row;
}

/** True where staff have set a window, so that visitors may see the campaign. */
export function isAnnounced(campaign: Row): boolean {
  return [campaign.cStart, campaign.sStart].some((start) => typeof start === 'string' && start !== '');
}

function nextStart({ enrol, select }: { enrol: CampaignWindow; select: CampaignWindow }, now: string): string {
  return [enrol.start, select.start].filter((start) => start > now).sort()[0] ?? '';
}

function least<T>(list: [T, string][], greatest = false): T | undefined {
  let best: [T, string] | undefined;
  for (const entry of list) if (!best || (greatest ? entry[1] > best[1] : entry[1] < best[1])) best = entry;
  return best?.[0];
}
