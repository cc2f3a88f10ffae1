/** One line of text; `format` says email, uri, phone, telephone, id, digits, identifier. */
import { ofText, schemaOfLine } from './bases.ts';
import type { Kind, SchemaFace } from './kind.ts';

export const string: Kind<'string'> = { ...ofText, name: 'string', line: true, within: ['text'] };

export const stringSchema: SchemaFace<'string'> = {
  ...schemaOfLine,
  name: 'string',
  takes: ({ type }) => type === 'string',
  stands: ['list', 'filter', 'sort', 'search'],
  searched: true,
};
