/** Values in words, for cells, chips and tooltips. Pure but for the browser's own number and time formats. */
import type { FieldModel, JsonValue, Lang } from '#codegen/model.ts';
import { dateAt, instant, isStamp, ownInstant, ownMinutes, stampOf } from '#framework/time.ts';
import { shapeOf } from '#kinds/index.ts';
import { webAddress } from '#rules/web-address.ts';
import { inLang, language } from '#rules/words/language.ts';

/** The instant of a stored 'YYYY-MM-DD hh:mm:ss' UTC, or undefined for anything else. */
export function instantOf(stored: string): Date | undefined {
  return isStamp(stored) ? dateAt(instant(stored)) : undefined;
}

/** A stored instant on the reader's clock: '2026-03-01 14:05', with seconds on demand. What is not an instant stays as it is. */
export function showInstant(stored: string, seconds = false): string {
  if (!isStamp(stored)) return stored;
  return onOwnClock(instant(stored)).slice(0, seconds ? 19 : 16);
}

/** The calendar day of a moment on the reader's clock. */
export function localDay(moment: Date | number): string {
  return onOwnClock(Number(moment)).slice(0, 10);
}

function onOwnClock(at: number): string {
  return stampOf(at + ownMinutes(at) * 60_000);
}

/** First or last second of a day on the reader's clock, as it is stored; '' for no day. */
export function edgeOfDay(day: string, edge: 'start' | 'end'): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return '';
  return stampOf(ownInstant(`${day} ${edge === 'start' ? '00:00:00' : '23:59:59'}`));
}

/** The option's label in the language, the bare code for one that the list does not know. */
export function showOption(field: FieldModel, value: JsonValue, lang: Lang): string {
  const option = field.options?.find((one) => one.value === value);
  return option ? inLang(option.label, lang) || String(value) : String(value);
}

/** 'a, b' in the language's way. */
export function listed(value: JsonValue, lang: Lang, word: (item: JsonValue) => string): string {
  return (Array.isArray(value) ? value : [value]).map(word).join(language[lang].list);
}

/** Text of markup: what a cell has room for. */
export function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}

/** A link that may be followed: http, https, mail, or a file of this site; anything else is plain text. */
export function safeLink(value: string): string | undefined {
  if (value.startsWith('/get/files')) return value;
  if (!/^https?:\/\//i.test(value)) return undefined;
  return webAddress(value) ? value : undefined;
}

/** Is the value worth a cell? The unset value of a select says nothing. */
export function isBlank(field: FieldModel, value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (shapeOf(field) === 'choice') return value === (field.unset ?? '-') && !field.options?.some((option) => option.value === value);
  if (Array.isArray(value)) return value.length === 0;
  return shapeOf(field) === 'object' && Object.keys(value).length === 0;
}
