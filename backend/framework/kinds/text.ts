/** Several lines of text. */
import { longestString } from '#codegen/lint/vocabulary.ts';
import { asNumber, widgetOf } from '#codegen/schema-node.ts';
import { ofText, schemaOfLongText } from './bases.ts';
import type { Kind, SchemaFace } from './kind.ts';

export const text: Kind<'text'> = { ...ofText, name: 'text' };

export const textSchema: SchemaFace<'text'> = {
  ...schemaOfLongText,
  name: 'text',
  takes: ({ node, type }) => {
    const widget = widgetOf(node);
    const isLong = (asNumber(node.maxLength) ?? 0) > longestString && node.format === undefined && widget === undefined;
    return type === 'string' && (isLong || ['textarea', 'css', 'code'].includes(widget ?? ''));
  },
  stands: ['filter', 'search'],
  searched: true,
};
