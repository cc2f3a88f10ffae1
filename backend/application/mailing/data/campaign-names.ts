import type { Executor } from '#framework/data/engine/connect.ts';
import { table } from '#framework/data/engine/table.ts';

/** Both names of the campaign of a mail, and the mail's language; undefined for a mail without a campaign. */
export async function campaignNames(db: Executor, mail: string): Promise<{ cna: string; enaName: string; lang: string } | undefined> {
  const row = await table(db, { m: 'mail' }).join({ c: 'campaign' }, 'c.id', 'm.cid').where({ 'm.id': mail }).first('c.cna', 'c.enaName', 'm.lang');
  return row && { cna: String(row.cna ?? ''), enaName: String(row.enaName ?? ''), lang: String(row.lang ?? '') };
}
