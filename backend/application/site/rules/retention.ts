/** How long a campaign keeps what nobody selected: a number of months after its end, once staff have switched that on (decision 147). Pure. */
import { addMonths } from '#framework/time.ts';
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
