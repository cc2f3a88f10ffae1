/**
 * What was typed and not saved, kept in session storage, so that a reload or a lost session costs nothing. One draft per row.
 * Passwords are never kept. Reads and writes a Storage handed to it.
 */
import type { ObjectModel, Row } from '#codegen/model.ts';

export interface Draft {
  /** the version it was based on; null for a new row */
  ver: number | null;
  /** the row as it was on the server, for three-way comparison; null for a new row */
  base: Row | null;
  row: Row;
  /** milliseconds since the epoch */
  at: number;
}

const key = (name: string, id: string | undefined): string => `draft:${name}:${id ?? ''}`;

export function keepDraft(storage: Storage, model: ObjectModel, id: string | undefined, draft: Draft): void {
  try {
    storage.setItem(key(model.name, id), JSON.stringify({ ...draft, row: withoutSecrets(draft.row, model) }));
  } catch {
    // storage full or switched off: a draft is a convenience, the form itself goes on
  }
}

export function readDraft(storage: Storage, model: ObjectModel, id: string | undefined): Draft | undefined {
  try {
    const text = storage.getItem(key(model.name, id));
    const draft: unknown = text ? JSON.parse(text) : undefined;
    return isDraft(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function dropDraft(storage: Storage, model: ObjectModel, id: string | undefined): void {
  try {
    storage.removeItem(key(model.name, id));
  } catch {
    // see keepDraft
  }
}

function withoutSecrets(row: Row, model: ObjectModel): Row {
  const secret = new Set(model.fields.filter((field) => field.kind === 'password' || field.writeOnly).map((field) => field.name));
  return Object.fromEntries(Object.entries(row).filter(([name]) => !secret.has(name)));
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && 'row' in value && typeof value.row === 'object' && value.row !== null && 'at' in value;
}
