/** One line of text; `format` says email, uri, phone, telephone, id, digits, identifier. */
import { longestString } from '#codegen/lint/vocabulary.ts';
import type { FieldModel } from '#codegen/model.ts';
import { type ColumnFace, columnOfText, textIn } from './column.ts';
import { ofText, schemaOfLine } from './common/bases.ts';
import type { Kind, SchemaFace } from './kind.ts';
import { textColumn, textLimit } from './text.ts';

export const string: Kind<'string'> = { ...ofText, name: 'string', line: true, within: ['text'] };

/** Is it a moment with a zone, which is stored as it was written and compared as an instant? */
export function isZoned({ kind, format }: Pick<FieldModel, 'kind' | 'format'>): boolean {
  return kind === 'string' && format === 'rfc3339';
}

/** Nobody types a second line where a width says that one is meant; a text without a width may be anything. */
export function isOneLine({ kind, maxLength }: Pick<FieldModel, 'kind' | 'maxLength'>): boolean {
  return kind === 'string' && maxLength !== undefined && maxLength <= longestString;
}

export const stringSchema: SchemaFace<'string'> = {
  ...schemaOfLine,
  name: 'string',
  takes: ({ type }) => type === 'string',
  stands: ['list', 'filter', 'sort', 'search'],
  searched: true,
};

export const stringColumn: ColumnFace<'string', 'varchar'> = {
  ...columnOfText,
  type: 'string',
  stores: { varchar: { family: 'text', sqlite: 'TEXT', mariadb: 'VARCHAR', sized: 'length', collation: 'text' } },
  lay: (column, field, stored) => {
    const length = stored ?? column.length ?? field?.maxLength;
    return length !== undefined && length <= textLimit ? { store: 'varchar', length, scale: 0 } : textColumn.lay(column, field, stored);
  },
  convert: (value, to) => textIn(value, to.length ?? Number.POSITIVE_INFINITY),
};
