/** One line of text; `format` says email, uri, phone, telephone, id, digits, identifier. */
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
