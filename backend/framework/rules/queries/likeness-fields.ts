/** By which fields rows are compared. Apart from how alike they are, whose table of characters no page should carry. Pure. */
import type { ObjectModel } from '#codegen/model.ts';
import { fieldNamed, isSecret, titleFields } from '#rules/records/record.ts';

/** The fields that rows are compared by: `x-duplicates`, else the title and addresses of mail. */
export function likenessFields(model: ObjectModel): string[] {
  const isText = (name: string) => {
    const field = fieldNamed(model.fields, name);
    return field !== undefined && field.kind === 'string' && !isSecret(field) && !field.relation;
  };
  if (model.duplicates) return model.duplicates.filter(isText);
  const addresses = model.fields.filter(({ format }) => format === 'email').map(({ name }) => name);
  return [...new Set([...titleFields(model), ...addresses])].filter((name) => name !== model.entity.key && isText(name));
}
