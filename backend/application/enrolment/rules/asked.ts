/**
 * What a campaign's form asks, for those who have not begun: its pages with their fields, in which programs each is required, and its limits. Told by the
 * rules that a submission is held against, so that no list written by hand differs from the form. Pure.
 */
import type { FieldModel, Lang, ObjectModel, Row } from '#codegen/model.ts';
import { inEach, labelled } from '#rules/words/language.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { type Limits, limited, limitsAt } from './demands.ts';
import { type CampaignTerms, missingOf, type StepName, stepsOf } from './enrolment.ts';

type Both = Record<Lang, string>;

/** `either`: a name in one of the two writings is enough. */
export type AskedNeed = 'required' | 'either' | 'optional';

export interface AskedField {
  label: Both;
  /** for programs that are asked the same, their codes; none: all */
  asks: { programs: string[]; need: AskedNeed; limits: Limits }[];
  /** names of those programs, where they are asked differently */
  programs?: Record<string, Both>;
  /** characters of a text, as far as somebody may come near them */
  characters?: number;
  /** of a choice of several */
  choose?: number;
  file?: { kinds: readonly string[]; size: number; count: number };
}

export interface AskedStep {
  name: StepName;
  fields: AskedField[];
}

/** Shorter texts are names and addresses, which nobody counts. */
const countedFrom = 300;

/** @param now 'YYYY-MM-DD hh:mm:ss' UTC: what holds then @returns pages without a field that is asked are left out */
export function askedOf(model: ObjectModel, terms: CampaignTerms, now: string): AskedStep[] {
  const programs = terms.programs.length ? terms.programs : [''];
  const missing = new Map(programs.map((program) => [program, new Set(missingOf(withProgram(program), terms, model, now).map(({ path }) => path))]));
  const needOf = (path: string, program: string): AskedNeed => {
    const [owner, name] = path.split('/');
    const isEither = (name === 'cname' || name === 'ename') && missing.get(program)?.has(`${owner}/cname`);
    return isEither ? 'either' : missing.get(program)?.has(path) || path === 'attProgram' ? 'required' : 'optional';
  };
  const names = Object.fromEntries(
    (fieldAt(model.fields, 'attProgram')?.options ?? []).map(({ value, label }) => [String(value), inEach((lang) => label[lang])]),
  );
  const ask = (path: string): AskedField[] => {
    const field = fieldAt(model.fields, path);
    if (!field) return [];
    const each = programs.flatMap((program) => {
      const { need: isAsked, ...limits } = limitsAt(terms.demands ?? [], path, program ? [program] : [], now);
      return isAsked === 'hidden' ? [] : [{ program, need: needOf(path, program), limits }];
    });
    const alike = new Map<string, AskedField['asks'][number]>();
    for (const { program, need, limits } of each) {
      const key = JSON.stringify([need, limits]);
      const known = alike.get(key);
      if (known) known.programs.push(program);
      else alike.set(key, { programs: [program], need, limits });
    }
    const asks = [...alike.values()].map((one) => (one.programs.length === programs.length ? { ...one, programs: [] } : one));
    if (!asks.length) return [];
    return [{ label: labelOf(model, path, field), asks, ...(asks[0]?.programs.length && { programs: names }), ...boundsOf(field, asks) }];
  };
  return stepsOf(model)
    .map(({ name, fields }) => ({ name, fields: fields.flatMap(ask) }))
    .filter(({ fields }) => fields.length > 0);
}

const withProgram = (program: string): Row => (program ? { attProgram: [program] } : {});

/** 'Director: Biography' */
function labelOf(model: ObjectModel, path: string, field: FieldModel): Both {
  const [first = ''] = path.split('/');
  const owner = first === path ? undefined : fieldAt(model.fields, first);
  return inEach((lang) => (owner ? labelled(owner.label[lang], field.label[lang], lang) : field.label[lang]));
}

/** The field's own limits, with those of the campaign where they hold in every program. */
function boundsOf(field: FieldModel, asks: AskedField['asks']): Pick<AskedField, 'characters' | 'choose' | 'file'> {
  const { maxLength, maxItems, options, file } = limited(field, asks.length === 1 ? (asks[0]?.limits ?? {}) : {});
  const isCounted = maxLength !== undefined && maxLength >= countedFrom && !field.format && asks.every(({ limits }) => limits.words === undefined);
  return {
    ...(isCounted && { characters: maxLength }),
    ...(maxItems !== undefined && options && maxItems < options.length && { choose: maxItems }),
    ...(file && { file: { kinds: file.kinds, size: file.maxSize, count: file.maxCount } }),
  };
}
