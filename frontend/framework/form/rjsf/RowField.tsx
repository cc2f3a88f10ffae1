/**
 * RJSF as the one field of react-admin's form: it walks the schema, everything around it (saving, dirty state, leaving, errors)
 * is the form's. It does not validate by itself; the problems to show come in as `problems`.
 */

import Form, { type IChangeEvent } from '@rjsf/core';
import type { RegistryFieldsType, RJSFSchema, TemplatesType, UiSchema, ValidatorType } from '@rjsf/utils';
import { useMemo } from 'react';
import type { ShownProblem } from '#client/problems.ts';
import type { JsonSchema, Row } from '#codegen/model.ts';
import { useFormFacts } from '#fields/contract/form-facts.ts';
import { unspelled } from '#fields/contract/path.ts';
import { Slot } from '#rules/slot.ts';
import { toErrorSchema } from '../state/problems.ts';
import { domId } from './dom-id.ts';
import { FieldTemplate } from './FieldTemplate.tsx';
import { KindField } from './KindField.tsx';
import { ListField } from './ListField.tsx';
import { ObjectTemplate } from './ObjectTemplate.tsx';
import { PairsField } from './PairsField.tsx';

interface RowFieldProps {
  schema: JsonSchema;
  uiSchema: UiSchema;
  /** knows the branches of the schema */
  validator: ValidatorType;
  row: Row;
  problems: ShownProblem[];
  onChange(row: Row): void;
}

export function RowField({ schema, uiSchema, validator, row, problems, onChange }: RowFieldProps) {
  const { ids } = useFormFacts();
  const spelled = JSON.stringify(problems);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `spelled` is `problems` by value, so that RJSF gets no new errors where they stayed the same
  const extraErrors = useMemo(() => toErrorSchema(problems), [spelled]);
  return (
    <Form<Loose>
      tagName="div"
      idPrefix={ids}
      idSeparator={idSeparator}
      schema={schema as RJSFSchema} // the same JSON under RJSF's own type
      uiSchema={uiSchema}
      validator={validator}
      formData={row}
      extraErrors={extraErrors}
      fields={fieldsOfForm()}
      templates={templates}
      noValidate
      noHtml5Validate
      showErrorList={false}
      experimental_defaultFormStateBehavior={defaults}
      onChange={(event: IChangeEvent<Loose>, id?: string) => {
        // Without an id that was not typed: RJSF reports defaults it filled in, which are the server's to decide
        if (id !== undefined && event.formData) onChange(event.formData as Row); // what came in as a row
      }}
    >
      {/* no button of RJSF's own */}
      <span hidden />
    </Form>
  );
}

/** A row under a type that RJSF's generics do not unfold without end. */
type Loose = Record<string, unknown>;

/** What the ids of the main form begin with. */
export const mainIds = 'field';
/** not in any field's name, so that ids stay unambiguous */
const idSeparator = '-';

/** 'contract/0/start' → the id of its box */
export function boxId(path: string, ids: string): string {
  return domId([ids, ...unspelled(path)].join(idSeparator));
}

/** RJSF fields of the application, by the name that x-ui's widget says. */
export const moreFields = new Slot<RegistryFieldsType>({});

let fields: RegistryFieldsType | undefined;

/** One object for all forms: RJSF renders again when it is another. */
function fieldsOfForm(): RegistryFieldsType {
  fields ??= { kind: KindField, list: ListField, pairs: PairsField, ...moreFields.value };
  return fields;
}

const templates: Partial<TemplatesType> = { FieldTemplate, ObjectFieldTemplate: ObjectTemplate };
const defaults = { constAsDefaults: 'never', emptyObjectFields: 'skipDefaults', arrayMinItems: { populate: 'never' } } as const;
