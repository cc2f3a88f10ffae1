/** Who wrote a draft beside the person who has it open: for the notice of what others changed, and for both sides of a conflict (decision 132). */
import { loadHistory } from '#framework/data/rows/history.ts';
import { readerFor, wholeReader } from '#framework/data/rows/reader.ts';
import { loadRows } from '#framework/data/rows/records.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { changedPaths } from '#rules/records/field-changes.ts';
import { applicantRoles, type SiteTools, siteModel } from './own.ts';

/** Entries of the history that are looked at, newest first: more than happens between two looks of an open page. */
const mostEntries = 40;

/** Path → who changed it last: a person's name, or their address where they have none, '' for staff. What this person changed last is not in it. */
export async function changedBy({ db, registry }: SiteTools, actor: Actor, id: string): Promise<Record<string, string>> {
  const entries = await loadHistory(db, readerFor(siteModel({ registry }, 'enrolment'), applicantRoles, db.kind), id, mostEntries);
  const last = new Map<string, string>();
  for (const { by, changes } of entries) {
    const [before, after] = [0, 1].map((side) => Object.fromEntries(Object.entries(changes).map(([name, sides]) => [name, sides[side] ?? null])));
    for (const path of changedPaths(before ?? {}, after ?? {})) if (!last.has(path)) last.set(path, by);
  }
  const others = new Set([...last.values()].filter((by) => by !== actor.id));
  if (!others.size) return {};
  const people = await loadRows(db, wholeReader(siteModel({ registry }, 'applicant'), db.kind), [...others]);
  const names = new Map(people.map(({ id: one, name, email }) => [one, name || email]));
  return Object.fromEntries([...last].flatMap(([path, by]) => (by === actor.id ? [] : [[path, names.get(by) ?? ''] as const])));
}
