/** `npm run restore <archive>`: a backup into the empty place that the settings name (README). */
import { resolve } from 'node:path';
import { restoreBackup } from '#backend/actions/restore-backup.ts';
import { readConfig } from '#backend/config.ts';

const [archive] = process.argv.slice(2);
if (!archive) {
  console.error('Which backup? npm run restore data/backups/reelbase-….tar.gz, with DATA_DIR, DATABASE_URL and STORAGE_URL naming an empty place');
  process.exit(2);
}
try {
  const manifest = await restoreBackup(readConfig(), resolve(archive), (line) => console.log(line));
  console.log(`Restored: the database as of ${manifest.at}, ${manifest.files} files. Start the server; everybody signs in again.`);
} catch (error) {
  console.error(`Not restored: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
