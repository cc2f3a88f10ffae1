/**
 * What a campaign asks of each field of its form: required, optional or not shown, and how many words, entries or megabytes at most; per program, and from
 * an instant on (decision 116). Server and form share it. Pure.
 */
import { answerField, type Question, questionsOf } from '#application/campaign/rules/questions.ts';
import type { FieldModel, JsonValue, Row } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';
import { fill } from '#rules/words/fill.ts';

export const needs = ['required', 'optional', 'hidden'] as const;
export type Need = (typeof needs)[number];

export interface Demand {
  /** 'synopsis', 'director/bio' */
  field: string;
  /** '' for all */
  program: string;
  /** 'YYYY-MM-DD hh:mm:ss' UTC; '' for always */
  from: string;
  need?: Need;
  words?: number;
  most?: number;
  /** megabytes of a file */
  size?: number;
  /** of the film behind a link, or of an uploaded one */
  minMinutes?: number;
  maxMinutes?: number;
  /** another length stops the submission; else it is only said */
  stopsLength?: true;
}

/** Which of two numbers asks for more. */
const tighter = { words: Math.min, most: Math.min, size: Math.min, minMinutes: Math.max, maxMinutes: Math.min };
type NumberName = keyof typeof tighter;
const names = Object.keys(tighter) as NumberName[]; // its own keys

/** What holds for a field now; nothing where the schema alone says. */
export type Limits = Omit<Demand, 'field' | 'program' | 'from'>;

/** The demands of a campaign's row, with those that its own questions make. */
export function demandsOf(campaign: Row): Demand[] {
  const entries = Array.isArray(campaign.demands) ? campaign.demands.filter(isObject) : [];
  const own = entries.flatMap((entry): Demand[] => {
    const field = typeof entry.field === 'string' ? entry.field : '';
    const need = needs.find((one) => one === entry.need);
    if (field === '' || field === '-') return [];
    return [
      {
        field,
        program: choiceIn(entry.program),
        from: typeof entry.from === 'string' ? entry.from : '',
        ...(need && { need }),
        ...numbersIn(entry),
        ...(entry.stopsLength === true && { stopsLength: true as const }),
      },
    ];
  });
  const questions = questionsOf(campaign);
  // What is demanded of a question in all programs is meant of those in which it is asked.
  const programsOf = new Map(questions.map(({ key, programs }) => [answerField(key), programs]));
  const meant = own.flatMap((demand) => {
    const programs = demand.program === '' ? (programsOf.get(demand.field) ?? []) : [];
    return programs.length ? programs.map((program) => ({ ...demand, program })) : [demand];
  });
  return [...questions.flatMap(demandsOfQuestion), ...meant];
}

function demandsOfQuestion({ key, kind, programs, isRequired, most }: Question): Demand[] {
  const limit =
    most === undefined ? {} : kind === 'text' || kind === 'long' ? { words: most } : kind === 'several' || kind === 'file' || kind === 'video' ? { most } : {};
  const base = { field: answerField(key), from: '' };
  const need: Need = isRequired ? 'required' : 'optional';
  // Asked in some programs only: hidden in the others.
  if (programs.length) return [{ ...base, program: '', need: 'hidden' }, ...programs.map((program): Demand => ({ ...base, program, need, ...limit }))];
  return [{ ...base, program: '', need, ...limit }];
}

/**
 * What holds for the field in these programs at the instant. Of several demands for one program, the one that began last holds, and one for the program
 * before one for all. In two programs the field is asked for where either asks, and the tighter limit holds.
 */
export function limitsAt(demands: readonly Demand[], field: string, programs: readonly string[], now: string): Limits {
  const own = demands.filter((demand) => demand.field === field && demand.from <= now);
  if (!own.length) return {};
  const each = (programs.length ? programs : ['']).map((program) => limitsIn(own, program));
  const known = each.map(({ need }) => need);
  const need = known.includes('required')
    ? 'required'
    : known.every((one) => one === 'hidden')
      ? 'hidden'
      : known.includes('optional')
        ? 'optional'
        : undefined;
  const tight = names.flatMap((name) => {
    const all = each.flatMap((limits) => limits[name] ?? []);
    return all.length ? [[name, tighter[name](...all)]] : [];
  });
  return { ...(need && { need }), ...Object.fromEntries(tight), ...(each.some(({ stopsLength }) => stopsLength) && { stopsLength: true }) };
}

function limitsIn(demands: readonly Demand[], program: string): Limits {
  const limits: Limits = {};
  const rank = (demand: Demand) => (demand.program === '' ? 0 : 1);
  const own = demands.filter((demand) => demand.program === '' || demand.program === program);
  for (const { field: _, program: __, from: ___, ...said } of [...own].sort((a, b) => rank(a) - rank(b) || (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)))
    Object.assign(limits, said);
  return limits;
}

/** The field with the campaign's limits in it, for the control that takes its values. */
export function limited(field: FieldModel, { most, size }: Limits): FieldModel {
  if (most === undefined && size === undefined) return field;
  const { file, maxItems } = field;
  const count = most !== undefined && maxItems !== undefined ? Math.min(most, maxItems) : (most ?? maxItems);
  return {
    ...field,
    ...(count !== undefined && !file && { maxItems: count }),
    ...(file && {
      file: {
        ...file,
        maxCount: most === undefined ? file.maxCount : Math.min(most, file.maxCount),
        maxSize: size === undefined ? file.maxSize : Math.min(size * 1_048_576, file.maxSize),
      },
    }),
  };
}

/** Words as an office counts them: each Chinese character is one, and so is each run of letters or digits of other writings. */
export function wordsIn(text: string): number {
  return (
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]|[^\s\p{P}\p{S}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]+/gu,
    )?.length ?? 0
  );
}

/** Seconds by which a length may miss its limits: a host's figure is rounded, and a title card is nobody's fault. */
const tolerated = 5;

/** '3–5', '≥ 3', '≤ 5' minutes; '' where the campaign asks for no length. */
export function minutesAsked({ minMinutes, maxMinutes }: Limits): string {
  if (minMinutes !== undefined && maxMinutes !== undefined) return `${minMinutes}–${maxMinutes}`;
  return minMinutes !== undefined ? `≥ ${minMinutes}` : maxMinutes !== undefined ? `≤ ${maxMinutes}` : '';
}

/** Is a film of so many seconds as long as the campaign asks? */
export function isLengthAsked(seconds: number, { minMinutes = 0, maxMinutes = Number.POSITIVE_INFINITY }: Limits): boolean {
  return seconds >= minMinutes * 60 - tolerated && seconds <= maxMinutes * 60 + tolerated;
}

/** 130 → '2:10' */
export function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The sentences about a length (site-enrol). */
export type LengthWords = Record<'plain' | 'fine' | 'other' | 'stops' | 'unknown', string>;

/** What a length comes to beside what is asked; undefined where nothing is asked and nobody knows it. Where nobody knows what is asked for, that is said. */
export function lengthSaid(seconds: number | undefined, limits: Limits, words: LengthWords): { message: string; isOther: boolean } | undefined {
  const limit = minutesAsked(limits);
  if (seconds === undefined) return limit === '' ? undefined : { message: fill(words.unknown, { limit }), isOther: false };
  const isOther = !isLengthAsked(seconds, limits);
  const key = limit === '' ? 'plain' : !isOther ? 'fine' : limits.stopsLength ? 'stops' : 'other';
  return { message: fill(words[key], { limit, length: clockOf(seconds) }), isOther };
}

function numbersIn(entry: Row): Pick<Demand, NumberName> {
  return Object.fromEntries(names.flatMap((name) => (typeof entry[name] === 'number' ? [[name, entry[name]]] : [])));
}

function choiceIn(value: JsonValue | undefined): string {
  return typeof value === 'string' && value !== '-' ? value : '';
}
