/**
 * What has happened on a campaign's board since a version. The version is the id of a history entry, so every process on the database gives the same
 * answer.
 */

import type { Transaction } from '#framework/data/engine/connect.ts';
import { type Entry, entriesSince, lastEntry } from '#framework/data/rows/entries.ts';
import { loadWith } from '#framework/records/check-related.ts';
import type { ObjectSource } from '#framework/records/record-tools.ts';
import { stampOf } from '#framework/time.ts';
import { among } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import type { BoardChanges } from '../rules/board-facts.ts';
import { boardPairing } from '../rules/board-state.ts';
import { stepsOf } from './steps.ts';

/** Objects whose changes change the board. */
export const boardObjects = ['pairing', 'decision_maker', 'pitch', 'campaign'] as const;
/** When there are more new entries than this, the whole board is read again. */
const most = 2_000;

/** Reads under the campaign's lock, which every writer of its people and meetings takes first, so that no earlier change appears after the answer's version. */
export async function changesIn(tx: Transaction, registry: Pick<ObjectSource, 'get'>, cid: string, since: number): Promise<BoardChanges> {
  const version = await lastEntry(tx);
  const entries = since > version ? [] : await entriesSince(tx, since, boardObjects, most + 1);
  const steps = await stepsOf(tx, cid);
  if (since > version || entries.length > most) return { version, pairings: [], removed: [], isStale: true, who: [], ...steps };
  const load = loadWith(tx, registry);
  const idsOf = (object: string) => [...new Set(entries.flatMap((entry) => (entry.object === object ? [entry.row] : [])))];
  const existing = async <O extends string>(object: O) => {
    const ids = idsOf(object);
    return ids.length ? load.rows(object, among('id', ids)) : [];
  };
  const rows = (await existing('pairing')).filter((row) => row.cid === cid);
  const stands = new Set(rows.map(({ id }) => id));
  const left = entries.filter((entry) => wasIn(entry, cid));
  const removed = [...new Set(left.flatMap(({ object, row }) => (object === 'pairing' && !stands.has(row) ? [row] : [])))];
  const people = async (object: 'decision_maker' | 'pitch') => (await existing(object)).some((row) => row.cid === cid);
  const isStale =
    entries.some(({ object, row }) => object === 'campaign' && row === cid) ||
    left.some(({ object }) => object !== 'pairing') ||
    (await people('decision_maker')) ||
    (await people('pitch'));
  const own = new Set([...stands, ...removed]);
  const who = entries.flatMap(({ object, row, by, at, action }) =>
    object === 'pairing' && own.has(row) ? [{ by, at: stampOf(at), action, pairing: row }] : [],
  );
  return { version, pairings: rows.map(boardPairing), removed, isStale, who, ...steps };
}

/** True where the entry says that its row left the campaign: it was deleted, or moved to another campaign. */
function wasIn({ changes }: Entry, cid: string): boolean {
  if (!changes.includes('"cid"')) return false;
  const parsed: unknown = JSON.parse(changes);
  const change = isObject(parsed) ? parsed.cid : undefined;
  return Array.isArray(change) && change[0] === cid;
}
