/** Fills the embedded database: the product's own tables, through its own connection and codec, in transactions of many rows. */

import type { ObjectEntry } from '#codegen/model.ts';
import { connect, ident } from '#framework/data/engine/connect.ts';
import { searchTable } from '#framework/data/evolve/ddl.ts';
import { entryOf } from './objects.ts';
import { columnsOf, companies, films, storedRows } from './rows.ts';
import type { Job } from './seed-mariadb.ts';

const batch = 5000;

export async function seedSqlite(url: string, entries: Map<string, ObjectEntry>, jobs: Job[], say: (line: string) => void): Promise<void> {
  const db = await connect(url);
  try {
    for (const job of jobs) {
      const begun = performance.now();
      const entry = entryOf(entries, job.object);
      const rows = storedRows(job.object === 'film' ? films(entry, job.count, job.companies) : companies(entry, job.count));
      const search = `INSERT INTO ${ident(searchTable(job.object))} (rowid, q) VALUES (?, ?)`;
      for (let done = false; !done; ) {
        await db.transaction(async (tx) => {
          for (let number = 0; number < batch && !done; number += 1) {
            const next = rows.next();
            done = next.done === true;
            if (next.done) break;
            const { columns, document } = columnsOf(entry, next.value, 'sqlite');
            const names = Object.keys(columns);
            const { lastId } = await tx.run(
              `INSERT INTO ${ident(job.object)} (${names.map(ident).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
              Object.values(columns),
            );
            await tx.run(search, [lastId, document]);
          }
        });
      }
      await db.exec('ANALYZE');
      say(`  ${job.count.toLocaleString('en')} × ${job.object}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    }
  } finally {
    await db.close();
  }
}
