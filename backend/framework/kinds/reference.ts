/** The id of a row of `relation.to`, or ''. */
import { keyLength } from '#codegen/lint/vocabulary.ts';
import type { JsonSchema, Relation } from '#codegen/model.ts';
import { asObject, asString, withoutUndefined } from '#codegen/schema-node.ts';
import { equality, lineRule, ofText } from './common/bases.ts';
import type { Kind, SchemaFace } from './kind.ts';

export const reference: Kind<'reference'> = { ...ofText, name: 'reference', operators: () => equality, within: ['string', 'text'] };

export const referenceSchema: SchemaFace<'reference'> = {
  name: 'reference',
  takes: ({ node, type }) => type !== 'array' && node['x-relation'] !== undefined,
  stands: ['list', 'filter', 'sort'],
  usualFilter: true,
  groups: true,
  exact: true,
  points: true,
  column: () => 'string',
  width: () => keyLength,
  describe: (node) => ({ relation: relationOf(node, false) }),
  rule: lineRule,
  type: (field, of) => ({ type: 'string', ...(field.name === 'id' ? {} : of.id(field)) }),
};

export function relationOf(node: JsonSchema, many: boolean): Relation {
  const hint = node['x-relation'];
  const full = asObject(hint);
  const onDelete = full?.onDelete;
  const copies = asObject(full?.copies);
  return withoutUndefined<Relation>({
    to: asString(hint) ?? asString(full?.to) ?? '',
    many,
    filter: asObject(full?.filter),
    onDelete: onDelete === 'null' || onDelete === 'cascade' ? onDelete : 'restrict',
    copies: copies && Object.fromEntries(Object.entries(copies).flatMap(([own, there]) => (typeof there === 'string' ? [[own, there]] : []))),
  });
}
