/** Steps that go over every row of an object once, in portions: what was cut off begins again, and finds most rows right. */
import { createHash } from 'node:crypto';
import type { ObjectModel } from '#codegen/model.ts';
import type { StepKind } from '#framework/system/wire.ts';
import type { Database } from '../engine/connect.ts';
import { table } from '../engine/table.ts';
import type { AppliedState } from './journal.ts';
import { type Step, step } from './step.ts';

/** Rows of one transaction. */
const portion = 200;

/**
 * The step; none where it was done for this change, or there is no row. `change` is what makes it another one beside the model before it: the same change may
 * be made again, after it was taken back.
 */
export async function stepOverRows(
  db: Database,
  { name }: ObjectModel,
  { at }: AppliedState,
  done: ReadonlySet<string>,
  { kind, fields, change, description }: { kind: StepKind; fields: string[]; change: unknown; description: string },
): Promise<Step[]> {
  const mark = createHash('sha256')
    .update(JSON.stringify([at, change]))
    .digest('hex')
    .slice(0, 16);
  const key = `${kind}:${name}:${mark}`;
  if (done.has(key)) return [];
  const counted = await table(db, name).count({ n: '*' }).first();
  const count = Number(counted?.n ?? 0);
  return count ? [step(kind, name, '', { key, description, fields, rows: { count, ids: [] } })] : [];
}

/** The keys of its rows. */
export async function* keysInPortions(db: Database, { name, entity: { key } }: ObjectModel): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const ids = ((await table(db, name).where(key, '>', last).orderBy(key).limit(portion).pluck(key)) as unknown[]).map(String);
    if (!ids.length) return;
    yield ids;
    last = ids.at(-1) ?? last;
  }
}
