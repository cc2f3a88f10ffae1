/** A nested object, `fields`. */
import { asObject } from '#codegen/schema-node.ts';
import { ofJson } from './common/bases.ts';
import type { Kind, SchemaFace } from './kind.ts';

export const object: Kind<'object'> = { ...ofJson, name: 'object', shape: 'object', empty: () => ({}), operators: () => ['null'], within: ['json'] };

export const objectSchema: SchemaFace<'object'> = {
  name: 'object',
  takes: ({ node, type }) => type === 'object' && Object.keys(asObject(node.properties) ?? {}).length > 0,
  stands: [],
  column: () => 'json',
  type: (field, of) => of.entry(field),
};
