import { connect } from '#framework/data/engine/connect.ts';
import { SqliteConnection } from '#framework/data/engine/sqlite-driver.ts';

/** Another program holds the row (MariaDB) or, as SQLite has it, the whole file; gives what lets it go. */
export async function holdRow(databaseUrl: string, table: string, id: string): Promise<() => Promise<void>> {
  if (databaseUrl.startsWith('sqlite:')) {
    const other = new SqliteConnection(databaseUrl.slice('sqlite:'.length));
    for (let isHeld = false; !isHeld; await new Promise(setImmediate)) {
      try {
        other.exec('BEGIN IMMEDIATE');
        isHeld = true;
      } catch {
        // something is being written at this moment
      }
    }
    return async () => {
      other.exec('ROLLBACK');
      other.close();
    };
  }
  const other = await connect(databaseUrl);
  let letGo = (): void => undefined;
  let isHeld = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const ended = other.transaction(async (tx) => {
    await tx.query(`SELECT id FROM \`${table}\` WHERE id = ? FOR UPDATE`, [id]);
    await new Promise<void>((resolve) => {
      letGo = resolve;
      isHeld();
    });
  });
  await held;
  return async () => {
    letGo();
    await ended;
    await other.close();
  };
}
