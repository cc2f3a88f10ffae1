/** Which fields are computed, and by what rule: apart from the computing, so that a list knows it without the evaluator. Pure. */
import type { FieldModel } from '#codegen/model.ts';
import { applicationRules, type Computation } from '#rules/application.ts';

/** The rule of a name; undefined where a schema names one that there is not. */
export function computationOf(name: string | undefined): Computation | undefined {
  const { computed } = applicationRules();
  return name !== undefined && Object.hasOwn(computed, name) ? computed[name] : undefined;
}

/** Is the field, or one inside it, computed? */
export function isComputed(field: FieldModel): boolean {
  return field.formula !== undefined || computationOf(field.computed) !== undefined;
}
