/** The second factor of staff (decision 059): set up, asked for at sign-in, taken away. */
import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { noteHistory } from '#framework/data/rows/history.ts';
import { type Account, accountById, lockAccount } from '#framework/data/system/accounts/accounts.ts';
import {
  activateFactor,
  type FactorRow,
  findFactor,
  putFactor,
  removeFactor,
  setRecovery,
  takeRecovery,
  takeStep,
} from '#framework/data/system/accounts/factors.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { mailText } from '#framework/mail/texts.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { codeLeeway, codePeriod, demandsFactor, readFactor, recoveryCount, recoveryLength, recoveryLetters, showRecovery } from '#rules/accounts/factor.ts';
import { staff } from '#rules/accounts/realm.ts';
import { isMailbox } from '#rules/mail.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type Client, checkOwnPassword, type Second } from './check-sign-in.ts';
import { isSame } from './one-time-code.ts';
import { seal, unseal } from './seal.ts';
import type { NewFactor, OwnFactor } from './wire.ts';

/** What apps show above the code, beside the account. */
const issuer = 'Reelbase';

/** Whether the account's second factor is there; what was right is spent by it. An account without one needs none here. */
export async function checkSecond(tools: Tools, account: Account, typed: unknown): Promise<Second> {
  const factor = await findFactor(tools.db, staff, account);
  if (!factor?.activeAt) return 'passed';
  if (typed === undefined || typed === '') return 'missing';
  return (await spend(tools, factor, typed)) ? 'passed' : 'wrong';
}

async function spend(tools: Tools, factor: FactorRow, typed: unknown): Promise<boolean> {
  const given = readFactor(typed);
  if (!given) return false;
  if ('app' in given) {
    const step = stepOf(tools, factor, given.app);
    return step !== undefined && takeStep(tools.db, factor, step);
  }
  const hash = hashOf(tools, factor.account, given.recovery);
  return tools.db.transaction((tx) => takeRecovery(tx, factor, (stored) => isSame(stored, hash)));
}

/** The actor's own factor, as their page shows it. */
export async function readOwnFactor(tools: Tools, actor: Actor): Promise<OwnFactor> {
  const account = await ownAccount(tools, actor);
  const factor = await findFactor(tools.db, staff, account);
  const demanded = demandsFactor(account.roles, tools.config.factorRoles);
  return factor?.activeAt ? { since: stampOf(factor.activeAt), left: factor.recovery.length, demanded } : { since: '', left: 0, demanded };
}

/**
 * Makes a secret for the actor's app. It counts once a code of it was given (`confirmFactor`); a later one takes its place until then.
 * @throws Refusal msg.factoron; as checkOwnPassword does
 */
export async function startFactor(tools: Tools, actor: Actor, password: unknown, client: Client): Promise<NewFactor> {
  const account = await checkOwnPassword(tools, staff, await ownOf(tools, actor), password, client);
  const secret = new Secret({ size: 20 }).base32;
  await tools.db.transaction(async (tx) => {
    await lockAccount(tx, staff, account.id);
    if ((await findFactor(tx, staff, account))?.activeAt) throw new Refusal('msg.factoron');
    const sealed = seal(tools.config, aboutOf(account.id), secret);
    await putFactor(tx, { realm: staff, account: account.id, born: account.born, secret: sealed, activeAt: 0, step: 0, recovery: [] });
  });
  return { secret, uri: appOf(account.id, secret).toString() };
}

/**
 * The app shows the right code, so from now on it is asked for; the actor's other sessions end. Gives the recovery codes, this once.
 * @throws Refusal msg.factoroff where none is being set up, msg.invalid with `code`
 */
export async function confirmFactor(tools: Tools, actor: Actor, token: string, typed: unknown): Promise<{ codes: string[] }> {
  const account = await ownAccount(tools, actor);
  const factor = await findFactor(tools.db, staff, account);
  if (!factor) throw new Refusal('msg.factoroff');
  if (factor.activeAt) throw new Refusal('msg.factoron');
  const given = readFactor(typed);
  const step = given && 'app' in given ? stepOf(tools, factor, given.app) : undefined;
  if (step === undefined) throw new Refusal('msg.invalid', { fields: [{ path: 'code', code: 'field.invalid' }] });
  const codes = newCodes();
  await tools.db.transaction(async (tx) => {
    const hashes = codes.map((code) => hashOf(tools, account.id, code));
    if (!(await activateFactor(tx, factor, hashes, step, tools.now().getTime()))) throw new Refusal('msg.factoron');
    await tell(tools, tx, account, actor, 'factor', 'factorOn');
  });
  await tools.sessions.endAllOf(account.id, token);
  tools.outbox.wake();
  tools.log.info({ user: account.id }, 'second factor set up');
  return { codes: codes.map(showRecovery) };
}

export interface OwnProof {
  old: unknown;
  code: unknown;
}

/** New recovery codes in place of those that were left; given this once. @throws Refusal msg.factoroff; as checkOwnPassword does */
export async function renewRecovery(tools: Tools, actor: Actor, proof: OwnProof, client: Client): Promise<{ codes: string[] }> {
  const account = await proven(tools, actor, proof, client);
  const codes = newCodes();
  await tools.db.transaction(async (tx) => {
    await setRecovery(
      tx,
      { realm: staff, account: account.id },
      codes.map((code) => hashOf(tools, account.id, code)),
    );
    await note(tools, tx, account, actor, 'factorcodes');
  });
  return { codes: codes.map(showRecovery) };
}

/** The actor signs in by password alone again; where their role demands a factor, the next thing that they do is to set up another. @throws as renewRecovery does */
export async function endFactor(tools: Tools, actor: Actor, proof: OwnProof, client: Client): Promise<void> {
  const account = await proven(tools, actor, proof, client);
  await tools.db.transaction(async (tx) => {
    await removeFactor(tx, staff, account.id);
    await tell(tools, tx, account, actor, 'factorend', 'factorOff');
  });
  tools.sessions.forget();
  tools.outbox.wake();
  tools.log.info({ user: account.id }, 'second factor ended');
}

/**
 * An administrator takes away the factor of somebody who has lost it; their sessions end, the history and a mail say who did it. One's own goes by one's
 * own code, so that an open session of an administrator is no way around it.
 * @throws Refusal msg.admin, msg.ownfactor, msg.notexist, msg.factoroff
 */
export async function resetFactor(tools: Tools, actor: Actor, id: string): Promise<void> {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
  if (actor.id === id) throw new Refusal('msg.ownfactor');
  const account = await accountById(tools.db, staff, id);
  if (!account) throw new Refusal('msg.notexist');
  await tools.db.transaction(async (tx) => {
    if (!(await findFactor(tx, staff, account))?.activeAt) throw new Refusal('msg.factoroff');
    await removeFactor(tx, staff, id);
    await tools.sessions.endAllOf(id, '', tx);
    await tell(tools, tx, account, actor, 'factorreset', 'factorReset');
  });
  tools.sessions.forget();
  tools.outbox.wake();
  tools.log.info({ user: id, by: actor.id }, 'second factor reset');
}

/** Password and code, each counted as a try of the password is. */
async function proven(tools: Tools, actor: Actor, { old, code }: OwnProof, client: Client): Promise<Account> {
  const own = await ownOf(tools, actor);
  if (!(await findFactor(tools.db, staff, own.account))?.activeAt) throw new Refusal('msg.factoroff');
  return checkOwnPassword(tools, staff, { ...own, second: (account) => checkSecond(tools, account, code) }, old, client);
}

async function ownOf(tools: Tools, actor: Actor) {
  return { account: await ownAccount(tools, actor), counted: actor.id.toLowerCase(), field: 'old' };
}

async function ownAccount(tools: Tools, actor: Actor): Promise<Account> {
  const account = await accountById(tools.db, staff, actor.id);
  if (!account) throw new Refusal('msg.session');
  return account;
}

/** The time step whose code this is; undefined for none near now, or where the secret was sealed by another server. */
function stepOf(tools: Tools, factor: FactorRow, code: string): number | undefined {
  const secret = unseal(tools.config, aboutOf(factor.account), factor.secret);
  if (secret === undefined) {
    tools.log.warn({ user: factor.account }, 'a second factor was sealed with another SERVER_SECRET');
    return undefined;
  }
  const app = appOf(factor.account, secret);
  const timestamp = tools.now().getTime();
  const delta = app.validate({ token: code, timestamp, window: codeLeeway }); // compares in constant time
  return delta === null ? undefined : app.counter({ timestamp }) + delta;
}

const appOf = (account: string, secret: string) => new TOTP({ issuer, label: account, secret: Secret.fromBase32(secret), period: codePeriod });
const aboutOf = (account: string) => `factor ${staff} ${account}`;

function newCodes(): string[] {
  const one = () => Array.from({ length: recoveryLength }, () => recoveryLetters[randomInt(recoveryLetters.length)]).join('');
  return Array.from({ length: recoveryCount }, one);
}

/** The key lies outside of the database. */
function hashOf({ config }: Tools, account: string, code: string): string {
  return createHmac('sha256', config.serverSecret).update(`recovery ${account} ${code}`).digest('hex');
}

async function note(tools: Tools, tx: Transaction, account: Account, actor: Actor, action: string): Promise<void> {
  const model = tools.registry.get('user')?.model;
  if (model) await noteHistory(tx, { model, id: account.id, ver: account.ver, at: tools.now(), by: actor.id, action, changes: {} });
}

/** History, and a mail to the account: nothing about how somebody signs in changes silently (safety section 17). */
async function tell(tools: Tools, tx: Transaction, account: Account, actor: Actor, action: string, template: string): Promise<void> {
  await note(tools, tx, account, actor, action);
  const model = tools.registry.get('mail')?.model;
  if (!model || !isMailbox(account.email)) return;
  const now = tools.now();
  const text = mailText(tools.config.localesDir, template, account.lang, { name: account.name, by: actor.name || actor.id, at: stampOf(now) });
  const id = `${template.toLowerCase()}-${randomBytes(16).toString('hex')}`;
  await queueMail(tools, tx, model, { id, to: account.email, ...text, lang: account.lang, template, by: actor.id }, now);
}
