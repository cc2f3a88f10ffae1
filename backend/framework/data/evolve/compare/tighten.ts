/** Which fields a new model asks more of than the old one did, so that rows which stand may no longer pass. Pure. */

import type { FieldModel, JsonSchema, JsonValue, ObjectEntry, RowRule } from '#codegen/model.ts';
import { kinds } from '#kinds/index.ts';
import { rootOf } from '#rules/records/field-path.ts';
import { formerField } from '../inside.ts';

/** What was applied: the model and the schema that was compiled. */
export type Applied = Pick<ObjectEntry, 'model' | 'validation'>;

export interface Tightened {
  field: string;
  reasons: string[];
}

/** Top-level fields with the reasons, in the model's order. */
export function tightened(before: Applied, after: Applied): Tightened[] {
  return after.model.fields.flatMap((field) => {
    const old = formerField(before.model.fields, after.model.fields, field);
    const reasons = reasonsOf(old, field);
    const pattern = patterns(after.validation, field.name);
    if (old && pattern !== '' && patterns(before.validation, old.name) !== pattern) reasons.push('another pattern or condition');
    reasons.push(...newRules(before, after, field.name));
    return reasons.length ? [{ field: field.name, reasons }] : [];
  });
}

/** Rules whose message stands at the field, and that the old model did not have so. */
function newRules(before: Applied, after: Applied, field: string): string[] {
  const said = ({ rule, when }: RowRule) => (when ? `${rule.text} when ${when.text}` : rule.text);
  const old = new Set(before.model.rules?.map(said));
  const here = (after.model.rules ?? []).filter((one) => rootOf(one.field) === field && !old.has(said(one)));
  return here.map((one) => `rule ${one.name}: ${said(one)}`);
}

function reasonsOf(old: FieldModel | undefined, field: FieldModel): string[] {
  if (!old) return field.required && isEmpty(field.default, field) ? ['new and required'] : [];
  const reasons: string[] = [];
  if (field.required && !old.required) reasons.push('newly required');
  if (field.kind !== old.kind && !kinds[old.kind].within?.includes(field.kind)) reasons.push(`${old.kind} became ${field.kind}`);
  if (field.format && field.format !== old.format) reasons.push(`format ${field.format}`);
  if (below(field.maxLength ?? field.column?.length, old.maxLength ?? old.column?.length)) reasons.push('shorter');
  if (below(field.maximum, old.maximum) || below(negative(field.minimum), negative(old.minimum))) reasons.push('smaller range');
  if (field.multipleOf !== undefined && !isFiner(field.multipleOf, old.multipleOf)) reasons.push(`multiple of ${field.multipleOf}`);
  if (below(field.maxItems, old.maxItems) || below(negative(field.minItems), negative(old.minItems))) reasons.push('number of entries');
  if (field.options && (!old.options || old.options.some(({ value }) => !field.options?.some((option) => option.value === value))))
    reasons.push('fewer options');
  for (const inner of field.fields ?? []) {
    const former = old.fields && formerField(old.fields, field.fields ?? [], inner);
    for (const reason of reasonsOf(former, inner)) reasons.push(`${inner.name}: ${reason}`);
  }
  return reasons;
}

function isEmpty(value: JsonValue, field: FieldModel): boolean {
  return value === null || value === '' || value === field.unset || (Array.isArray(value) && value.length === 0);
}

/** Is the new limit lower, or new at all? */
function below(limit: number | undefined, old: number | undefined): boolean {
  return limit !== undefined && (old === undefined || limit < old);
}

/** Does every multiple of the old step remain one? */
function isFiner(step: number, old: number | undefined): boolean {
  return old !== undefined && Math.abs(old / step - Math.round(old / step)) < 1e-9;
}

function negative(value: number | undefined): number | undefined {
  return value === undefined ? undefined : -value;
}

/** All patterns of a field's schema, anywhere in it, as one text to compare. */
function patterns(validation: JsonSchema, field: string): string {
  const properties = validation.properties;
  const found: string[] = [];
  const walk = (node: JsonValue | undefined) => {
    if (Array.isArray(node)) node.forEach(walk);
    else if (node !== null && typeof node === 'object') {
      if (typeof node.pattern === 'string') found.push(node.pattern);
      Object.values(node).forEach(walk);
    }
  };
  walk(properties !== null && typeof properties === 'object' && !Array.isArray(properties) ? properties[field] : undefined);
  return found.join('\n');
}
