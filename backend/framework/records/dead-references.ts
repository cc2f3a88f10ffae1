/**
 * References that the database itself refuses: where there is a foreign key, the row pointed at need not be looked up before each save, only after a refusal,
 * to say at which field.
 */

import type { ObjectModel, Row } from '#codegen/model.ts';
import type { Database } from '#framework/data/engine/connect.ts';
import { isDeadReference } from '#framework/data/engine/db-problem.ts';
import { existingKeys, missingReferences } from '#framework/data/rows/references.ts';
import { rulesOf } from '#rules/application.ts';
import { editionReference } from '#rules/records/edition.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { RecordTools } from './record-tools.ts';

const none: ReadonlySet<string> = new Set();
const known = new WeakMap<Database, WeakMap<ObjectModel, Promise<ReadonlySet<string>>>>();

/** Fields whose dead references the database refuses. SQLite is asked beforehand: there a question costs no way to a server. */
export async function keyedFields({ db: given, registry }: RecordTools, model: ObjectModel): Promise<ReadonlySet<string>> {
  const db = given.joins ?? given;
  // Rules that read other rows are to find those that the row points at.
  if (db.kind === 'sqlite' || rulesOf(model.name).related || editionReference(model)) return none;
  const ofDatabase = known.get(db) ?? new WeakMap<ObjectModel, Promise<ReadonlySet<string>>>();
  known.set(db, ofDatabase);
  let fields = ofDatabase.get(model);
  if (!fields) {
    fields = existingKeys(db, (object) => registry.get(object)?.model, model);
    ofDatabase.set(model, fields);
    fields.catch(() => ofDatabase.delete(model)); // the next save asks again
  }
  return fields;
}

/** The refusal for a row that the database refused because of a reference: each dead one at its place. Undefined for any other error. */
export async function deadReferences({ db, registry }: RecordTools, model: ObjectModel, row: Row, names: readonly string[], error: unknown) {
  if (!isDeadReference(error)) return undefined;
  const fields = await missingReferences(db, (object) => registry.get(object)?.model, model, row, names);
  return fields.length ? Object.assign(new Refusal('msg.invalid', { fields }), { cause: error }) : undefined;
}
