import type { CampaignFacts } from '#application/site/wire.ts';
import { useSiteFacts } from '#screens/site/ui/use-site-facts.ts';

/** The page's campaign, as newer facts come in: an open page learns that the window has turned. */
export function useCampaign(): CampaignFacts {
  const { campaign } = useSiteFacts();
  if (!campaign) throw new Error('this page has no campaign');
  return campaign;
}
