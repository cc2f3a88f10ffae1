/** Options as a person chooses them: what is still offered, what was chosen before, and how a value reads. Pure. */
import type { FieldModel, JsonValue, Lang, Option } from '#codegen/model.ts';

/** The options on offer; a withdrawn one stays in sight while it is chosen. The unset value is no option. */
export function offered(field: FieldModel, chosen: JsonValue): Option[] {
  const isChosen = (option: Option) => (Array.isArray(chosen) ? chosen.includes(option.value) : chosen === option.value);
  return (field.options ?? []).filter((option) => option.value !== field.unset && (!option.deprecated || isChosen(option)));
}

/** The label of an option's value; the bare value where no option has it. */
export function labelOf(field: FieldModel, value: JsonValue, lang: Lang): string {
  return field.options?.find((option) => option.value === value)?.label[lang] ?? String(value ?? '');
}

/** How many may be chosen; undefined where as many as there are. */
export function mostOf(field: FieldModel): number | undefined {
  return field.maxItems !== undefined && field.maxItems < (field.options?.length ?? 0) ? field.maxItems : undefined;
}

/** The choice with one value in it or taken out, in the order of the options. One above the limit changes nothing. */
export function toggled(field: FieldModel, chosen: JsonValue, value: Option['value']): JsonValue[] {
  const now = Array.isArray(chosen) ? chosen : [];
  if (now.includes(value)) return now.filter((other) => other !== value);
  const most = mostOf(field);
  if (most !== undefined && now.length >= most) return now;
  const next = [...now, value];
  const known = (field.options ?? []).map((option) => option.value).filter((option) => next.includes(option));
  return [...known, ...next.filter((other) => !known.some((option) => option === other))];
}

/** Few choices that each need a look stand as cards; long lists fold into a select. */
export function standsAsCards(field: FieldModel): boolean {
  return (field.options?.length ?? 0) <= mostCards;
}

const mostCards = 8;
