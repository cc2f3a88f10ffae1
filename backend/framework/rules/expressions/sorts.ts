/** What an expression gives, found without a row: the lint says of a schema what would fail over every row. Pure. */
import type { FieldModel, Tree } from '#codegen/model.ts';
import { isMixed, isOfNumbers } from '#kinds/select.ts';
import { type Ability, functions, type Sort } from './functions.ts';

/** A sort; of rows their fields, of a list what its entries are. 'empty' goes with everything. */
export type Given =
  | { sort: Exclude<Sort, 'list'> | 'empty' /** of a reference, the object that it names */; to?: string }
  | { sort: 'list'; of: Given }
  | { sort: 'row'; fields: readonly FieldModel[] /** of another row: it ends there */; isOther?: true };

/** What is wrong; `name` is not among `known`. */
export interface Fault {
  wrong: string;
  should?: string;
  name?: string;
  known?: string[];
}

export interface Read {
  given: Given;
  faults: Fault[];
}

/** What may be said at a place: functions of what is going on around are not everywhere. */
export interface Allowed {
  self: readonly FieldModel[];
  record: readonly FieldModel[];
  around: readonly ('now' | 'me')[];
  /** fields of another object; absent where other rows are not read */
  others?: (object: string) => readonly FieldModel[] | undefined;
  /** the object itself */
  object?: string;
  /** other rows that are called by a name: `old`, what an automation made. A field of that name goes before */
  names?: ReadonlyMap<string, readonly FieldModel[]>;
}

const any: Given = { sort: 'any' };

export function sortOf(tree: Tree, allowed: Allowed): Read {
  const faults: Fault[] = [];
  const given = giving(tree, allowed, new Map(), faults);
  return { given, faults };
}

/** What the values of a field are to an expression. */
export function sortOfField(field: FieldModel): Given {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'number':
      return { sort: 'number' };
    case 'boolean':
      return { sort: 'flag' };
    case 'date':
    case 'datetime':
      return { sort: 'day' };
    case 'select':
      if (isMixed(field)) return { sort: 'any' };
      return { sort: isOfNumbers(field) ? 'number' : typeof field.options?.[0]?.value === 'boolean' ? 'flag' : 'text' };
    case 'reference':
      return field.relation ? { sort: 'text', to: field.relation.to } : { sort: 'text' };
    case 'multiselect':
    case 'tags':
    case 'references':
      return { sort: 'list', of: { sort: 'text' } };
    case 'list':
    case 'files':
      return { sort: 'list', of: { sort: 'row', fields: field.fields ?? [] } };
    case 'object':
      return { sort: 'row', fields: field.fields ?? [] };
    case 'json':
    case 'password':
      return any;
    default:
      return { sort: 'text' };
  }
}

/** Does what an expression gives fit where it is wanted? A day may be written as a text. */
export function suits(given: Given, wanted: readonly Sort[]): boolean {
  if (given.sort === 'any' || given.sort === 'empty' || wanted.includes('any')) return true;
  return wanted.some((one) => one === given.sort || (one === 'day' && given.sort === 'text') || (one === 'text' && given.sort === 'day'));
}

function giving(tree: Tree, allowed: Allowed, names: ReadonlyMap<string, Given>, faults: Fault[]): Given {
  const inner = (child: Tree): Given => giving(child, allowed, names, faults);
  switch (tree.is) {
    case 'text':
    case 'number':
    case 'flag':
    case 'empty':
      return { sort: tree.is };
    case 'name': {
      const bound = names.get(tree.name);
      if (bound) return bound;
      if (tree.name === 'self') return { sort: 'row', fields: allowed.self };
      if (tree.name === 'record') return { sort: 'row', fields: allowed.record };
      const other = allowed.self.some(({ name }) => name === tree.name) ? undefined : allowed.names?.get(tree.name);
      return other ? { sort: 'row', fields: other } : fieldIn(allowed.self, tree.name, faults);
    }
    case 'part': {
      const of = inner(tree.of);
      if (of.sort === 'row') return of.isOther ? ended(fieldIn(of.fields, tree.name, faults)) : fieldIn(of.fields, tree.name, faults);
      const isNamed = tree.of.is === 'part' || (tree.of.is === 'name' && !names.has(tree.of.name));
      const other = isNamed && of.sort !== 'list' && of.to !== undefined ? allowed.others?.(of.to) : undefined;
      if (other) return ended(fieldIn(other, tree.name, faults));
      if (of.sort !== 'any')
        faults.push({
          wrong: `"${tree.name}" is asked of ${said(of)}`,
          should: of.sort === 'list' ? `it should go through the list, as in lines.sum(l, l.${tree.name})` : 'it should be asked of an object of fields',
        });
      return any;
    }
    case 'entry': {
      const of = inner(tree.of);
      want(inner(tree.at), ['number'], 'the position in a list', faults);
      want(of, ['list'], 'what a position is asked of', faults);
      return of.sort === 'list' ? of.of : any;
    }
    case 'list':
      return { sort: 'list', of: tree.items.map(inner)[0] ?? any };
    case 'each': {
      const of = inner(tree.of);
      want(of, ['list'], `what "${tree.name}" goes through`, faults);
      const entry: Given = of.sort !== 'list' ? any : of.of.sort === 'text' ? { sort: 'text' } : of.of;
      return gathered(tree.name, of, giving(tree.body, allowed, new Map(names).set(tree.as, entry), faults), faults);
    }
    default:
      return tree.name === 'children' ? pointing(tree.args, allowed, faults) : called(tree.name, tree.args.map(inner), allowed, faults);
  }
}

/** What is read of another row leads no further. */
function ended(given: Given): Given {
  return given.sort === 'text'
    ? { sort: 'text' }
    : given.sort === 'row'
      ? { ...given, isOther: true }
      : given.sort === 'list'
        ? { sort: 'list', of: ended(given.of) }
        : given;
}

/** children("payment", "order"): rows of another object that name this one. */
function pointing([object, by]: readonly Tree[], { others, object: own }: Allowed, faults: Fault[]): Given {
  const nothing: Given = { sort: 'list', of: any };
  const example = 'it should be as in children("payment", "order"): an object, and its field that names this record';
  if (!others) faults.push({ wrong: 'other rows are not known here', should: 'a field with a formula should read them' });
  else if (object?.is !== 'text' || by?.is !== 'text') faults.push({ wrong: '"children" does not say whose', should: example });
  else {
    const fields = others(object.text);
    if (!fields) faults.push({ wrong: `there is no object "${object.text}"`, should: example });
    else {
      const field = fields.find(({ name }) => name === by.text);
      if (field?.kind !== 'reference' || field.relation?.to !== own || !field.column)
        faults.push({ wrong: `"${by.text}" of "${object.text}" does not name a record of this object`, should: example });
      return { sort: 'list', of: { sort: 'row', fields, isOther: true } };
    }
  }
  return nothing;
}

function gathered(name: string, of: Given, body: Given, faults: Fault[]): Given {
  const wanted: Record<string, readonly Sort[]> = { sum: ['number'], mean: ['number'], count: ['flag'], all: ['flag'], exists: ['flag'], filter: ['flag'] };
  want(body, wanted[name] ?? ['any'], `what "${name}" takes of each entry`, faults);
  if (name === 'filter') return of;
  if (name === 'map') return { sort: 'list', of: body };
  if (name === 'min' || name === 'max') return body;
  return { sort: name === 'all' || name === 'exists' ? 'flag' : 'number' };
}

function called(name: string, args: Given[], allowed: Allowed, faults: Fault[]): Given {
  const ability = functions[name];
  if (!ability) return any;
  if (ability.around && !allowed.around.includes(ability.around))
    faults.push({
      wrong: `${name}() is not known here`,
      should: 'a stored value would not follow it: it should be in a rule, a default, a filter or a reminder',
    });
  const most = ability.optional === 'more' ? Number.POSITIVE_INFINITY : ability.takes.length;
  const least = ability.optional === 'more' ? 1 : ability.takes.length - (ability.optional ?? 0);
  if (args.length < least || args.length > most)
    faults.push({ wrong: `"${name}" has ${args.length} arguments`, should: least === most ? `it should have ${least}` : `it should have ${least} or more` });
  for (const [index, given] of args.entries()) {
    const takes = ability.takes[Math.min(index, ability.takes.length - 1)] ?? 'any';
    want(given, typeof takes === 'string' ? [takes] : takes, `what "${name}" is asked of`, faults);
  }
  return together(name, ability, args, faults);
}

/** Two that are compared, added or chosen between have to be of one sort. */
function together(name: string, { gives, takes }: Ability, args: Given[], faults: Fault[]): Given {
  const [first = any, second = any, third = any] = args;
  const pairs = name === '?:' ? [second, third] : Array.isArray(takes[0]) || name === '==' || name === '!=' || name === 'ifEmpty' ? [first, second] : undefined;
  if (pairs && args.length > 1) {
    const [a = any, b = any] = pairs;
    const isPlain = (one: Given) => one.sort !== 'list' && one.sort !== 'row';
    if (isPlain(a) && isPlain(b) && !suits(b, [a.sort === 'empty' ? 'any' : a.sort]))
      faults.push({
        wrong: `"${name}" has ${said(a)} next to ${said(b)}`,
        should: name === '+' ? 'a number in a text should be text(…)' : 'both should be of one kind',
      });
  }
  if (gives === 'as1' || gives === 'as2') {
    const [a, b] = gives === 'as1' ? [first, second] : [second, third];
    if (a.sort === 'list' && (name === 'min' || name === 'max')) return a.of;
    return a.sort === 'empty' || (a.sort === 'any' && args.length > 1) ? b : a;
  }
  return gives === 'list' ? { sort: 'list', of: any } : { sort: gives };
}

function fieldIn(fields: readonly FieldModel[], name: string, faults: Fault[]): Given {
  const field = fields.find((candidate) => candidate.name === name);
  if (!field) {
    faults.push({ wrong: `there is no field "${name}"`, name, known: fields.map((one) => one.name) });
    return any;
  }
  if (field.writeOnly) faults.push({ wrong: `"${name}" is shown to nobody`, should: 'it should be another field' });
  return sortOfField(field);
}

function want(given: Given, wanted: readonly Sort[], what: string, faults: Fault[]): void {
  if (!suits(given, wanted)) faults.push({ wrong: `${what} is ${said(given)}`, should: `it should be ${wanted.map((sort) => words[sort]).join(' or ')}` });
}

const words: Record<Sort | 'empty' | 'row', string> = {
  number: 'a number',
  text: 'a text',
  day: 'a day',
  flag: 'true or false',
  list: 'a list',
  any: 'any value',
  empty: 'nothing',
  row: 'an object of fields',
};

/** 'a number' */
export function said(given: Given): string {
  return words[given.sort];
}
