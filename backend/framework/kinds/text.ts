/** Several lines of text. */
import { longestString } from '#codegen/lint/vocabulary.ts';
import { asNumber, asObject, widgetOf } from '#codegen/schema-node.ts';
import { type ColumnFace, columnOfText, plain, textIn } from './column.ts';
import { ofText, schemaOfLongText } from './common/bases.ts';
import type { Kind, SchemaFace } from './kind.ts';

export const text: Kind<'text'> = { ...ofText, name: 'text', long: true };

export const textSchema: SchemaFace<'text'> = {
  ...schemaOfLongText,
  name: 'text',
  takes: ({ node, type }) => {
    const widget = widgetOf(node);
    const isLong =
      (asNumber(node.maxLength) ?? 0) > longestString && asObject(node['x-db'])?.open !== true && node.format === undefined && widget === undefined;
    return type === 'string' && (isLong || ['textarea', 'css', 'code'].includes(widget ?? ''));
  },
  stands: ['filter', 'search'],
  searched: true,
};

/** Characters above which a text is a MEDIUMTEXT: 16,000 × 4 bytes still fit a TEXT. */
export const textLimit = 16_000;

export const textColumn: ColumnFace<'text', 'text' | 'mediumtext'> = {
  ...columnOfText,
  type: 'text',
  stores: {
    text: { family: 'text', sqlite: 'TEXT', mariadb: 'TEXT', collation: 'text' },
    mediumtext: { family: 'text', sqlite: 'TEXT_LONG', mariadb: 'MEDIUMTEXT', collation: 'text' },
  },
  lay: (column, field, stored) => {
    const length = stored ?? column.length ?? field?.maxLength;
    return plain(length !== undefined && length <= textLimit ? 'text' : 'mediumtext');
  },
  convert: (value) => textIn(value, Number.POSITIVE_INFINITY),
};
