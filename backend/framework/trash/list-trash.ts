import type { Lang } from '#codegen/model.ts';
import { readRenames } from '#framework/data/evolve/journal.ts';
import { projectRow, readerFor } from '#framework/data/rows/reader.ts';
import { countTaken, countTrash, listTrash as loadTrash, peopleOfTrash, type TrashedRow, type TrashFilter } from '#framework/data/rows/trash.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { stampOf } from '#framework/time.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { titleOf } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import { demandRight, inPresentShape } from './restore-trash.ts';
import type { TrashPage } from './wire.ts';

export type { TrashFilter };

/** Entries of one page, and rows looked at for them: of those that row rules hide there may be many in a row. */
const pageSize = 50;
const mostLooked = 1_000;

/**
 * A page of what somebody deleted, newest first: rows of objects that the person may delete, as far as they may read them. Administrators also see
 * what is left of objects that are gone.
 */
export async function listTrash(tools: RecordTools & { config: { trashDays: number } }, actor: Actor, filter: TrashFilter, lang: Lang): Promise<TrashPage> {
  const { db, registry } = tools;
  const counts = await countTrash(db);
  const mayKnow = (object: string) => {
    const model = registry.get(object)?.model;
    return model ? may(model, actor.roles, 'delete') && may(model, actor.roles, 'read') : isAdministrator(actor);
  };
  /** Of what else was taken along they are told that there is something, not what. */
  const mayName = (object: string) => {
    const model = registry.get(object)?.model;
    return model ? may(model, actor.roles, 'read') : isAdministrator(actor);
  };
  const objects = [...counts.keys()].filter(mayKnow);
  const shown: TrashedRow[] = [];
  let [below, looked, isEnd] = [filter.below, 0, false];
  while (shown.length < pageSize && looked < mostLooked && !isEnd) {
    const rows = await loadTrash(db, { ...filter, objects, ...(below !== undefined && { below }) }, pageSize);
    isEnd = rows.length < pageSize;
    looked += rows.length;
    for (const row of rows) {
      below = row.id;
      if (await isVisible(tools, actor, row)) shown.push(row);
      if (shown.length === pageSize) break;
    }
  }
  const renames = await readRenames(db, objects);
  const taken = await countTaken(
    db,
    shown.map(({ deletion }) => deletion),
  );
  const entries = shown.map((row) => {
    const model = registry.get(row.object)?.model;
    const whole = model && inPresentShape(model, row, renames.get(row.object) ?? [], db.kind).row;
    return {
      id: row.id,
      object: row.object,
      row: row.rowId,
      title: model && whole ? titleOf(projectRow(readerFor(model, actor.roles, db.kind), whole), model, lang) : row.rowId,
      at: stampOf(row.at),
      by: row.by,
      taken: taken.filter(({ deletion }) => deletion === row.deletion).map(({ object, count }) => ({ object: mayName(object) ? object : '', count })),
      isKnown: model !== undefined,
    };
  });
  const hasMore = shown.length === pageSize || !isEnd;
  return { entries, next: hasMore ? (below ?? null) : null, objects, people: await peopleOfTrash(db, objects), days: tools.config.trashDays };
}

async function isVisible(tools: RecordTools, actor: Actor, row: TrashedRow): Promise<boolean> {
  const model = tools.registry.get(row.object)?.model;
  if (!model) return isAdministrator(actor);
  try {
    demandRight(tools, actor, row, inPresentShape(model, row, (await readRenames(tools.db, [row.object])).get(row.object) ?? [], tools.db.kind).row);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
