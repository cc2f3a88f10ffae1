import type { CampaignFacts } from '#application/site/wire.ts';
import { useSiteFacts } from '#screens/site/ui/use-site-facts.ts';

/** The page's campaign with the newest facts: an open page learns when the window opens or ends. */
export function useCampaign(): CampaignFacts {
  const { campaign } = useSiteFacts();
  if (!campaign) throw new Error('this page has no campaign');
  return campaign;
}
