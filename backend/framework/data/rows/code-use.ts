/** Which codes of an option list rows have, in their tables and in the trash. */
import type { FieldModel, ObjectModel } from '#codegen/model.ts';
import type { OptionCode } from '#rules/records/options.ts';
import type { Executor } from '../engine/connect.ts';
import { raw, table } from '../engine/table.ts';

/** A column that may hold a code: as its whole value, or somewhere inside JSON. */
interface Place {
  table: string;
  column: string;
  isWhole: boolean;
}

/**
 * The object among these of which a row has the code: 'book'. Inside JSON a code is looked for as text, so that one may be called used that only
 * looks alike; never the other way round.
 */
export async function codeUser(db: Executor, models: readonly ObjectModel[], list: string, code: OptionCode): Promise<string | undefined> {
  for (const model of models) {
    for (const place of placesOf(model, list)) {
      const found = place.isWhole
        ? table(db, place.table).where(place.column, code)
        : table(db, place.table).whereRaw(`?? LIKE ? ESCAPE '!'`, [place.column, inJson(code)]);
      if ((await found.select(raw(db, '1 AS one')).limit(1)).length) return model.name;
    }
    const isInTrash = placesOf(model, list).length > 0;
    const trashed = isInTrash
      ? await table(db, '_trash')
          .where({ obj: model.name })
          .whereRaw(`?? LIKE ? ESCAPE '!'`, ['data', inJson(code)])
          .select('id')
          .limit(1)
      : [];
    if (trashed.length) return model.name;
  }
  return undefined;
}

function placesOf(model: ObjectModel, list: string): Place[] {
  return model.fields.flatMap((field): Place[] => {
    if (field.child) {
      const own = field.child.table;
      return (field.fields ?? []).flatMap((inner) => columnOf(inner, own, list));
    }
    return columnOf(field, model.name, list);
  });
}

function columnOf(field: FieldModel, name: string, list: string): Place[] {
  if (!field.column || !holds(field, list)) return [];
  return [{ table: name, column: field.column.name, isWhole: field.codes === list && field.kind === 'select' }];
}

/** Itself, or anything inside it. */
export function holds(field: FieldModel, list: string): boolean {
  return field.codes === list || (field.fields ?? []).some((inner) => holds(inner, list));
}

function inJson(code: OptionCode): string {
  const text = typeof code === 'string' ? JSON.stringify(code) : String(code);
  return `%${text.replaceAll(/[!%_]/g, '!$&')}%`;
}
