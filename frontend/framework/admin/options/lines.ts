/** The lines of a list of options while somebody types in them, and what is wrong with each. */
import type { OpenOptions } from '#framework/options/wire.ts';
import { editionsText, optionProblems, readEditions, type StoredOption } from '#rules/records/options.ts';

/** `key` stays while its code is typed. */
export interface Line {
  key: string;
  /** as typed */
  code: string;
  labels: StoredOption['labels'];
  editions: string;
  color: string;
  isRetired: boolean;
  /** the list has it already: its code stays */
  isStored: boolean;
}

let made = 0;

export function lineOf(option: StoredOption, isStored: boolean): Line {
  made += 1;
  const { code, labels, color = '', retired = false } = option;
  return { key: String(made), code: String(code), labels, editions: editionsText(option), color, isRetired: retired, isStored };
}

export function emptyLine(): Line {
  return lineOf({ code: '', labels: {} }, false);
}

export function linesOf({ options }: Pick<OpenOptions, 'options'>): Line[] {
  return options.map((option) => lineOf(option, true));
}

/** A sheet's options over those that are there: what the sheet does not name stays as it was, at the end. */
export function withSheet(lines: readonly Line[], options: readonly StoredOption[]): Line[] {
  const known = new Map(lines.map((line) => [line.code, line]));
  const named = options.map((option) => {
    const before = known.get(String(option.code));
    const line = lineOf(option, before?.isStored ?? false);
    return before ? { ...line, key: before.key, labels: { ...before.labels, ...line.labels } } : line;
  });
  const codes = new Set(named.map(({ code }) => code));
  return [...named, ...lines.filter(({ code }) => !codes.has(code))];
}

export function optionsOf(lines: readonly Line[], isOfNumbers: boolean): StoredOption[] {
  return lines.map(({ code, labels, editions, color, isRetired }) => ({
    code: isOfNumbers && /^-?\d+$/.test(code.trim()) ? Number(code) : code.trim(),
    labels,
    ...readEditions(editions),
    ...(color && { color }),
    ...(isRetired && { retired: true }),
  }));
}

const words: Partial<Record<string, string>> = {
  'field.required': 'blank',
  'field.exists': 'twice',
  'field.long': 'toolong',
  'field.pattern': 'badcode',
  'field.integer': 'badcode',
};

/** line key → place in it ('code', 'editions', 'labels/tw') → word of what is wrong */
export function faultsOf(lines: readonly Line[], isOfNumbers: boolean): Map<string, Record<string, string>> {
  const faults = new Map<string, Record<string, string>>();
  const note = (index: number, place: string, word: string) => {
    const line = lines[index];
    if (line) faults.set(line.key, { [place]: word, ...faults.get(line.key) });
  };
  for (const [index, { editions }] of lines.entries()) if (!readEditions(editions)) note(index, 'editions', 'wrongeditions');
  for (const { path, code } of optionProblems(optionsOf(lines, isOfNumbers), isOfNumbers)) {
    const [index = '', ...place] = path.split('/');
    if (index !== '') note(Number(index), place.join('/'), words[code] ?? 'badcode');
  }
  return faults;
}
