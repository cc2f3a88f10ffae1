/**
 * The shape of an object's rows as JSON Schema, of which both descriptions for programs are made: the types of the client (emit-types.ts) and OpenAPI
 * (backend/framework/openapi). A value is what the codec decodes: a text that is not there is '', what may be NULL in the table may be null. Pure.
 */
import { kinds } from '#kinds/index.ts';
import { schemaFaces } from '#kinds/schemas.ts';
import { emptyDefault } from '../describe/empty.ts';
import type { FieldModel, JsonSchema, ObjectModel } from '../model.ts';

/** What a description says in its own way. */
export interface ShapeWriter {
  /** the type of a value of a closed list, where it has one of its own */
  codes(field: FieldModel): string | undefined;
  /** what the id of another row is beside a text */
  id(field: FieldModel): JsonSchema;
  /** the field's words, and what else stands beside its type */
  beside(field: FieldModel): JsonSchema;
  /** the name of what a field's own fields make, for a description that names them */
  named?(owner: string, field: FieldModel): string;
}

/** Fields that a row has: what is stored nowhere is no part of it. */
export function storedFields(model: ObjectModel): FieldModel[] {
  return model.fields.filter((field) => field.column || field.child);
}

/** Those that a client may send. */
export function sentFields(model: ObjectModel): FieldModel[] {
  return model.fields.filter((field) => !field.readOnly && !stamps.includes(field.name));
}

/** Is it shown to nobody? */
export function isSecret({ writeOnly, kind }: FieldModel): boolean {
  return writeOnly || kinds[kind].secret === true;
}

const stamps: readonly string[] = ['ver', 'create_at', 'update_at', 'update_by'];

/** `required`: the members that are there in every one. */
export function rowShape(fields: readonly FieldModel[], owner: string, required: readonly string[], writer: ShapeWriter): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, { ...valueShape(field, owner, writer), ...writer.beside(field) }])),
    required: [...required],
    additionalProperties: fields.some(({ rest }) => rest !== undefined),
  };
}

/**
 * An entry of a list or an object. In a table of its own (x-child) it has every column that everybody reads; in JSON it stands as it was written, and
 * may be of a time when the schema had fewer members.
 */
function entryShape(field: FieldModel, owner: string, writer: ShapeWriter): JsonSchema {
  const fields = field.fields ?? [];
  const there = field.child ? fields.filter(({ column, access }) => column && !access?.read) : [];
  const required = there.map(({ name }) => name);
  return { ...rowShape(fields, owner, required, writer), ...(writer.named && { title: owner }) };
}

function valueShape(field: FieldModel, owner: string, writer: ShapeWriter): JsonSchema {
  const name = writer.named?.(owner, field) ?? owner;
  return schemaFaces[field.kind].type(field, {
    codes: writer.codes,
    id: writer.id,
    entry: (one) => entryShape(one, name, writer),
    empty: emptyDefault,
  });
}
