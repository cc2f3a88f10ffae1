/** The entry of dist/demo.js, which `npm start` runs: the same server, with invented data on an empty database unless DEMO=0. */
import { demoAccounts } from './demo-accounts.ts';
import { serve } from './serve.ts';

let signIns: Awaited<ReturnType<typeof demoAccounts>> = [];

await serve({
  seed: async (tools) => {
    signIns = await demoAccounts(tools);
    return signIns.length > 0;
  },
});
if (signIns.length) {
  console.log('Demo data; sign in with:');
  for (const { id, pw, role } of signIns) console.log(`  ${id.padEnd(22)} ${pw.padEnd(16)} ${role}`);
}
