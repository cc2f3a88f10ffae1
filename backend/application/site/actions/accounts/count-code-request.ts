import type { SiteRealm } from '#application/site/rules/realms.ts';
import type { Client } from '#framework/accounts/check-sign-in.ts';
import { countOfAddress } from '#framework/data/system/accounts/attempts.ts';
import type { Tools } from '#framework/tools.ts';
import { addressWindow, askedOfAddress, triedOfAddress } from '#rules/accounts/one-time-code.ts';
import { Refusal } from '#rules/words/problem.ts';

/** Counts a request for a code or for whether an account exists, before anything is looked up. @throws Refusal msg.limit */
export function countCodeRequest(tools: Tools, realm: SiteRealm, account: string, client: Client): Promise<void> {
  return count(tools, `${realm}-ask`, account, client, askedOfAddress);
}

/** The same for an entered code. @throws Refusal msg.limit */
export function countCodeTry(tools: Tools, realm: SiteRealm, account: string, client: Client): Promise<void> {
  return count(tools, `${realm}-try`, account, client, triedOfAddress);
}

async function count(tools: Tools, realm: `${SiteRealm}-${'ask' | 'try'}`, account: string, { address }: Client, most: number): Promise<void> {
  const now = tools.now().getTime();
  if ((await countOfAddress(tools.db, { realm, account, address }, now, now - addressWindow)) > most) throw new Refusal('msg.limit');
}
