/** The entry of dist/demo.js, which `npm start` runs: the same server, with invented data on an empty database unless DEMO=0. */

import { hashPassword } from '#backend/actions/hash-password.ts';
import type { Tools } from '#backend/actions/tools.ts';
import { savePassword } from '#backend/data/accounts.ts';
import { utcText } from '#backend/data/history.ts';
import { demoSignIns, seedDemo } from '#backend/demo/seed.ts';
import { serve } from './serve.ts';

let own = false;

async function seed(tools: Tools): Promise<boolean> {
  if (!tools.config.demo || !(await seedDemo(tools))) return false;
  const { adminPassword } = tools.config;
  own = adminPassword !== undefined;
  // A password that was set on purpose is not replaced by one that every reader of the README knows.
  if (adminPassword !== undefined) await savePassword(tools.db, 'admin', await hashPassword(adminPassword), utcText(tools.now()));
  return true;
}

const { demo } = await serve({ seed });
if (demo) {
  console.log('Demo data written. Sign in with:');
  for (const { id, pw, role } of demoSignIns) console.log(`  ${id.padEnd(10)} ${id === 'admin' && own ? '(ADMIN_PASSWORD)' : pw.padEnd(16)} ${role}`);
}
