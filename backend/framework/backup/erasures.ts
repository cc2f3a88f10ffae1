/**
 * The list of what was erased, beside the backups: object, key and moment, nothing else of a person. It outlives the database, so that an older backup
 * that is restored loses again what was erased after it was made (decision 165).
 */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from '#framework/data/engine/connect.ts';
import { type Erased, findErased, forgetErased, noteErased } from '#framework/data/system/accounts/erased.ts';
import { ensureSystemTables } from '#framework/data/system/system-tables.ts';
import type { Storage } from '#framework/files/storage.ts';
import { Work } from '#framework/records/verb.ts';
import { instant, iso, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, administrator } from '#rules/accounts/actor.ts';
import { staff } from '#rules/accounts/realm.ts';
import { where } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { Slot } from '#rules/slot.ts';
import { erasuresName, isErasures, keepNote } from './backup-store.ts';

/** By object: erases a row as it was erased before, without a mail to anybody. False where nothing of a person is left in it. */
export const erasers = new Slot<Record<string, (work: Work, id: string) => Promise<boolean>>>({});

/** An erasure that began before a backup and was committed after its picture, and clocks of servers that differ; ms. */
const margin = 600_000;

/** Nobody: what a restore brought back goes by itself. */
const nobody: Actor = { id: '', name: '', roles: [administrator], realm: staff };

/** Of each database, what is on its way into the list: one after the other, so that a line is written once. */
const listing = new WeakMap<Tools['db'], Promise<void>>();

/** Writes what was erased since into the list. Where the store is away, the next call does; two servers may both write it, and once more does no harm. */
export function listErasures(tools: Pick<Tools, 'db' | 'backups' | 'log'>): Promise<void> {
  const next = (listing.get(tools.db) ?? Promise.resolve()).then(() => addToList(tools));
  listing.set(tools.db, next);
  return next;
}

/** Fails never: what could not be written is told in the log. */
async function addToList({ db, backups, log }: Pick<Tools, 'db' | 'backups' | 'log'>): Promise<void> {
  try {
    const found = await findErased(db, false);
    if (!found.length) return;
    const lines = found.map(({ object, id, at }) => `${JSON.stringify({ object, id, at: iso(stampOf(at)) })}\n`);
    await keepNote(await backups(), erasuresName(Date.now(), randomBytes(6).toString('hex')), lines.join(''));
    for (const one of found) await forgetErased(db, one);
  } catch (error) {
    log.warn({ err: error }, 'what was erased is not in the list beside the backups yet');
  }
}

/** What the list in a store says. @throws StoreAway */
export async function erasuresIn(store: Storage): Promise<Erased[]> {
  const all: Erased[] = [];
  for await (const { name } of store.list()) if (isErasures(name)) all.push(...read(await text(await store.open(name))));
  return all;
}

/** What the list in a folder says, beside an archive that somebody named. */
export async function erasuresBeside(folder: string): Promise<Erased[]> {
  const names = (await readdir(folder)).filter(isErasures);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).flatMap(read);
}

/** Notes in the restored database what of the list is later than the backup; gives how many. */
export async function noteDue(url: string, listed: readonly Erased[], made: string): Promise<number> {
  const later = listed.filter(({ at }) => at >= instant(made) - margin);
  const due = new Map(later.map((one) => [`${one.object} ${one.id}`, one]));
  const db = await connect(url);
  try {
    await ensureSystemTables(db);
    await db.transaction(async (tx) => {
      for (const one of due.values()) await noteErased(tx, one, true);
    });
    return due.size;
  } finally {
    await db.close();
  }
}

/** Erases again what a restore brought back; before the server serves, and each hour what could not be erased then. One by one: none waits for another. */
export async function eraseAgain(tools: Tools): Promise<void> {
  const due = await findErased(tools.db, true);
  if (!due.length) return;
  const counts = { erased: 0, without: 0, putOff: 0 };
  for (const one of due) {
    try {
      const eraser = erasers.value[one.object];
      if (!eraser || tools.tables.blocked(one.object) !== undefined) throw new Error(`nothing erases ${one.object} now`);
      const did = await tools.db.transaction(async (tx) => {
        const work = new Work(tools, tx, nobody, 'erasedagain', tools.now());
        const { key } = work.model(one.object).entity;
        const [row] = await work.rows(one.object, where({ [key]: one.id }));
        const isErased = row !== undefined && (await eraser(work, one.id));
        // The list of this place gets it too: a backup may lie here that is older.
        await noteErased(tx, isErased ? { ...one, at: work.now.getTime() } : one);
        return isErased;
      });
      counts[did ? 'erased' : 'without'] += 1;
    } catch (error) {
      counts.putOff += 1;
      tools.log.error({ err: error, object: one.object, id: one.id }, 'what was erased before the restore is not erased again yet');
    }
  }
  tools.log.warn(counts, 'erased again what the restored backup held');
}

function read(lines: string): Erased[] {
  return lines.split('\n').flatMap((line) => {
    if (!line) return [];
    const one: unknown = JSON.parse(line);
    if (!isObject(one)) throw new Error('a line of the list of erasures is damaged');
    return [{ object: String(one.object), id: String(one.id), at: instant(String(one.at)) }];
  });
}
