/** What the database says beside the schema files: lists of options that staff changed, and fields that the application's rows add. */
import type { Executor } from '#framework/data/engine/connect.ts';
import { readCodeLists } from '#framework/data/system/code-lists.ts';
import type { AddedField, Overlay } from '#framework/objects/overlay.ts';
import { Slot } from '#rules/slot.ts';

/** The application's added fields, in an order that stays; none before its tables are made. */
export const addedFields = new Slot<(db: Executor) => Promise<AddedField[]>>(async () => []);

export async function readOverlay(db: Executor): Promise<Overlay> {
  return { lists: await readCodeLists(db), fields: await addedFields.value(db) };
}
