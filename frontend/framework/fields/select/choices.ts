/** Which options a select offers now. Pure. */

import { textIn } from '#client/text.ts';
import type { FieldModel, Lang } from '#codegen/model.ts';
import { serves } from '#rules/records/edition.ts';

export interface Choice {
  value: string | number | boolean | null;
  label: string;
  color?: string;
  /** 'nothing chosen' */
  unset?: boolean;
}

/**
 * Options in the language: those of the record's edition or of every edition, within `values` where a condition limits them. A deprecated or foreign option
 * is listed only while it is the one chosen, so that opening a record never changes it.
 */
export function choicesOf(
  field: FieldModel,
  lang: Lang,
  current: readonly (string | number | boolean)[],
  limits: { values?: (string | number)[]; edition?: number } = {},
): Choice[] {
  const offered = (field.options ?? []).filter((option) => {
    if (current.includes(option.value)) return true;
    if (option.deprecated) return false;
    if (limits.values && typeof option.value !== 'boolean' && !limits.values.includes(option.value) && option.value !== field.unset) return false;
    return serves(option, limits.edition);
  });
  const choices: Choice[] = offered.map((option) => ({
    value: option.value,
    label: textIn(option.label, lang) || String(option.value),
    ...(option.color && { color: option.color }),
    ...(option.value === field.unset && { unset: true }),
  }));
  for (const value of current) {
    if (value !== '' && value !== field.unset && !choices.some((choice) => choice.value === value)) choices.push({ value, label: String(value) });
  }
  return choices;
}

/** What a choice is called inside of a box, which knows texts and numbers alone; '-' is nothing chosen. */
export function choiceKey({ value }: Pick<Choice, 'value'>): string | number {
  return value === null ? '-' : typeof value === 'boolean' ? JSON.stringify([value]) : value;
}

/** The edition a record belongs to, if it says so itself. */
export function editionOf(record: Record<string, unknown>): number | undefined {
  return typeof record.edition === 'number' ? record.edition : undefined;
}
