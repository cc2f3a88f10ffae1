/** Released versions of a campaign's timetable, and which of them people were informed of. */

import { type BatchRow, findBatch, listBatches } from '#application/mailing/data/mail-batches.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { narrowReader, wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { loadWith } from '#framework/records/check-related.ts';
import type { ObjectSource } from '#framework/records/record-tools.ts';
import type { PairingRelease } from '#generated/objects.ts';
import { where } from '#rules/records/facts.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type Version, versionOf } from '../rules/release.ts';
import type { ReleaseLine } from '../rules/release-facts.ts';

type Registry = Pick<ObjectSource, 'get'>;
type Batch = BatchRow & { counts: Record<string, number> };

/** Most versions on the page; `versionRow` still reads older ones. */
const listed = 100;

export const emptyVersion: Version = { meetings: [], gone: [] };

/** A version, with or without its meetings. */
export type Released = Omit<PairingRelease, 'meetings' | 'gone'> & Partial<PairingRelease>;

export interface Versions {
  /** newest first, without their meetings */
  rows: Released[];
  /** the number of mails by batch id, without discarded batches */
  batches: ReadonlyMap<string, Batch>;
  /** newest number, 0 for none */
  number: number;
  /** the version of which people were informed last; where the newest one's mails wait for review or were discarded, the version from which those start */
  known: number;
  /** batches that wait for review, of versions after `known` */
  waiting: BatchRow[];
}

/** Three statements, or four. */
export async function loadVersions(db: Executor, registry: Registry, cid: string): Promise<Versions> {
  const rows = await newestRows(db, registry, cid, listed, ['meetings', 'gone']);
  const batches = new Map((await listBatches(db, cid)).map((batch) => [batch.id, batch]));
  const [row] = rows;
  // Only the newest ones can wait: they replace those of earlier versions, and have all changes since their base.
  const newest = row?.batch ? (batches.get(row.batch) ?? (await findBatch(db, row.batch))) : undefined;
  const isUnreported = newest?.state === 'held' || newest?.state === 'discarded';
  const waiting = newest?.state === 'held' ? [newest] : [];
  return { rows, batches, number: numberOf(row), known: (isUnreported ? row?.base : row?.number) ?? 0, waiting };
}

/** The version with a number; 0 is an empty one. @throws Refusal msg.notfound */
export async function versionRow(
  db: Executor,
  registry: Registry,
  cid: string,
  number: number,
): Promise<{ version: Version; row: PairingRelease | undefined }> {
  if (number === 0) return { version: emptyVersion, row: undefined };
  const [row] = await loadWith(db, registry).rows('pairing_release', where({ cid, number }));
  if (!row) throw new Refusal('msg.notfound', { values: { object: 'pairing_release', id: number } });
  return { version: versionOf(row), row };
}

/** The newest version, with its row. */
export async function newestVersion(db: Executor, registry: Registry, cid: string): Promise<{ version: Version; row: Released } | undefined> {
  const [row] = await newestRows(db, registry, cid, 1);
  return row && { version: versionOf(row), row };
}

export function releaseLine(row: Released, batches: ReadonlyMap<string, Batch>): ReleaseLine {
  const batch = batches.get(row.batch);
  return {
    number: numberOf(row),
    at: row.create_at,
    by: row.update_by,
    note: row.note,
    count: row.count ?? 0,
    // Replaced or discarded mails informed nobody.
    told: batch ? (row.told ?? 0) : 0,
    back: row.back ?? 0,
    batch: batch ? { id: batch.id, state: batch.state, counts: batch.counts } : null,
  };
}

/** The highest numbers first. */
async function newestRows(db: Executor, registry: Registry, cid: string, limit: number, without: readonly (keyof PairingRelease)[] = []): Promise<Released[]> {
  const model = registry.get('pairing_release')?.model;
  if (!model) return [];
  const names = new Set(model.fields.map(({ name }) => name as keyof PairingRelease).filter((name) => !without.includes(name)));
  return loadPage(db, narrowReader(wholeReader(model, db.kind), names), { filter: where({ cid }), sort: { field: 'number', order: 'DESC' }, limit, offset: 0 });
}

function numberOf(row: Released | undefined): number {
  return row?.number ?? 0;
}
