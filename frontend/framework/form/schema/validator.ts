/**
 * What is wrong with a record, by the module that the server compiled and in the catalogue's sentences, and RJSF's validator over the same
 * module. Nothing here generates code, so the content policy may forbid it.
 */

import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { createPrecompiledValidator } from '@rjsf/validator-ajv8';
import type { ValidatorModule } from '#client/objects.tsx';
import { inWords, type ShownProblem } from '#client/problems.ts';
import type { JsonSchema, Lang, ObjectModel, Row } from '#codegen/model.ts';
import { type Path, valueIn } from '#fields/contract/path.ts';
import { stampOf } from '#framework/time.ts';
import { rulesOf } from '#rules/application.ts';
import { rowProblems } from '#rules/expressions/rules.ts';
import { missingTexts } from '#rules/records/demanded.ts';
import { nameOf } from '#rules/records/field-path.ts';
import { completeRow } from '#rules/records/record.ts';
import type { RawError } from '#rules/records/validation.ts';
import type { Problem } from '#rules/words/problem.ts';
import type { Messages } from '#rules/words/wording.ts';

export interface FormValidator {
  /** Everything that is wrong with a record, as the server would say it; `base` is the record as it was opened, whose texts that were given empty may stay so. */
  problemsOf(record: Row, base?: Row): ShownProblem[];
  /** The compiled module's errors below `path`, as of the value there. */
  errorsAt(record: Row, path: Path): RawError[];
}

export function buildValidator(module: ValidatorModule, model: ObjectModel, lang: Lang, messages: Messages, mode: 'create' | 'edit'): FormValidator {
  const whole = (record: Row): Row => completeRow(forValidation(record, model), model.fields);
  return {
    problemsOf(record, base) {
      const row = whole(record);
      // A box cannot say that nothing is what somebody means: what has to be given is filled in here.
      const missing = missingTexts(model.fields, row, (value, path) => value !== '' || (mode === 'edit' && base !== undefined && valueIn(base, path) === ''));
      const problems = rowProblems(module.validate(row), row, model, stampOf(Date.now())).filter((problem) => !isServersAffair(problem, model, mode));
      // The object's own rules, as the server will ask them; those that need other rows only it can.
      return inWords([...problems, ...missing, ...(rulesOf(model.name).draft?.(row, undefined, '') ?? [])], messages, lang, model);
    },
    errorsAt(record, path) {
      const place = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
      return module.validate(whole(record)).flatMap(({ instancePath: at, ...error }) => {
        return at === place || at.startsWith(`${place}/`) ? [{ ...error, instancePath: at.slice(place.length) }] : [];
      });
    },
  };
}

/** RJSF's own validator over the compiled functions: RJSF asks it which branch of the rendered schema a record is in. */
export function buildRjsfValidator(module: ValidatorModule, rendered: JsonSchema): ValidatorType {
  // A schema that was changed under an open form has branches which the module on the page does not know: they hold once the new one has come.
  const functions = new Proxy(module.functions, { get: (known, name: string) => known[name] ?? (() => false) });
  return createPrecompiledValidator(functions, rendered as RJSFSchema); // the same JSON under RJSF's own type
}

/** The version travels with a row and is no field of it. */
function forValidation(record: Row, model: ObjectModel): Row {
  return Object.fromEntries(Object.entries(record).filter(([name]) => model.fields.some((field) => field.name === name)));
}

/** A field that only the server writes, and on an edit a password left unchanged, are not the user's to mend. */
function isServersAffair({ path, code }: Problem, model: ObjectModel, mode: 'create' | 'edit'): boolean {
  const field = model.fields.find((candidate) => candidate.name === nameOf(path.split('/')[0] ?? ''));
  if (!field) return false;
  if (field.readOnly) return true;
  if (mode === 'create') return model.naming?.field === field.name;
  return field.writeOnly && code === 'field.required';
}
