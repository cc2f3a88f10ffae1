/**
 * RJSF's validator without a compiler: the module that the server compiled does the validating, a small evaluator chooses
 * branches, and the sentences are the catalogue's. Nothing here generates code, so the content policy may forbid it.
 */
import { toErrorList, type ValidatorType } from '@rjsf/utils';
import type { ValidatorModule } from '#client/objects.tsx';
import { inWords, type ShownProblem } from '#client/problems.ts';
import type { JsonSchema, JsonValue, Lang, ObjectModel, Row } from '#codegen/model.ts';
import { rulesOf } from '#rules/application.ts';
import type { Problem } from '#rules/problem.ts';
import { completeRow } from '#rules/record.ts';
import { toProblems } from '#rules/validation.ts';
import type { Messages } from '#rules/wording.ts';
import { meets } from '../conditions/subschema.ts';
import { toErrorSchema } from '../state/problems.ts';

export interface FormValidator extends ValidatorType {
  /** Everything that is wrong with a record, as the server would say it. */
  problemsOf(record: Row): ShownProblem[];
}

export function buildValidator(module: ValidatorModule, model: ObjectModel, lang: Lang, messages: Messages, mode: 'create' | 'edit'): FormValidator {
  const problemsOf = (record: Row): ShownProblem[] => {
    const row = completeRow(forValidation(record, model), model.fields);
    const problems = toProblems(module.validate(row), row, model).filter((problem) => !isServersAffair(problem, model, mode));
    // The object's own rules, as the server will ask them; those that need other rows only it can.
    return inWords([...problems, ...(rulesOf(model.name).draft?.(row, undefined, '') ?? [])], messages, lang, model);
  };
  return {
    problemsOf,
    validateFormData(record) {
      const errorSchema = toErrorSchema(problemsOf((record ?? {}) as Row)); // RJSF's any: the form's data is the row
      return { errors: toErrorList(errorSchema), errorSchema };
    },
    isValid: (schema, value, root) => meets(schema as JsonValue, value as JsonValue, root as JsonSchema), // the same JSON, typed by RJSF
    rawValidation: (_schema, record) => ({ errors: module.validate(record) as never[] }), // RJSF lets the caller name the type
  };
}

/** The version travels with a row and is no field of it. */
function forValidation(record: Row, model: ObjectModel): Row {
  return Object.fromEntries(Object.entries(record).filter(([name]) => model.fields.some((field) => field.name === name)));
}

/** A field that only the server writes, and on an edit a password left unchanged, are not the user's to mend. */
function isServersAffair({ path, code }: Problem, model: ObjectModel, mode: 'create' | 'edit'): boolean {
  const field = model.fields.find((candidate) => candidate.name === path.split('/')[0]);
  if (!field) return false;
  if (field.readOnly) return true;
  if (mode === 'create') return model.naming?.field === field.name;
  return field.writeOnly && code === 'field.required';
}
