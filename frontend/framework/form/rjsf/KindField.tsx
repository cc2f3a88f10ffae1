/** RJSF's field for every leaf: finds the field in the object model and hands over to the widget of its kind. */

import Box from '@mui/material/Box';
import { type ErrorSchema, type FieldProps, getUiOptions } from '@rjsf/utils';
import { useCallback, useContext } from 'react';
import { textIn } from '#client/text.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import { useFormFacts } from '#fields/contract/form-facts.ts';
import { valueIn } from '#fields/contract/path.ts';
import type { FieldOptions } from '#fields/contract/widget.ts';
import { digitsOf, showFigure } from '#fields/number/decimal.ts';
import { useCopiedValues } from '#fields/reference/copied-values.ts';
import { widgetOf } from '#fields/widgets.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { isObject } from '#rules/records/record.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { FieldValue } from '../panels/FieldValue.tsx';
import { PlaceContext } from './contexts.ts';
import { domId } from './dom-id.ts';

export function KindField({ fieldPathId, formData, uiSchema, readonly, disabled, required, rawErrors, errorSchema, onChange }: FieldProps) {
  const { model, lang, row, leave, change, trouble } = useFormFacts();
  const place = useContext(PlaceContext);
  const options = getUiOptions(uiSchema) as unknown as FieldOptions; // written by deriveUiSchema, which knows no other shape
  const { path } = fieldPathId;
  const id = domId(fieldPathId.$id);
  const key = path.join('/');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the path by value; RJSF makes a new array now and then
  const give = useCallback((value: JsonValue) => onChange(value, path, undefined, id), [onChange, key, id]);
  const copyFrom = useCopiedValues(options.path);
  const hand = copyFrom
    ? (value: JsonValue) => {
        give(value);
        copyFrom(path, value);
      }
    : give;
  const field = fieldAt(model.fields, options.path.replaceAll('.', '/'));
  if (!field) return null;
  if (place === 'grid' && (field.computed || field.formula)) {
    return (
      <Box id={id} role="group" aria-label={textIn(field.label, lang) || field.name} sx={computedCell}>
        {showFigure(field, formData, scopeOf(row(), path), row())}
      </Box>
    );
  }
  if (place === 'side' && (readonly || disabled)) {
    return (
      <Box id={id} role="group" aria-labelledby={`${id}-label`} sx={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
        <FieldValue field={field} value={formData as JsonValue | undefined} row={row()} />
      </Box>
    );
  }
  const Widget = widgetOf(field);
  return (
    <Widget
      id={id}
      field={field}
      label={textIn(field.label, lang) || field.name}
      value={formData as JsonValue | undefined} // RJSF's any: a row's value
      options={options}
      digits={digitsOf(field, scopeOf(row(), path), row())}
      path={path}
      problems={problemsIn(errorSchema)}
      onChange={hand}
      onChangeMany={(patch: Row) => change(path.slice(0, -1), patch)}
      onBlur={() => leave(path)}
      onTrouble={(message) => trouble(path, message)}
      readOnly={Boolean(readonly || disabled)}
      required={options.required || Boolean(required)}
      invalid={Boolean(rawErrors?.length)}
      describedBy={`${id}-help ${id}-error`}
      cell={place === 'grid'}
    />
  );
}

/** The object that holds the field: the record, or a line of it. */
function scopeOf(row: Row, path: readonly (string | number)[]): Row {
  const scope = valueIn(row, path.slice(0, -1));
  return isObject(scope) ? scope : row;
}

/** A figure among boxes: as high as they are, and plainly not to be typed in. */
const computedCell = {
  minHeight: 32,
  px: 1,
  py: '6px',
  textAlign: 'right',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  color: 'text.secondary',
} as const;

/** Sentences below this field, by their path in its value. */
export function problemsIn(errors: ErrorSchema | undefined, at = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, inner] of Object.entries(errors ?? {})) {
    // Every part but __errors is a tree of its own; RJSF leaves holes in those of lists.
    if (name === '__errors' || typeof inner !== 'object' || inner === null) continue;
    const below = inner as ErrorSchema; // see above
    const path = at ? `${at}/${stepOf(name)}` : stepOf(name);
    const [message] = below.__errors ?? [];
    if (message) found[path] = message;
    Object.assign(found, problemsIn(below, path));
  }
  return found;
}
