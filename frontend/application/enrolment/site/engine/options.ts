/** The options of a choice: which are offered, what is chosen, and the label of a value. Pure. */
import type { FieldModel, JsonValue, Lang, Option } from '#codegen/model.ts';

/** The options on offer. A withdrawn option stays visible while it is chosen. The empty value is not an option. */
export function offered(field: FieldModel, chosen: JsonValue): Option[] {
  const isChosen = (option: Option) => (Array.isArray(chosen) ? chosen.includes(option.value) : chosen === option.value);
  return (field.options ?? []).filter((option) => option.value !== field.unset && (!option.deprecated || isChosen(option)));
}

/** The label of an option; the value itself where no option has it. */
export function labelOf(field: FieldModel, value: JsonValue, lang: Lang): string {
  return field.options?.find((option) => option.value === value)?.label[lang] ?? String(value ?? '');
}

/** The maximum number of choices; undefined for no limit. */
export function mostOf(field: FieldModel): number | undefined {
  return field.maxItems !== undefined && field.maxItems < (field.options?.length ?? 0) ? field.maxItems : undefined;
}

/** Adds one value to the choice or removes it, in the order of the options. Above the limit nothing changes. */
export function toggled(field: FieldModel, chosen: JsonValue, value: Option['value']): JsonValue[] {
  const now = Array.isArray(chosen) ? chosen : [];
  if (now.includes(value)) return now.filter((other) => other !== value);
  const most = mostOf(field);
  if (most !== undefined && now.length >= most) return now;
  const next = [...now, value];
  const known = (field.options ?? []).map((option) => option.value).filter((option) => next.includes(option));
  return [...known, ...next.filter((other) => !known.some((option) => option === other))];
}

/**
 * The options that a list of very many shows: those that are chosen, and beside them the ones that the typed text is part of, in any language, without
 * regard to case and accents; without a text the first ones. `others` is how many more there are; `isNone` says
 * that the text is part of no option at all, chosen or not.
 */
export function within(options: readonly Option[], chosen: JsonValue, typed: string): { shown: Option[]; others: number; isNone: boolean } {
  const [text, picked] = [folded(typed.trim()), Array.isArray(chosen) ? chosen : []];
  const isMeant = ({ label }: Option) => text === '' || Object.values(label).some((one) => folded(one ?? '').includes(text));
  const meant = options.filter(isMeant);
  const found = meant.filter((option) => !picked.includes(option.value));
  const near = new Set(found.slice(0, shownAtOnce));
  return { shown: options.filter((option) => picked.includes(option.value) || near.has(option)), others: found.length - near.size, isNone: meant.length === 0 };
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** True for so many options that one looks for one's own rather than through them. */
export function isSearched(field: FieldModel): boolean {
  return (field.options?.length ?? 0) > mostDrawn;
}

const [mostDrawn, shownAtOnce] = [40, 8];

/** True for few options, which are shown as cards; more are shown as a select. */
export function isShownAsCards(field: FieldModel): boolean {
  return (field.options?.length ?? 0) <= mostCards;
}

const mostCards = 8;
