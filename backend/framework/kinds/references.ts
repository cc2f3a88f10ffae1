/** Ids of rows of `relation.to`. */
import { ofValues, schemaOfArray } from './common/bases.ts';
import type { Kind, SchemaFace } from './kind.ts';
import { relationOf } from './reference.ts';

export const references: Kind<'references'> = { ...ofValues, name: 'references', within: ['tags', 'json'] };

export const referencesSchema: SchemaFace<'references'> = {
  ...schemaOfArray,
  name: 'references',
  takes: ({ node, type, items }) => {
    const isOther = node['x-file'] !== undefined || node['x-codes'] !== undefined;
    return type === 'array' && (node['x-relation'] !== undefined || (!isOther && items?.['x-relation'] !== undefined));
  },
  usualFilter: true,
  distinct: true,
  describe: (node) => ({ relation: relationOf(node, true) }),
  type: (field, of) => ({ type: 'array', items: { type: 'string', ...of.id(field) } }),
};
