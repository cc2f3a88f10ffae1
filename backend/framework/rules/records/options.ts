/**
 * Closed lists of options as staff change them in the browser (decision 095): what an option says, what may be wrong with a list, and its editions as one
 * text ('13, 15–'). Server and browser share it. Pure.
 */
import type { Lang } from '#codegen/model.ts';
import { languages } from '#rules/words/language.ts';
import type { Problem } from '#rules/words/problem.ts';
import { everyEdition, namedEditions } from './edition.ts';

export type OptionCode = string | number;

/** An option of a list as it is stored: labels that say the same as the files are left out, so that a later release's wording comes through. */
export interface StoredOption {
  code: OptionCode;
  labels: Partial<Record<Lang, string>>;
  /** editions by number; none: every edition */
  version?: number[];
  from?: number;
  to?: number;
  color?: string;
  /** not offered any more; rows that have it keep it */
  retired?: boolean;
}

/** A list that was changed in the browser: all of its options in their order, and the shipped codes that were taken out. */
export interface StoredList {
  name: string;
  ver: number;
  options: StoredOption[];
  gone: OptionCode[];
}

/** What an option's colours are called (the badges of the back office). */
export const optionColors = ['default', 'primary', 'info', 'success', 'warning', 'error'] as const;

export const longestCode = 40;
export const longestLabel = 200;
export const mostOptions = 1000;
const lastEdition = everyEdition - 1;

/** What is wrong with a list: paths are '{index}/code', '{index}/labels/tw', '{index}/editions'. `isOfNumbers`: its codes are numbers. */
export function optionProblems(options: readonly StoredOption[], isOfNumbers: boolean): Problem[] {
  const problems: Problem[] = [];
  if (!options.length) problems.push({ path: '', code: 'field.items', values: { limit: 1 } });
  if (options.length > mostOptions) problems.push({ path: '', code: 'field.toomany', values: { limit: mostOptions } });
  const seen = new Set<string>();
  for (const [index, option] of options.entries()) {
    const at = (name: string) => `${index}/${name}`;
    const code = String(option.code);
    if (code.trim() === '') problems.push({ path: at('code'), code: 'field.required' });
    else if (isOfNumbers ? !Number.isInteger(option.code) : typeof option.code !== 'string') problems.push({ path: at('code'), code: 'field.integer' });
    else if (code.length > longestCode) problems.push({ path: at('code'), code: 'field.long', values: { limit: longestCode } });
    else if (!isOfNumbers && !isCode(code)) problems.push({ path: at('code'), code: 'field.pattern' });
    else if (seen.has(code.toLowerCase())) problems.push({ path: at('code'), code: 'field.exists' });
    seen.add(code.toLowerCase());
    for (const lang of languages) {
      const label = option.labels[lang];
      if (label !== undefined && label.length > longestLabel)
        problems.push({ path: at(`labels/${lang}`), code: 'field.long', values: { limit: longestLabel } });
    }
    const numbers = [...(option.version ?? []), ...[option.from, option.to].filter((edition) => edition !== undefined)];
    const isKnown = numbers.every((edition) => Number.isInteger(edition) && edition >= 1 && edition <= lastEdition);
    if (!isKnown || (option.from ?? 1) > (option.to ?? lastEdition)) problems.push({ path: at('editions'), code: 'field.pattern' });
  }
  return problems;
}

/** Printable, without blanks at its ends, commas and quotes: it stands in filters, addresses and sheets. '-' means that nothing is chosen. */
function isCode(code: string): boolean {
  return /^[^\s,;"'\\<>&]+( [^\s,;"'\\<>&]+)*$/.test(code) && code !== '-';
}

/** '13, 15–17'; '' for every edition. */
export function editionsText({ version, from, to }: { version?: number | number[] | undefined; from?: number; to?: number }): string {
  const named = namedEditions({ version });
  if (named.includes(everyEdition)) return '';
  const range = from === undefined && to === undefined ? [] : [`${from ?? ''}–${to ?? ''}`];
  return [...named.map(String), ...range].join(', ');
}

/** The editions of a typed text, with any hyphen or dash and either comma; undefined where it says something else, or more than one range. */
export function readEditions(text: string): Pick<StoredOption, 'version' | 'from' | 'to'> | undefined {
  const parts = text
    .normalize('NFKC')
    .split(/[,、;\s]+/)
    .filter(Boolean);
  const version: number[] = [];
  let range: { from?: number; to?: number } | undefined;
  for (const part of parts) {
    const [, first = '', dash, last = ''] = /^(\d{0,3})([-–—~]?)(\d{0,3})$/.exec(part) ?? [];
    if (dash === undefined || (first === '' && last === '')) return undefined;
    if (dash === '') version.push(Number(first));
    else if (range) return undefined;
    else range = { ...(first && { from: Number(first) }), ...(last && { to: Number(last) }) };
  }
  const isKnown = [...version, range?.from, range?.to].every((edition) => edition === undefined || (edition >= 1 && edition <= lastEdition));
  if (!isKnown || (range?.from ?? 1) > (range?.to ?? lastEdition)) return undefined;
  return { ...(version.length && { version: [...new Set(version)].sort((a, b) => a - b) }), ...range };
}
