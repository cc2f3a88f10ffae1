/** Written and never read: an action stores its hash. */
import { widgetOf } from '#codegen/schema-node.ts';
import { ofText, schemaOfLine } from './common/bases.ts';
import type { Kind, SchemaFace } from './kind.ts';

export const password: Kind<'password'> = {
  ...ofText,
  name: 'password',
  operators: () => [],
  sorts: false,
  read: undefined,
  secret: true,
  verbatim: true,
  stored: 255,
};

export const passwordSchema: SchemaFace<'password'> = {
  ...schemaOfLine,
  name: 'password',
  takes: ({ node, type }) => type === 'string' && (node.writeOnly === true || widgetOf(node) === 'password'),
  stands: [],
  sample: (_random, index) => `demo-${index}-pass`,
  describe: () => ({ writeOnly: true }),
};
