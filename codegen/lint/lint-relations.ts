/** Rules about references: the target is there, can be named, and the first record can be made at all. */

import { rootOf } from '#rules/records/field-path.ts';
import type { FieldModel, ObjectEntry } from '../model.ts';
import type { Lintable } from './finding.ts';
import { suggestion } from './nearest.ts';

export function lintRelations(it: Lintable): void {
  const { entry, others, context, report } = it;
  each(entry.model.fields, '', (field, path) => {
    const relation = field.relation;
    if (!relation) return;
    const target = others.get(relation.to);
    if (!target) {
      // A target that is broken now is named by its own finding, not by all that refer to it.
      if (!context.names.has(relation.to)) report(path, 'x-relation', `there is no object "${relation.to}"`, suggestion(relation.to, context.names));
      return;
    }
    if (!hasTitle(target))
      report(path, 'x-relation', `rows of "${relation.to}" have no title to show`, `schemas/${relation.to}.json should have x-titleTemplate or a text field`);
    const names = new Set(target.model.fields.map(({ name }) => name));
    const there = [
      ...Object.values(relation.copies ?? {}).map((copied) => rootOf(copied)),
      ...Object.keys(relation.filter ?? {}).map((key) => key.split('@')[0] ?? key),
    ];
    for (const name of there) if (!names.has(name)) report(path, 'x-relation', `"${relation.to}" has no field "${name}"`, suggestion(name, names));
    if (relation.onDelete === 'null' && field.required)
      report(path, 'x-relation', 'a required reference cannot become empty when its target is deleted', 'onDelete should be "restrict" or "cascade"');
  });
  const cycle = requiredCycle(entry, others);
  if (cycle)
    report(
      cycle.field,
      'required',
      `required references form a circle (${cycle.names.join(' → ')}), so the first record could never be created`,
      'one of these references should not be required',
    );
}

function each(fields: FieldModel[], prefix: string, visit: (field: FieldModel, path: string) => void): void {
  for (const field of fields) {
    visit(field, `${prefix}${field.name}`);
    if (field.fields) each(field.fields, `${prefix}${field.name}.`, visit);
  }
}

/** Declared, or made of a field that says more than the key. */
function hasTitle({ model, schema }: ObjectEntry): boolean {
  return schema['x-titleTemplate'] !== undefined || model.titleTemplate !== `{${model.entity.key}}`;
}

/** A way along required references that comes back to where it began. */
function requiredCycle(start: ObjectEntry, others: ReadonlyMap<string, ObjectEntry>): { field: string; names: string[] } | undefined {
  const origin = start.model.name;
  for (const first of required(start)) {
    const visited = new Set<string>();
    const queue: string[][] = [[origin, first.to]];
    for (const names of queue) {
      const last = names.at(-1) ?? '';
      if (last === origin) return { field: first.field, names };
      if (visited.has(last)) continue;
      visited.add(last);
      const entry = others.get(last);
      if (entry) for (const { to } of required(entry)) queue.push([...names, to]);
    }
  }
  return undefined;
}

function required({ model }: ObjectEntry): { field: string; to: string }[] {
  return model.fields.flatMap((field) =>
    field.required && field.relation && !isOptionalByDefault(field) ? [{ field: field.name, to: field.relation.to }] : [],
  );
}

function isOptionalByDefault(field: FieldModel): boolean {
  return typeof field.default === 'string' && field.default !== '';
}
