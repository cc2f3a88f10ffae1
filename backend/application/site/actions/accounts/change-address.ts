import { type Client, checkOwnPassword } from '#framework/accounts/check-sign-in.ts';
import { codeRefusal, tryCode } from '#framework/accounts/one-time-code.ts';
import { saveAccount } from '#framework/accounts/save-account.ts';
import { type Account, accountById, lockAccount } from '#framework/data/system/accounts/accounts.ts';
import { deleteRecord } from '#framework/records/delete-record.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { codeEvery } from '#rules/accounts/one-time-code.ts';
import { isMailbox, normalAddress } from '#rules/mail.ts';
import { Refusal } from '#rules/words/problem.ts';
import { findSiteAccounts } from '../../data/site-accounts.ts';
import type { ApplicantFacts } from '../../wire.ts';
import { countCodeRequest, countCodeTry } from './count-code-request.ts';
import { inEqualTime } from './equal-time.ts';
import { loadCampaign, mailCode, mailNotice } from './mail-code.ts';
import { readApplicant } from './own-account.ts';
import { readInput } from './read-input.ts';
import { taken } from './register-applicant.ts';

/** The code is valid only for the address to which it was sent. */
const purposeOf = (id: string, address: string) => ({ realm: 'applicant', kind: 'address-code', account: id, about: address }) as const;

/**
 * Mails a code to the new address; nothing changes before the code is entered. `wait` is in seconds.
 * @throws Refusal msg.invalid with `email` (V11) or `pw`, msg.nochange, msg.exists (K02), msg.wait, msg.limit
 */
export async function mailAddressCode(tools: Tools, actor: Actor, body: unknown, client: Client): Promise<{ email: string; wait: number }> {
  const input = readInput(body, ['email', 'pw', 'campaign']);
  const email = normalAddress(input.email);
  if (email === '') throw new Refusal('msg.invalid', { fields: [{ path: 'email', code: 'field.required' }] });
  if (!isMailbox(email)) throw new Refusal('msg.invalid', { fields: [{ path: 'email', code: 'field.email' }] });
  const account = await ownAccount(tools, actor);
  await checkOwnPassword(tools, 'applicant', { account, counted: normalAddress(account.email), field: 'pw' }, input.pw, client);
  if (email === normalAddress(account.email)) throw new Refusal('msg.nochange', { fields: [{ path: 'email', code: 'msg.nochange' }] });
  await countCodeRequest(tools, 'applicant', email, client);
  return inEqualTime(async () => {
    await refuseTaken(tools, email);
    const campaign = await loadCampaign(tools, input.campaign);
    await tools.db.transaction(async (tx) => {
      await lockAccount(tx, 'applicant', account.id);
      await mailCode(tools, tx, { account, to: email, purpose: purposeOf(account.id, email), campaign });
    });
    tools.outbox.wake();
    return { email, wait: codeEvery / 1000 };
  });
}

/**
 * Changes the applicant's address, and informs the old address by mail.
 * @throws Refusal msg.code with how many tries are left (K03), msg.exists (K02) where somebody else confirmed it in between, msg.limit
 */
export async function confirmAddress(tools: Tools, actor: Actor, body: unknown, client: Client): Promise<ApplicantFacts> {
  const input = readInput(body, ['email', 'code']);
  const email = normalAddress(input.email);
  const account = await ownAccount(tools, actor);
  await countCodeTry(tools, 'applicant', normalAddress(account.email), client);
  const { matches, left } = await tryCode(tools, purposeOf(account.id, email), input.code);
  if (!matches) throw codeRefusal(left);
  const other = await refuseTaken(tools, email);
  // An unconfirmed registration is deleted, because this person has proven that the address is theirs.
  if (other) await deleteRecord(tools, { ...actor, roles: ['[]'] }, 'applicant', other.id).catch(() => Promise.reject(taken()));
  try {
    await saveAccount(
      tools,
      'applicant',
      account.id,
      { email },
      {
        action: 'address',
        also: async (tx, row) => {
          await mailNotice(tools, tx, account, { id: `address-${account.id}-${row.ver}`, template: 'siteAddress', values: { address: email } });
        },
      },
    );
  } catch (error) {
    await refuseTaken(tools, email);
    throw error;
  }
  tools.outbox.wake();
  tools.log.info({ applicant: account.id }, 'address changed');
  return readApplicant(tools, actor);
}

async function ownAccount(tools: Tools, actor: Actor): Promise<Account> {
  const account = await accountById(tools.db, 'applicant', actor.id);
  if (!account) throw new Refusal('msg.session');
  return account;
}

/** The unconfirmed account of the address, if there is one. @throws Refusal msg.exists for a confirmed one */
async function refuseTaken(tools: Tools, email: string): Promise<Account | undefined> {
  const [other] = await findSiteAccounts(tools.db, 'applicant', email);
  if (other && (other.verified || !other.enabled)) throw taken();
  return other;
}
