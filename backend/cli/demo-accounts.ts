/** The demo's sign-ins: written on an empty database, and looked for on one that stands, so that they are announced only where they work. */

import { findSiteAccounts } from '#application/site/data/site-accounts.ts';
import { demoSignIns, seedDemo } from '#backend/demo/seed.ts';
import { demoVisitors } from '#backend/demo/seed-selection.ts';
import { hashPassword, matchesPassword } from '#framework/accounts/hash-password.ts';
import { saveStaffPassword } from '#framework/accounts/save-account.ts';
import { findAccount } from '#framework/data/system/accounts/accounts.ts';
import type { Tools } from '#framework/tools.ts';
import { accountObject } from '#rules/accounts/realm.ts';

/** Seeds an empty database unless DEMO=0. Gives the demo's sign-ins that work here. */
export async function demoAccounts(tools: Tools): Promise<{ id: string; pw: string; role: string }[]> {
  if (!tools.config.demo || tools.tables.blocked('user')) return [];
  // The demo's passwords are known to everybody anyway: a raised minimum is not for them.
  const seeded = await seedDemo({ ...tools, hashPassword }, { storage: tools.storage });
  const { adminPassword } = tools.config;
  // A password that was set on purpose is not replaced by one that every reader of the README knows.
  if (seeded && adminPassword !== undefined) await saveStaffPassword({ ...tools, hashPassword }, 'admin', adminPassword, { action: 'password' });
  const working = await Promise.all(demoSignIns.map((signIn) => isWorking(tools, signIn)));
  const visitors = await Promise.all(demoVisitors.map((visitor) => isVisitorWorking(tools, visitor)));
  return [
    ...demoSignIns.filter((_, index) => working[index]),
    ...demoVisitors.filter((_, index) => visitors[index]).map(({ email, pw, realm, path }) => ({ id: email, pw, role: `${realm}, at ${path}` })),
  ];
}

async function isVisitorWorking(tools: Tools, { realm, email, pw }: (typeof demoVisitors)[number]): Promise<boolean> {
  if (!tools.registry.get(accountObject(realm)) || tools.tables.blocked(accountObject(realm))) return false;
  const accounts = await findSiteAccounts(tools.db, realm, email);
  return accounts.length === 1 && accounts[0]?.enabled === true && matchesPassword(accounts[0].hash, pw);
}

async function isWorking(tools: Tools, { id, pw }: { id: string; pw: string }): Promise<boolean> {
  const account = await findAccount(tools.db, id);
  return account?.enabled === true && account.hash !== '' && matchesPassword(account.hash, pw);
}
