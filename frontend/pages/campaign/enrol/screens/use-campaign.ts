import type { CampaignFacts } from '#domain/campaign/calls.ts';
import { useSiteFacts } from '../../ui/use-site-facts.ts';

/** The page's campaign, as newer facts come in: an open page learns that the window has turned. */
export function useCampaign(): CampaignFacts {
  const { campaign } = useSiteFacts();
  if (!campaign) throw new Error('this page has no campaign');
  return campaign;
}
