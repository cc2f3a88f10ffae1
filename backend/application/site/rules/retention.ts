/** How long a campaign keeps what nobody selected: a number of months after its end, once staff have switched that on (decision 147). Pure. */
import { addMonths, instant, stampOf } from '#framework/time.ts';
import type { Campaign } from '#generated/objects.ts';
import { endOfCampaign, type Span } from './erasure.ts';

export type Retention = Span & Pick<Campaign, 'keepMonths' | 'keepSince'>;

/** The instant from which it is erased, 'YYYY-MM-DD hh:mm:ss' UTC; '' where the campaign has no end, or no number of months. */
export function retainedUntil(campaign: Retention): string {
  const end = endOfCampaign(campaign);
  const day = end && campaign.keepMonths ? addMonths(end.slice(0, 10), campaign.keepMonths) : undefined;
  return day === undefined ? '' : day + end.slice(10);
}

/** Is it switched on, and its time over? */
export function hasRunOut(campaign: Retention, now: string): boolean {
  const until = retainedUntil(campaign);
  return campaign.keepSince !== '' && until !== '' && until <= now;
}

/** Whoever owns an account hears so long ahead that it is erased, ms. */
export const warnedAhead = 30 * 86_400_000;

/**
 * When an account that belongs to nothing is over, ms: as many months after its last sign-in as the campaign keeps data, and not before those. Where none was noted,
 * after it was made or the campaign's retention was switched on, whichever is later: before that, nobody noted any.
 */
export function endsUnused(campaign: Retention, { made, signedAt }: { made: string; signedAt: number }): number {
  const since = signedAt ? stampOf(signedAt) : ([made, campaign.keepSince].sort().at(-1) ?? made);
  const day = addMonths(since.slice(0, 10), campaign.keepMonths ?? 0);
  return Math.max(instant(retainedUntil(campaign)), day === undefined ? 0 : instant(day + since.slice(10)));
}
