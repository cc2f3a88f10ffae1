/** Steps for what changes inside nested values: members that get another name, that go, and that come back. Pure. */

import type { FieldModel, ObjectModel } from '#codegen/model.ts';
import { pathOf, stepOf, stepsOf } from '#rules/records/field-path.ts';
import { type DatabaseKind, ident } from '../../engine/connect.ts';
import { literal } from '../../queries/fragment.ts';
import { compareInside, formerField } from '../inside.ts';
import type { AppliedState, readArchived } from '../journal.ts';
import type { TableLayout } from '../layout.ts';
import { type Step, step } from '../step.ts';

type Archived = Awaited<ReturnType<typeof readArchived>>;

/**
 * Members that no field has any more stay where they are: they are recorded, so that nobody sees them and every save preserves them, and removed from the
 * record when their field comes back. Only a new name changes the values themselves.
 */
export function insideSteps(
  kind: DatabaseKind,
  model: ObjectModel,
  tables: readonly TableLayout[],
  applied: AppliedState | undefined,
  archived: Archived,
  done: ReadonlySet<string>,
): Step[] {
  if (!applied || !tables.length) return [];
  // The same change may be made again, after it was taken back.
  const change = `${applied.hash.slice(0, 12)}-${model.hash.slice(0, 12)}-${applied.at}`;
  return model.fields.flatMap((field) => {
    const old = formerField(applied.model.fields, model.fields, field);
    if (!old?.fields || !field.fields || field.file) return [];
    if (!field.child)
      return field.column?.type === 'json'
        ? columnSteps(kind, model.name, field.column.name, stepOf(field.name), old.fields, field.fields, archived, done, change)
        : [];
    // What lies in columns of its own is compared with them; inside these, values nest further.
    const [table, before, wanted] = [field.child.table, old.fields, field.fields];
    return wanted.flatMap((inner) => {
      const former = formerField(before, wanted, inner);
      if (!former?.fields || !inner.fields || inner.column?.type !== 'json' || inner.file) return [];
      return columnSteps(kind, table, inner.column.name, pathOf([field.name, inner.name]), former.fields, inner.fields, archived, done, change);
    });
  });
}

function columnSteps(
  kind: DatabaseKind,
  table: string,
  column: string,
  path: string,
  old: readonly FieldModel[],
  wanted: readonly FieldModel[],
  archived: Archived,
  done: ReadonlySet<string>,
  change: string,
): Step[] {
  const { renames, removed } = compareInside(old, wanted);
  const known = archived.filter(({ tbl, col, field }) => tbl === table && col === column && field.startsWith(`${path}.`));
  const isBack = (field: string) => memberAt(wanted, field.slice(path.length + 1)) !== undefined;
  const back = known.filter(({ field }) => isBack(field));
  const gone = removed.filter((one) => !known.some(({ field }) => field === `${path}.${one.path}`));
  const steps: Step[] = [];
  const names = (some: readonly { field: string }[]) => some.map(({ field }) => field);
  if (renames.length)
    steps.push(
      step('renameInside', table, column, {
        key: `renameInside:${table}:${column}:${change}`,
        fields: renames.map(({ at, to }) => `${path}.${pathOf([...at, to])}`),
        description: `rename ${renames.map(({ at, from, to }) => `${`${path}.${pathOf([...at, from])}`} as ${to}`).join(', ')}`,
        blocking: true,
        inside: { table, column, renames },
        renames: renames.map(({ at, from, to }) => ({ field: `${path}.${pathOf([...at, to])}`, former: `${path}.${pathOf([...at, from])}` })),
      }),
    );
  if (gone.length)
    steps.push(
      step('archiveInside', table, column, {
        key: `archiveInside:${table}:${column}:${change}`,
        fields: gone.map((one) => `${path}.${one.path}`),
        description: `keep what ${gone.map((one) => `${path}.${one.path}`).join(', ')} held`,
        archives: gone.map((one) => ({ column, field: `${path}.${one.path}`, model: one.field })),
      }),
    );
  if (back.length)
    steps.push(
      step('restoreInside', table, column, {
        key: `restoreInside:${table}:${column}:${change}`,
        fields: names(back),
        description: `show again what ${names(back).join(', ')} held`,
        sql: back.map(
          ({ field }) =>
            `UPDATE \`_archive\` SET \`purged_at\` = 1 WHERE \`tbl\` = '${table}' AND \`col\` = '${column}' AND ${ident('field')} = ${literal(field, kind)} AND \`purged_at\` IS NULL`,
        ),
      }),
    );
  return steps.filter((one) => !done.has(one.key) || one.kind !== 'renameInside');
}

/** The nested field at a dotted path. */
function memberAt(fields: readonly FieldModel[], path: string): FieldModel | undefined {
  const [first, ...rest] = stepsOf(path);
  const field = fields.find(({ name }) => name === first);
  return !field || !rest.length ? field : memberAt(field.fields ?? [], pathOf(rest));
}

/** What was applied, with the nested fields that were removed before: one that comes back is measured by what it was. */
export function withArchived(applied: AppliedState, model: ObjectModel, archived: Archived): AppliedState {
  const inside = archived.flatMap(({ field, model: old, col }) =>
    old && !col.startsWith('_x_') && field.includes('.') ? [{ path: stepsOf(field), old }] : [],
  );
  if (!inside.length) return applied;
  const add = (fields: readonly FieldModel[], at: readonly string[]): FieldModel[] => {
    const grown = fields.map((field) => (field.fields ? { ...field, fields: add(field.fields, [...at, field.name]) } : field));
    const here = inside.filter(({ path }) => path.length === at.length + 1 && at.every((name, index) => path[index] === name));
    return [...grown, ...here.flatMap(({ old }) => (grown.some(({ name }) => name === old.name) ? [] : [old]))];
  };
  return {
    ...applied,
    model: {
      ...applied.model,
      fields: applied.model.fields.map((field) =>
        field.fields && model.fields.some(({ name }) => name === field.name) ? { ...field, fields: add(field.fields, [field.name]) } : field,
      ),
    },
  };
}
