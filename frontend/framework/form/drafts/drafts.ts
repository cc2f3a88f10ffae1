/**
 * What was typed and not saved, kept in session storage, so that a reload or a lost session costs nothing. One draft per row.
 * Passwords are never kept.
 */
import type { Kept } from '#client/kept.ts';
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

/** A draft is a convenience: where there is no room the form itself goes on. */
export function keepDraft(kept: Kept, model: ObjectModel, id: string | undefined, draft: Draft): void {
  kept.write(key(model.name, id), { ...draft, row: withoutSecrets(draft.row, model) });
}

export function readDraft(kept: Kept, model: ObjectModel, id: string | undefined): Draft | undefined {
  const draft = kept.read(key(model.name, id));
  return isDraft(draft) ? draft : undefined;
}

export function dropDraft(kept: Kept, model: ObjectModel, id: string | undefined): void {
  kept.write(key(model.name, id), undefined);
}

function withoutSecrets(row: Row, model: ObjectModel): Row {
  const secret = new Set(model.fields.filter((field) => field.kind === 'password' || field.writeOnly).map((field) => field.name));
  return Object.fromEntries(Object.entries(row).filter(([name]) => !secret.has(name)));
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && 'row' in value && typeof value.row === 'object' && value.row !== null && 'at' in value;
}
