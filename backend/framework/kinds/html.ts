/** Text with marks, sanitised on save and on show. */
import { widgetOf } from '#codegen/schema-node.ts';
import { ofText, schemaOfLongText } from './common/bases.ts';
import type { Kind, SchemaFace } from './kind.ts';

export const html: Kind<'html'> = { ...ofText, name: 'html', sorts: false, markup: true };

export const htmlSchema: SchemaFace<'html'> = {
  ...schemaOfLongText,
  name: 'html',
  takes: ({ node, type }) => type === 'string' && widgetOf(node) === 'html',
  stands: [],
};
