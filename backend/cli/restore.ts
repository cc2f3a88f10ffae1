/** `npm run restore <archive>`: a backup, a file or one of the store that BACKUP_URL names, into the empty place that the settings name (docs/running.md). */
import '#application/index.ts';
import { readConfig } from '#backend/config.ts';
import { restoreBackup } from '#framework/backup/restore-backup.ts';
import { reportFailure } from './report-failure.ts';

const [archive] = process.argv.slice(2);
await reportFailure('Not restored', async () => {
  if (!archive)
    throw new Error(
      'which backup? npm run restore data/backups/reelbase-….tar.gz, or newest of BACKUP_URL, with DATA_DIR, DATABASE_URL and STORAGE_URL naming an empty place',
    );
  const manifest = await restoreBackup(readConfig(), archive, (line) => console.log(line));
  console.log(`Restored: the database as of ${manifest.at}, ${manifest.files} files. Start the server; everybody signs in again.`);
});
