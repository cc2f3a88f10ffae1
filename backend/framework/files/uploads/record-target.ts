/** Files of any field of files that the staff fill: the finished one is handed back, and the form saves it with its row, version and all. */

import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import type { Tools } from '#framework/tools.ts';
import { pathOf } from '#rules/records/field-path.ts';
import { fileFieldsOf } from '#rules/records/upload.ts';
import { Refusal } from '#rules/words/problem.ts';
import { staffPlace } from '../upload-files.ts';
import type { UploadTarget } from './target.ts';

export const recordTarget: UploadTarget = {
  // Films of 2 GB over an office's line: fewer, longer pieces.
  piece: 8 * 1_048_576,

  async lockOwner(tools, tx, actor) {
    const user = tools.registry.get('user')?.model;
    if (user) await loadRow(tx, wholeReader(user, tx.kind), actor.id, true);
  },

  /** How many files lie in the field is the form's to say, and the save's to refuse: some of those that stand may be on their way out. */
  async open(tools, tx, actor, wanted) {
    demandTable(tools, wanted.object ?? '');
    return {
      place: await staffPlace({ registry: tools.registry, db: tx }, actor, { object: wanted.object ?? '', rowId: wanted.rowId, field: wanted.field }),
      existing: 0,
    };
  },

  placeOf(tools, { object, rowId, field }) {
    const model = tools.registry.get(object)?.model;
    const found = model && fileFieldsOf(model).find(({ path }) => pathOf(path) === field);
    if (!found) throw new Refusal('msg.invalid', { fields: [{ path: 'field', code: 'field.option' }] });
    return { object, rowId, field, rule: found.rule };
  },

  /** Without permission for the row at the end, the upload is refused, even if it was allowed at the beginning. */
  async attach(tools, tx, actor, { object, rowId, field }) {
    demandTable(tools, object);
    await staffPlace({ registry: tools.registry, db: tx }, actor, { object, rowId, field });
  },

  show: async () => ({}),
};

function demandTable({ tables }: Pick<Tools, 'tables'>, object: string): void {
  if (tables.blocked(object) !== undefined) throw new Refusal('msg.needsmigration');
}
