/** The input of one field by itself, outside of its record's form: in a cell of a list, in a change of many records. It is the widget of its kind. */

import { useMemo } from 'react';
import { useLanguage, useText } from '#client/language.tsx';
import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { type FormFacts, FormFactsContext } from '#fields/contract/form-facts.ts';
import type { Pending } from '#fields/contract/pending.ts';
import { ShapeDialogContext } from '#fields/contract/shape-dialog.ts';
import { digitsOf } from '#fields/number/decimal.ts';
import { widgetOf } from '#fields/widgets.ts';
import { stepOf } from '#rules/records/field-path.ts';

interface Props {
  id: string;
  model: ObjectModel;
  field: FieldModel;
  value: JsonValue | undefined;
  /** what is known of the record, for what its other fields decide; {} where it is many */
  row: Row;
  /** what is typed and not handed over yet */
  pending: Pending;
  onChange(value: JsonValue): void;
  onTrouble(message: string | undefined): void;
  invalid?: boolean;
  /** its label is said, not shown */
  cell?: boolean;
}

const nobody = { leave() {}, change() {}, unsaved() {} };

export default function OneField({ id, model, field, value, row, pending, onChange, onTrouble, invalid = false, cell = false }: Props) {
  const { lang } = useLanguage();
  const text = useText();
  const facts = useMemo(
    (): FormFacts => ({
      ...nobody,
      model,
      object: model.name,
      ids: id,
      lang,
      mode: 'edit',
      pending,
      row: () => row,
      // A reference that copies values into fields beside it sets its own alone here.
      change: (_path, patch) => patch[field.name] !== undefined && onChange(patch[field.name] ?? null),
      trouble: (_path, message) => onTrouble(message),
      errorsAt: () => [],
    }),
    [model, id, lang, pending, row, field, onChange, onTrouble],
  );
  const Widget = widgetOf(field);
  return (
    <FormFactsContext.Provider value={facts}>
      <ShapeDialogContext.Provider value={undefined}>
        <Widget
          id={id}
          field={field}
          label={text(field.label) || field.name}
          value={value}
          options={{ path: stepOf(field.name), width: 'full', required: field.required }}
          digits={digitsOf(field, row, row)}
          path={[field.name]}
          problems={{}}
          onChange={onChange}
          onChangeMany={(patch) => onChange(patch[field.name] ?? null)}
          onBlur={() => undefined}
          onTrouble={onTrouble}
          readOnly={false}
          required={field.required}
          invalid={invalid}
          describedBy={`${id}-help`}
          cell={cell}
        />
        <span id={`${id}-help`} hidden />
      </ShapeDialogContext.Provider>
    </FormFactsContext.Provider>
  );
}
