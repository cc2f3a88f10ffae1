import type { Executor } from '#framework/data/engine/connect.ts';

/** Both names of the campaign of a mail, and the mail's language; undefined for a mail without a campaign. */
export async function campaignNames(db: Executor, mail: string): Promise<{ cna: string; enaName: string; lang: string } | undefined> {
  const [row] = await db.query('SELECT c.cna, c.enaName, m.lang FROM mail m JOIN campaign c ON c.id = m.cid WHERE m.id = ?', [mail]);
  return row && { cna: String(row.cna ?? ''), enaName: String(row.enaName ?? ''), lang: String(row.lang ?? '') };
}
