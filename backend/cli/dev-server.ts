/** What `npm run dev` bundles and loads anew at each change: the server, and the demo's accounts. */
export { start } from '#backend/main.ts';
export { demoAccounts } from './demo-accounts.ts';
