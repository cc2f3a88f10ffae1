/** How much the database and the files take. */
import { stat } from 'node:fs/promises';
import type { Database, RawRow } from '../engine/connect.ts';
import { table } from '../engine/table.ts';

/** Bytes of the database on disk. */
export async function databaseSize(db: Database): Promise<number> {
  if (db.kind === 'mariadb') {
    const [row] = await db.query('SELECT SUM(data_length + index_length) AS bytes FROM information_schema.tables WHERE table_schema = DATABASE()');
    return Number(row?.bytes ?? 0);
  }
  const path = db.address.slice('sqlite:'.length);
  const sizes = await Promise.all(
    [path, `${path}-wal`].map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Bytes of what SQLite has committed and not yet put into its file; 0 on MariaDB. */
export async function walSize(db: Database): Promise<number> {
  if (db.kind === 'mariadb') return 0;
  return stat(`${db.address.slice('sqlite:'.length)}-wal`).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Files that rows were uploaded for, and their bytes without thumbnails. */
export async function filesSize(db: Database): Promise<{ count: number; bytes: number; loose: number }> {
  const row: RawRow | undefined = await table(db, '_file').count({ count: '*', loose: 'loose_at' }).sum({ bytes: 'size' }).first();
  return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0), loose: Number(row?.loose ?? 0) };
}
