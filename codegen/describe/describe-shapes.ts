/**
 * One level of each shape that fields end with, for the form: its fields as those of a nested object, of which the ones of shared shapes end again. What
 * holds for columns and for the whole record (conditions, computed values, uploads) has no meaning in a value that is stored as JSON. Pure.
 */

import { pathBelow } from '#rules/records/field-path.ts';
import type { FieldModel, ShapeLevel } from '../model.ts';
import { dereferenced, strings, withoutUndefined } from '../schema-node.ts';
import { describeFields, partOf } from './describe-field.ts';
import type { FieldContext } from './field-context.ts';

/** The shapes that `fields` and the shapes themselves lead to, by their pointer. A label is looked up below the first field that leads there. */
export function describeShapes(fields: readonly FieldModel[], shared: readonly string[], context: FieldContext): Record<string, ShapeLevel> {
  const levels: Record<string, ShapeLevel> = {};
  const waiting = endsIn(fields, '');
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { ref, path } = next;
    if (levels[ref]) continue;
    const followed = dereferenced({ $ref: ref }, context.root);
    if (!followed) continue;
    const { node, refs } = followed;
    const place = ref === '#' ? { path: '', parts: [] } : { path, parts: refs.map(partOf) };
    const required = strings(node.required);
    const described = describeFields(node, place, [...shared, ...around(ref), ...refs], context);
    const level = described.map((field) => asJson({ ...field, required: required.includes(field.name) }));
    levels[ref] = { fields: level };
    waiting.push(...endsIn(level, ref === '#' ? '' : path));
  }
  return levels;
}

/** The items of a list that is itself a definition: that definition is on the way as well. */
function around(ref: string): string[] {
  return ref.endsWith('/items') ? [ref.slice(0, -'/items'.length)] : [];
}

/** The places at which fields end with a shape, those of this level first. */
function endsIn(fields: readonly FieldModel[], prefix: string): { ref: string; path: string }[] {
  const at = (name: string): string => pathBelow(prefix, name);
  const own = fields.flatMap(({ name, shape }) => (shape ? [{ ref: shape.ref, path: at(name) }] : []));
  return [...own, ...fields.flatMap(({ name, fields: inner }) => (inner ? endsIn(inner, at(name)) : []))];
}

function asJson(field: FieldModel): FieldModel {
  const { column, child, was, computed, formula, initial, file, visibleWhen, requiredWhen, readOnlyWhen, optionsWhen, access, fields, ...rest } = field;
  const kind = field.kind === 'files' ? 'list' : field.kind;
  return withoutUndefined<FieldModel>({ ...rest, kind, setOnce: false, fields: fields?.map(asJson) });
}
