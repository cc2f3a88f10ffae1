/** What is erased by the clock, by two processes on one MariaDB at the same moment: each account once, with one mail and one history (decisions 146 and 147). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '#framework/data/engine/connect.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { entered, put, selecting } from '../../../support/forum/jury.ts';
import { addApplicant } from '../../../support/forum/site.ts';
import { killRunning, runServer } from '../../../support/process.ts';
import { startServer } from '../../../support/server.ts';

afterEach(killRunning);

const [expiring, wishing, staying] = [12, 6, 4];
const over = { cStart: '2026-01-01 00:00:00', cEnd: '2026-02-01 00:00:00', sStart: '2026-02-02 00:00:00', sEnd: '2026-03-10 16:00:00' };

describe.runIf(testDatabases.includes('mariadb'))('two processes that erase at the same moment', () => {
  it('P02 P05 erase each account and enrolment once, with one last mail and one entry, and leave none', async () => {
    const { url, remove } = freshUrl('mariadb');
    const folder = mkdtempSync(join(tmpdir(), 'retention-two-'));
    const first = await startServer({ kind: 'mariadb', env: { DATABASE_URL: url } });
    await put(first, 'campaign', selecting('old', { ...over, keepMonths: 3, keepSince: '2026-03-01 00:00:00' }), selecting('wished', over));
    await put(first, 'campaign', selecting('now', { cEnd: '2099-01-01 00:00:00', sStart: '2099-02-01 00:00:00', sEnd: '2099-03-01 00:00:00' }));
    const addresses: string[] = [];
    let number = 0;
    const account = async (kind: string, erased: boolean, more = {}) => {
      number += 1;
      const email = `${kind}-${number}@example.com`;
      if (erased) addresses.push(email);
      return addApplicant(first, email, { name: `名 ${number}`, ...more });
    };
    const accounts: string[] = [];
    for (let n = 0; n < expiring; n += 1) {
      const applicant = await account('expires', true);
      accounts.push(applicant);
      await put(
        first,
        'enrolment',
        entered('old', `e${n}a`, { applicant, status: 'draft', enrollid: '', submitAt: '' }),
        entered('old', `e${n}b`, { applicant }),
      );
    }
    for (let n = 0; n < wishing; n += 1) {
      const applicant = await account('wishes', true, { eraseAsked: '2026-02-20 00:00:00' });
      accounts.push(applicant);
      await put(first, 'enrolment', entered('wished', `w${n}`, { applicant }));
    }
    for (let n = 0; n < staying; n += 1) {
      const applicant = await account('stays', false);
      await put(first, 'enrolment', entered('old', `s${n}`, { applicant }), entered('now', `s${n}n`, { applicant, status: 'submitted', enrollid: '' }));
    }
    await first.stop();

    const db = await connect(url);
    const count = async (sql: string) => Number((await db.query<{ n: number }>(sql))[0]?.n);
    const waiting = `SELECT COUNT(*) AS n FROM information_schema.innodb_trx t JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id
      WHERE p.db = DATABASE() AND t.trx_state = 'LOCK WAIT'`;
    const { serverSecret, publicSecret } = first.tools.config;
    const start = (name: string) =>
      runServer({ DATABASE_URL: url, DATA_DIR: join(folder, name), SERVER_SECRET: serverSecret, PUBLIC_SECRET: publicSecret, LOG_LEVEL: 'info' });
    // Both have found what is to go, and stand at the first account, before either may go on.
    const servers = await db.transaction(async (tx) => {
      await tx.query('SELECT id FROM applicant FOR UPDATE');
      const starting = Promise.all([start('one'), start('two')]);
      await expect.poll(() => count(waiting), { timeout: 60_000, interval: 100 }).toBe(2);
      return { starting };
    });
    const both = await servers.starting;
    const erased = () => count("SELECT COUNT(*) AS n FROM applicant WHERE erasedAt IS NOT NULL AND name = '' AND ver = 2");
    await expect.poll(erased, { timeout: 30_000, interval: 200 }).toBe(accounts.length);

    const entries = await db.query<{ obj: string; row_id: string; n: number }>(
      "SELECT obj, row_id, COUNT(*) AS n FROM _history WHERE `by` = '' AND action IN ('erase', 'expire') GROUP BY obj, row_id",
    );
    expect(entries.filter(({ n }) => Number(n) !== 1)).toEqual([]);
    const ofObject = (object: string) => entries.filter(({ obj }) => obj === object).map(({ row_id }) => row_id);
    expect(ofObject('applicant').sort()).toEqual([...accounts].sort());
    const mails = await db.query<{ to: string }>("SELECT `to` FROM mail WHERE template LIKE 'erased%'");
    expect(mails.map(({ to }) => to).sort()).toEqual([...addresses].sort());
    // Drafts are gone; the others are emptied, those of accounts that stay too, and what is under way is whole.
    expect(await count("SELECT COUNT(*) AS n FROM enrolment WHERE id LIKE 'e%a'")).toBe(0);
    expect(await count("SELECT COUNT(*) AS n FROM enrolment WHERE cid IN ('old', 'wished') AND logline = '' AND ver = 2")).toBe(expiring + wishing + staying);
    expect(await count("SELECT COUNT(*) AS n FROM enrolment WHERE cid = 'now' AND logline <> '' AND ver = 1")).toBe(staying);
    expect(await count("SELECT COUNT(*) AS n FROM applicant WHERE erasedAt IS NULL AND ver = 1 AND name <> ''")).toBe(staying);
    for (const { output } of both) expect(output()).not.toMatch(/not erased yet|sweep put off/);
    for (const server of both) await server.kill();
    await db.close();
    await remove();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);
});
