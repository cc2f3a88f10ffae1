/** Texts of one's own. */
import { typeOf } from '#codegen/schema-node.ts';
import { ofValues, schemaOfArray } from './common/bases.ts';
import type { Kind, SchemaFace } from './kind.ts';

export const tags: Kind<'tags'> = { ...ofValues, name: 'tags', within: ['json'] };

export const tagsSchema: SchemaFace<'tags'> = {
  ...schemaOfArray,
  name: 'tags',
  takes: ({ type, items }) => type === 'array' && items !== undefined && typeOf(items) === 'string',
  searched: true,
  type: () => ({ type: 'array', items: { type: 'string' } }),
};
