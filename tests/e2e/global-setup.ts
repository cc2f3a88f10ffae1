/** Starts the run's private MariaDB for the project that needs one, and ends it. */
import { startMariadb } from '../support/database/mariadb.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const server = await startMariadb();
  if (!server) return async () => {};
  process.env.E2E_MARIADB_URL = server.url;
  return () => server.stop();
}
