/** Starts the run's private MariaDB for the project that needs one, and ends it; the fonts that its servers cut and its browsers find are the run's own as well. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeChineseFaces } from '../support/browser.ts';
import { startMariadb } from '../support/database/mariadb.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const type = mkdtempSync(join(tmpdir(), 'reelbase-type-'));
  process.env.E2E_TYPE_DIR = type;
  const faces = mkdtempSync(join(tmpdir(), 'reelbase-faces-'));
  process.env.FONTCONFIG_FILE = writeChineseFaces(faces);
  const server = await startMariadb();
  if (server) process.env.E2E_MARIADB_URL = server.url;
  return async () => {
    for (const folder of [type, faces]) rmSync(folder, { recursive: true, force: true });
    await server?.stop();
  };
}
