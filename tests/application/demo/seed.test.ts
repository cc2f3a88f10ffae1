/** The demo and the generator, through the registry, the tables and the verbs that a server has. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boardRows } from '#application/pairing/actions/forum-rows.ts';
import { newest } from '#application/pairing/actions/read-board.ts';
import { boardStateOf, changedSince, unmetWishes, wholeForum } from '#application/pairing/rules/board-state.ts';
import { whyNot } from '#application/pairing/rules/explain.ts';
import { meetingsOf } from '#application/pairing/rules/forum.ts';
import { violationsOf } from '#application/pairing/rules/verify.ts';
import { filmRecipe } from '#backend/demo/recipes/film.ts';
import { demoSignIns, seedDemo } from '#backend/demo/seed.ts';
import { demoVisitors } from '#backend/demo/seed-selection.ts';
import { hashPassword, matchesPassword } from '#framework/accounts/hash-password.ts';
import { ensureTables } from '#framework/data/evolve/ensure.ts';
import { openRegistry, type Registry } from '#framework/objects/registry.ts';
import { generate, generateRows } from '#framework/samples/generate-rows.ts';
import { checkInvariants } from '#framework/system/check-invariants.ts';
import { completeRow } from '#rules/records/record.ts';
import { freshDatabase, type TestDatabase, testDatabases } from '../../support/database/database.ts';

const root = new URL('../../..', import.meta.url).pathname;
const cacheDir = mkdtempSync(join(tmpdir(), 'demo-cache-'));
let registry: Registry;
beforeAll(async () => {
  registry = await openRegistry({ schemasDir: join(root, 'schemas'), localesDir: join(root, 'locales'), cacheDir, distDir: 'dist' });
});
afterAll(() => {
  registry.close();
  rmSync(cacheDir, { recursive: true, force: true });
});

describe('generator', () => {
  it('makes for every object that ships rows that its validator takes', async () => {
    for (const entry of registry.objects()) {
      const { validate } = await registry.validator(entry.model.name);
      for (const row of generate(entry, 7, 100)) {
        const complete = completeRow(row, entry.model.fields);
        // References need rows of other objects, and keys given by the server come with the save.
        const missing = validate(complete).filter(
          ({ instancePath }) => !entry.model.fields.some((field) => instancePath === `/${field.name}` && (field.relation || field.readOnly)),
        );
        expect(missing, `${entry.model.name} ${JSON.stringify(row)}`).toEqual([]);
      }
    }
  });

  it('gives the same rows for the same seed, others for another, and any stretch of them', () => {
    const film = registry.get('film')!;
    const first = generate(film, 3, 20, { recipe: filmRecipe(['co_0001']) });
    expect(generate(film, 3, 20, { recipe: filmRecipe(['co_0001']) })).toEqual(first);
    expect(generate(film, 4, 20, { recipe: filmRecipe(['co_0001']) })).not.toEqual(first);
    expect([...generateRows(film, { seed: 3, start: 11, count: 5, recipe: filmRecipe(['co_0001']) })]).toEqual(first.slice(10, 15));
  });

  it('keeps keys apart over many rows', () => {
    const ids = new Set(generate(registry.get('company')!, 1, 20_000).map((row) => row.id));
    expect(ids.size).toBe(20_000);
  });
});

describe.each(testDatabases)('demo on %s', (kind) => {
  let db: TestDatabase;
  const now = new Date('2026-11-21T08:00:00Z');
  const tools = () => ({ db, registry, now: () => now, hashPassword, log: { warn: () => undefined, info: () => undefined } });
  const count = async (table: string): Promise<number> => Number((await db.query<{ n: number }>(`SELECT COUNT(*) AS n FROM \`${table}\``))[0]?.n);
  const boardOf = async (cid: string) => {
    const rows = await boardRows(db, registry, cid);
    return { rows, unmet: unmetWishes(boardStateOf(rows)) };
  };
  beforeAll(async () => {
    db = await freshDatabase(kind);
    await ensureTables(db, registry.objects());
    expect(await seedDemo(tools())).toBe(true);
  }, 180_000);
  afterAll(() => db.drop());

  it('writes 80 companies, 300 films and one user a role', async () => {
    expect([await count('company'), await count('film'), await count('user')]).toEqual([80, 300, 3]);
  });

  it('P01 has users whose printed passwords are theirs', async () => {
    for (const { id, pw } of demoSignIns) {
      const [row] = await db.query<{ pw: string }>('SELECT pw FROM `user` WHERE id = ?', [id]);
      expect(await matchesPassword(String(row?.pw), pw), id).toBe(true);
    }
  });

  it('has a history of several people over weeks, none of it in the future', async () => {
    const rows = await db.query<{ at: number; by: string; action: string }>('SELECT at, `by`, action FROM _history ORDER BY id');
    const updates = rows.filter((row) => row.action === 'update');
    expect(updates.length).toBeGreaterThan(80);
    const guests = new Set((await db.query<{ id: string }>('SELECT id FROM decision_maker')).map(({ id }) => id));
    expect(new Set(updates.map((row) => row.by).filter((by) => !guests.has(by))).size).toBe(3); // two of the staff, one applicant
    expect(new Set(updates.map((row) => row.by).filter((by) => guests.has(by))).size).toBe(17); // on their pages
    const times = rows.map((row) => Number(row.at));
    expect(Math.max(...times)).toBeLessThan(now.getTime());
    expect(now.getTime() - Math.min(...times)).toBeGreaterThan(30 * 86_400_000);
  });

  it('S01 has a forum with enrolments in every state, a jury, pitches and decision makers', async () => {
    expect([await count('campaign'), await count('enrolment'), await count('jury'), await count('decision_maker')]).toEqual([5, 137, 23, 56]);
    expect(await db.query('SELECT cid, COUNT(*) AS n FROM jury WHERE chair = 1 GROUP BY cid ORDER BY cid')).toEqual(
      ['ccdf14', 'ccdf15', 'newtalent15'].map((cid) => ({ cid, n: 1 })),
    );
    const states = await db.query<{ status: string; n: number }>('SELECT status, COUNT(*) AS n FROM enrolment GROUP BY status');
    expect(states.map(({ status }) => status).sort()).toEqual(['draft', 'selected', 'submitted', 'verified']);
    expect(await count('pitch')).toBeGreaterThan(30);
    const [writer] = await db.query('SELECT w.email AS invited, a.email AS joined FROM enrolment_writer w JOIN applicant a ON a.id = w.applicant');
    expect(writer?.invited, 'a co-writer who has joined').toBe(writer?.joined);
    expect(writer?.invited).toMatch(/@example\.com$/);
    expect(await count('selection')).toBeGreaterThan(60);
    expect(await db.query('SELECT id FROM viewing_page WHERE cid = ?', ['ccdf15'])).toHaveLength(4);
    const numbers = await db.query<{ enrollid: string; cid: string }>("SELECT enrollid, cid FROM enrolment WHERE enrollid <> ''");
    expect(new Set(numbers.map(({ cid, enrollid }) => `${cid} ${enrollid}`)).size).toBe(numbers.length);
    expect(Number((await db.query<{ n: number }>("SELECT COUNT(*) AS n FROM pitch WHERE dataSource = 'enrolment'"))[0]?.n)).toBe((await count('pitch')) - 18);
    expect((await checkInvariants({ db, registry })).violations).toEqual([]);
  });

  it('S03 P04 has a campaign whose jury selects now, its jurors differently far, and a sign-in of each realm', async () => {
    const now = '2026-11-21 08:00:00';
    const [campaign] = await db.query<{ id: string; maxSel: number }>('SELECT id, maxSel FROM campaign WHERE sStart <= ? AND sEnd > ?', [now, now]);
    expect(campaign).toEqual({ id: 'newtalent15', maxSel: 10 });
    const rows = await db.query<{ enrollid: string }>("SELECT enrollid FROM enrolment WHERE cid = 'newtalent15' AND status = 'verified' AND enrollid <> ''");
    expect(rows).toHaveLength(24);
    const chosen = await db.query<{ email: string; n: number }>(
      "SELECT j.email, SUM(s.choice = 'primary') AS n FROM jury j LEFT JOIN selection s ON s.jury = j.id WHERE j.cid = 'newtalent15' GROUP BY j.email ORDER BY j.email",
    );
    expect(chosen.map(({ n }) => Number(n ?? 0)).sort((a, b) => a - b)).toEqual([0, 2, 4, 6, 8, 10]);
    const own = await db.query<{ status: string; returnMsg: string }>(
      "SELECT e.status, e.returnMsg FROM enrolment e JOIN applicant a ON a.id = e.applicant WHERE a.email = 'applicant@example.com' ORDER BY e.create_at",
    );
    expect(own.map(({ status, returnMsg }) => [status, returnMsg !== ''])).toEqual([
      ['draft', false],
      ['submitted', false],
      ['draft', true],
    ]);
    for (const { realm, email, pw } of demoVisitors) {
      const [row] = await db.query<{ pw: string }>(`SELECT pw FROM ${realm} WHERE email = ?`, [email]);
      expect(await matchesPassword(String(row?.pw), pw), email).toBe(true);
    }
  });

  it('E07 V04-V07 S06 has a released timetable from the solver: proven best, a few unmet wishes for several reasons; and mails that were sent or failed', async () => {
    const { rows, unmet } = await boardOf('ccdf14');
    expect(new Set(rows.pairings.map(({ dm }) => dm)).size).toBe(36);
    const [run] = await newest(db, registry, 'pairing_run', 'ccdf14', 3);
    expect(run).toMatchObject({ state: 'taken', aim: 'fair', seed: 17, meetings: rows.pairings.length, breaks: 0, alone: 0 });
    expect(run?.score).toBe(run?.bound);
    const forum = wholeForum(rows, { dmQuota: 0, pitchQuota: Number(run?.pitchQuota) }, true);
    expect(violationsOf(forum.instance, meetingsOf(forum, rows.pairings))).toEqual([]);
    const plan = meetingsOf(forum, rows.pairings);
    const reasons = unmet.map(({ dm, pitch }) => whyNot(forum.instance, plan, forum.dms.indexOf(dm), forum.pitches.indexOf(pitch)).reason);
    expect(unmet.length).toBeGreaterThanOrEqual(5);
    expect(unmet.length).toBeLessThanOrEqual(15);
    expect([...new Set(reasons)].sort()).toEqual(['displaced', 'nocommon', 'pitchquota']);
    const [release] = await newest(db, registry, 'pairing_release', 'ccdf14', 1);
    expect(changedSince(release, rows.pairings)).toBe(0);
    const mails = await db.query<{ status: string; n: number }>('SELECT status, COUNT(*) AS n FROM mail GROUP BY status ORDER BY status');
    // Nothing waits: a start with a mail server must not send invented mails.
    expect(mails.map(({ status }) => status)).toEqual(['failed', 'sent']);
  });

  it('S06 has a forum in preparation: most people have answered, a draft with two manual meetings and a locked one, one later answer, nothing released', async () => {
    const { rows, unmet } = await boardOf('market15');
    const some = (list: unknown) => Array.isArray(list) && list.length > 0;
    expect([rows.dms.length, rows.pitches.length, rows.dms.filter(({ priority }) => some(priority)).length]).toEqual([20, 18, 17]);
    expect(rows.dms.filter(({ available }) => some(available))).toHaveLength(16);
    expect([rows.pairings.filter(({ mode }) => mode === 'manual').length, rows.pairings.filter(({ locked }) => locked).length]).toEqual([2, 1]);
    expect(rows.pairings.length).toBeGreaterThan(70);
    const runs = await newest(db, registry, 'pairing_run', 'market15', 5);
    expect(runs.map(({ aim, state }) => [aim, state])).toEqual([
      ['fair', 'taken'],
      ['wishes', 'planned'],
    ]);
    const met = new Set(rows.pairings.map(({ dm }) => dm));
    const late = new Set(unmet.filter(({ dm }) => !met.has(dm)).map(({ dm }) => dm));
    expect([late.size, await newest(db, registry, 'pairing_release', 'market15', 1)]).toEqual([2, []]);
  });

  it('E09 S04 has 150 orders of three years in three currencies and every state, with consecutive serials', async () => {
    const rows = await db.query<Record<string, unknown>>('SELECT status, currency, serial, date FROM sales_order');
    expect(rows).toHaveLength(150);
    const years = new Set(rows.map((row) => String(row.date).slice(0, 4)));
    expect([years.size >= 3, new Set(rows.map((row) => row.currency)).size, new Set(rows.map((row) => row.status)).size]).toEqual([true, 3, 3]);
    expect(rows.every((row) => (row.serial === '') === (row.status === 'draft'))).toBe(true);
    const serials = rows.map((row) => String(row.serial)).filter((serial) => serial.startsWith('SO-2025-'));
    expect(serials.map((serial) => Number(serial.slice(-4))).sort((a, b) => a - b)).toEqual(serials.map((_, index) => index + 1));
    const [lines] = await db.query<Record<string, unknown>>('SELECT COUNT(*) AS n, SUM(commission > 0) AS paid FROM sales_order__lines');
    expect(Number(lines?.n)).toBeGreaterThan(200);
    expect(Number(lines?.paid)).toBeGreaterThan(200);
  });

  it('leaves a database that already has rows unchanged', async () => {
    expect(await seedDemo(tools())).toBe(false);
    expect(await count('film')).toBe(300);
  });
});
