/** What may stand where the cursor is in an expression: fields, what is in them, functions, and what goes through a list. Pure. */
import { readExpression, Unreadable } from '#codegen/describe/parse-expression.ts';
import type { FieldModel, Lang } from '#codegen/model.ts';
import { eachNames } from '#rules/expressions/each.ts';
import { functions } from '#rules/expressions/functions.ts';
import { type Allowed, type Given, sortOf, sortOfField } from '#rules/expressions/sorts.ts';

export interface Word {
  label: string;
  detail: string;
  /** put in its place, '#{}' where the cursor goes */
  first?: string;
}

/** `from`: where what is replaced begins. Undefined in a text and where nothing can be said. */
export function wordsFor(text: string, at: number, allowed: Allowed, lang: Lang): { from: number; offers: Word[] } | undefined {
  const before = text.slice(0, at);
  if (isInText(before)) return undefined;
  const [, chain = '', typed = ''] = place.exec(before) ?? [];
  const names = new Map([...(allowed.names ?? []), ...boundIn(before, allowed)]);
  const within: Allowed = { ...allowed, names };
  const from = at - typed.length;
  if (chain) {
    const given = givenBy(chain.slice(0, -1), within);
    const offers = given ? inside(given, within, lang) : [];
    return offers.length > 0 ? { from, offers } : undefined;
  }
  if (/\d$/.test(before)) return undefined;
  return {
    from,
    offers: [
      ...[...names].map(([name]) => ({ label: name, detail: '' })),
      ...allowed.self.filter(({ writeOnly }) => !writeOnly).map((field) => fieldWord(field, lang)),
      ...(allowed.self === allowed.record ? [] : [{ label: 'record', detail: '' }]),
      ...Object.entries(functions)
        .filter(
          ([name, { around }]) =>
            /^[a-z]/.test(name) && name !== 'in' && (!around || allowed.around.includes(around)) && (name !== 'children' || allowed.others),
        )
        .map(([name, { takes }]) => ({ label: `${name}()`, detail: takes.map(said).join(', '), first: takes.length > 0 ? `${name}(#{})` : `${name}()` })),
    ],
  };
}

/** A chain of names with points, and the name that is being typed behind it. */
const place = /((?:(?:[A-Za-z_]\w*|self\["[^"]*"\]|children\("\w*", ?"\w*"\))(?:\.[A-Za-z_]\w*|\["[^"]*"\]|\[\d+\])*\.))?([A-Za-z_]\w*)?$/;
const macro =
  /((?:[A-Za-z_]\w*|self\["[^"]*"\]|children\("\w*", ?"\w*"\))(?:\.[A-Za-z_]\w*|\["[^"]*"\])*?)(?:\.filter\([^()]*\))?\.(\w+)\(\s*([A-Za-z_]\w*)\s*,/g;

function isInText(before: string): boolean {
  const quotes = before.replace(/\\./g, '').match(/"|'/g) ?? [];
  let open = '';
  for (const quote of quotes) open = open === '' ? quote : open === quote ? '' : open;
  return open !== '' && !/self\["[^"]*$/.test(before);
}

/** Names that stand for the entries of lists: `lines.sum(l, l.` */
function boundIn(before: string, allowed: Allowed): [string, readonly FieldModel[]][] {
  return [...before.matchAll(macro)].flatMap(([, list = '', name = '', as = '']): [string, readonly FieldModel[]][] => {
    const given = eachNames.includes(name) ? givenBy(list, allowed) : undefined;
    return given?.sort === 'list' && given.of.sort === 'row' ? [[as, given.of.fields]] : [];
  });
}

function givenBy(text: string, allowed: Allowed): Given | undefined {
  try {
    const { given, faults } = sortOf(readExpression(text), allowed);
    return faults.length > 0 ? undefined : given;
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function inside(given: Given, allowed: Allowed, lang: Lang): Word[] {
  if (given.sort === 'row') return given.fields.filter(({ name, writeOnly }) => plain.test(name) && !writeOnly).map((field) => fieldWord(field, lang));
  if (given.sort === 'list') return eachNames.map((name) => ({ label: name, detail: '', first: `${name}(one, #{})` }));
  const other = given.sort !== 'empty' && given.to !== undefined ? allowed.others?.(given.to) : undefined;
  if (other) return other.filter(({ name, writeOnly }) => plain.test(name) && !writeOnly).map((field) => fieldWord(field, lang));
  return given.sort === 'text' ? ['contains', 'startsWith', 'endsWith'].map((name) => ({ label: name, detail: '', first: `${name}(#{})` })) : [];
}

const plain = /^[A-Za-z_]\w*$/;

function fieldWord(field: FieldModel, lang: Lang): Word {
  const { sort } = sortOfField(field);
  return { label: plain.test(field.name) ? field.name : `self[${JSON.stringify(field.name)}]`, detail: [field.label[lang], sort].filter(Boolean).join(' · ') };
}

function said(takes: (typeof functions)[string]['takes'][number]): string {
  return typeof takes === 'string' ? takes : takes.join(' | ');
}
