/**
 * Every place of a schema document that names a field, by its dotted path: columns, tabs, search, titles, indexes, conditions, filters, views, labels. `mapFields`
 * gives each a new path, or none: then what cannot be without it goes as well. Keywords that it does not know stay as they are. Pure.
 */

import { mapExpression } from '#codegen/describe/rename-in-expression.ts';
import type { JsonSchema, JsonValue, Lang } from '#codegen/model.ts';
import { renamedFilter } from '#rules/queries/filter-names.ts';
import { isNode, nodesOf, type SchemaDocument, withWord } from './schema-document.ts';

/** The new dotted path of a field; undefined: it is there no longer. */
export type FieldMap = (path: string) => string | undefined;

/** `said`: the same for what reads values only, expressions and texts: it may know fields still that nothing else may name. */
export function mapFields({ schema, labels }: SchemaDocument, map: FieldMap, said: FieldMap = map): SchemaDocument {
  const spoken = Object.entries(labels).map(([lang, words]) => [lang, words && mapLabels(words, map)] as [Lang, JsonSchema]);
  return { schema: mapExpressions(mapObject(schema, map), map, said), labels: Object.fromEntries(spoken) };
}

function mapObject(schema: JsonSchema, map: FieldMap): JsonSchema {
  const mapped = mapRecord(schema, map);
  const next = Object.entries(ofObject).reduce(
    (node, [word, change]) => (node[word] === undefined ? node : withChange(node, word, change(node[word], map))),
    mapped,
  );
  return schema['x-workflow'] !== undefined && next['x-workflow'] === undefined ? withoutStates(next) : next;
}

/** Without states nothing moves between them, and no number is given in one. */
function withoutStates(schema: JsonSchema): JsonSchema {
  const moves = (one: JsonValue) => isNode(one) && one.when === 'moved';
  const left = Array.isArray(schema['x-on']) ? schema['x-on'].filter((one) => !moves(one)) : schema['x-on'];
  const naming = isNode(schema['x-naming']) ? withWord(schema['x-naming'], 'on', undefined) : schema['x-naming'];
  return withWord(withWord(schema, 'x-on', left), 'x-naming', naming);
}

/** Everything that holds expressions: formulas and defaults of fields, rules, automations. */
function mapExpressions(schema: JsonSchema, map: FieldMap, said: FieldMap): JsonSchema {
  const inFields = (node: JsonSchema, at: string): JsonSchema => {
    if (!isNode(node.properties)) return node;
    const properties = Object.entries(node.properties).map(([name, field]) => {
      if (!isNode(field)) return [name, field];
      let next = field;
      for (const word of ['x-formula', 'x-default']) if (next[word] !== undefined) next = withChange(next, word, expression(next[word], said, at));
      // The names are the new ones already, so what is inside is asked by its own.
      if (isNode(next.items)) next = { ...next, items: inFields(next.items, at ? `${at}.${name}` : name) };
      return [name, inFields(next, at ? `${at}.${name}` : name)];
    });
    return { ...node, properties: Object.fromEntries(properties) };
  };
  const next = inFields(schema, '');
  return Object.entries(withExpressions).reduce(
    (node, [word, change]) => (node[word] === undefined ? node : withChange(node, word, change(node[word], map, said))),
    next,
  );
}

function expression(text: JsonValue | undefined, said: FieldMap, at = '', others?: ReadonlyMap<string, string | undefined>): JsonValue | undefined {
  return typeof text === 'string' ? mapExpression(text, at, said, others) : text;
}

const withExpressions: Record<string, (value: JsonValue | undefined, map: FieldMap, said: FieldMap) => JsonValue | undefined> = {
  'x-rules': (value, _, said) =>
    entries(value, (one) =>
      ['field', 'rule', 'when'].reduce<JsonValue | undefined>(
        (rule, word) => inside(rule, word, word === 'field' ? name : (text) => expression(text, said), said, true),
        one,
      ),
    ),
  'x-on': (value, map, said) => entries(value, (one) => automation(one, map, said)),
};

function automation(one: JsonValue, map: FieldMap, said: FieldMap): JsonValue | undefined {
  if (!isNode(one)) return one;
  const made = (Array.isArray(one.do) ? one.do : []).flatMap((step) =>
    isNode(step) && isNode(step.create) && typeof step.create.as === 'string' ? [step.create.as] : [],
  );
  const others = new Map<string, string | undefined>([['old', ''], ...made.map((as) => [as, undefined] as const)]);
  const text: Change = (value) => expression(value, said, '', others);
  const values: Change = (given) =>
    isNode(given) ? Object.fromEntries(Object.entries(given).flatMap(([field, value]) => pair(field, text(value, said)))) : given;
  const set: Change = (given) =>
    isNode(given)
      ? Object.fromEntries(Object.entries(given).flatMap(([field, value]) => (said(field) === undefined ? [] : pair(said(field) ?? field, text(value, said)))))
      : given;
  const filled: Change = (create) => needs(inside(create, 'values', values, said), 'values');
  const spoken: Change = (words) =>
    typeof words === 'string'
      ? braces(words, (path) => (made.includes(path.split('.')[0] ?? '') ? path : said(path)), '…')
      : isNode(words)
        ? Object.fromEntries(Object.entries(words).map(([lang, line]) => [lang, spoken(line, said) ?? '']))
        : words;
  const mail: Change = (letter) =>
    needs(
      ['to', 'subject', 'text'].reduce<JsonValue | undefined>((node, word) => inside(node, word, word === 'to' ? people : spoken, map), letter),
      'to',
    );
  const steps: Change = (list) =>
    entries(list, (step) =>
      needs(inside(inside(inside(step, 'set', set, said), 'create', filled, map), 'mail', mail, map), 'set', 'create', 'mail', 'webhook'),
    );
  const when = isNode(one.when) ? inside(one.when, 'field', name, map, true) : one.when;
  if (when === undefined) return undefined;
  const named = inside(inside(inside({ ...one, when }, 'fields', names, said, true), 'if', text, said, true), 'do', steps, map, true);
  // One that asked for these fields would ask for any without them, and a step that reads what is made no longer would read nothing.
  const lost = isNode(named) && isNode(one) && (count(named.fields) === 0 && count(one.fields) > 0 ? true : count(named.do) === 0);
  return lost || (isNode(named) && readsLost(one, named)) ? undefined : named;
}

function readsLost(before: JsonSchema, after: JsonSchema): boolean {
  const made = (one: JsonSchema) => JSON.stringify(one.do ?? []).matchAll(/"as":"(\w+)"/g);
  const left = new Set([...made(after)].map(([, as]) => as));
  const text = JSON.stringify(after.do ?? []);
  return [...made(before)].some(([, as = '']) => !left.has(as) && new RegExp(`\\b${as}\\.`).test(text));
}

function count(value: JsonValue | undefined): number {
  return Array.isArray(value) ? value.length : 0;
}

function pair(field: string, value: JsonValue | undefined): [string, JsonValue][] {
  return value === undefined ? [] : [[field, value]];
}

/** Words that are the same at the top and beside a field. */
function mapRecord(node: JsonSchema, map: FieldMap): JsonSchema {
  let next = node;
  for (const word of ['required']) if (node[word] !== undefined) next = withChange(next, word, names(node[word], map));
  for (const word of ['dependentRequired', 'dependencies']) if (node[word] !== undefined) next = withChange(next, word, dependents(node[word], map));
  for (const word of ['if', 'then', 'else', 'not']) if (node[word] !== undefined) next = withChange(next, word, condition(node[word], map));
  if (node.if !== undefined && next.if === undefined) {
    const { then: _then, else: _else, ...rest } = next;
    next = rest;
  }
  for (const word of ['allOf', 'anyOf', 'oneOf']) {
    const list = node[word];
    if (Array.isArray(list) && list.some((item) => isNode(item) && item.const === undefined)) {
      next = withChange(next, word, keep(list.map((item) => (isNode(item) && item.$ref === undefined ? condition(item, map) : item))));
    }
  }
  if (isNode(node.properties))
    next = { ...next, properties: Object.fromEntries(Object.entries(node.properties).map(([name, field]) => [name, mapField(field, map)])) };
  return next;
}

/** Beside a field, or one in it: conditions are over the whole record. */
function mapField(field: JsonValue, map: FieldMap): JsonValue {
  if (!isNode(field)) return field;
  let next = field;
  for (const word of ['x-visibleWhen', 'x-requiredWhen', 'x-readOnlyWhen'])
    if (field[word] !== undefined) next = withChange(next, word, condition(field[word], map));
  if (Array.isArray(field['x-optionsWhen']))
    next = withChange(next, 'x-optionsWhen', keep(field['x-optionsWhen'].map((one) => inside(one, 'when', condition, map, true))));
  const relation = field['x-relation'];
  if (isNode(relation) && isNode(relation.copies)) {
    const copies = Object.entries(relation.copies).flatMap(([own, there]) => {
      const name = map(own);
      const from = typeof there === 'string' ? braces(there, map) : there;
      return name === undefined || from === undefined ? [] : [[name, from]];
    });
    next = { ...next, 'x-relation': withWord(relation, 'copies', Object.fromEntries(copies)) };
  }
  const options = isNode(field['x-ui']) ? field['x-ui'].options : undefined;
  if (isNode(field['x-ui']) && isNode(options) && typeof options.of === 'string') {
    next = { ...next, 'x-ui': { ...field['x-ui'], options: withWord(options, 'of', map(options.of)) } };
  }
  if (isNode(field.properties))
    next = { ...next, properties: Object.fromEntries(Object.entries(field.properties).map(([name, child]) => [name, mapField(child, map)])) };
  if (isNode(field.items)) next = { ...next, items: mapField(field.items, map) };
  return next;
}

type Change = (value: JsonValue | undefined, map: FieldMap) => JsonValue | undefined;

const names: Change = (value, map) => (Array.isArray(value) ? keep(value.map((one) => (typeof one === 'string' ? map(one) : one))) : value);
const whole: Change = (value, map) => {
  const mapped = names(value, map);
  return Array.isArray(mapped) && Array.isArray(value) && mapped.length === value.length ? mapped : undefined;
};
const name: Change = (value, map) => (typeof value === 'string' ? map(value) : value);
const sort: Change = (value, map) => {
  if (Array.isArray(value)) {
    const field = name(value[0], map);
    return field === undefined ? undefined : [field, ...value.slice(1)];
  }
  return inside(value, 'field', name, map, true);
};
const filter: Change = (value, map) => (value === undefined ? value : renamedFilter(value, map));
const columns: Change = (value, map) =>
  Array.isArray(value) ? keep(value.map((one) => (isNode(one) ? inside(one, 'path', name, map, true) : name(one, map)))) : value;
const sections: Change = (value, map) => entries(value, (one) => needs(inside(one, 'fields', names, map), 'fields'));
const tabs: Change = (value, map) => entries(value, (one) => needs(inside(inside(one, 'fields', names, map), 'sections', sections, map), 'fields', 'sections'));
const sums: Change = (value, map) =>
  entries(value, (one) => (typeof one === 'string' ? map(one) : inside(inside(inside(one, 'field', name, map, true), 'by', name, map), 'filter', filter, map)));
const title: Change = (value, map) => {
  if (typeof value === 'string') return braces(value, map, '')?.replace(/\s+/g, ' ').trim();
  if (!isNode(value)) return value;
  const said = Object.entries(value).map(([lang, text]) => [lang, title(text, map)] as const);
  return said.every(([, text]) => text) ? Object.fromEntries(said.map(([lang, text]) => [lang, text ?? ''])) : undefined;
};

/** Roles in brackets, and fields that point at people. */
const people: Change = (value, map) => {
  if (Array.isArray(value)) return keep(value.map((who) => people(who, map)));
  return typeof value === 'string' && !value.startsWith('[') ? map(value) : value;
};

/** A condition over the record: a JSON Schema whose `properties` name fields, those inside by a path. What says nothing any more is undefined. */
const condition: Change = (value, map) => conditionAt(value, map, '');
function conditionAt(value: JsonValue | undefined, map: FieldMap, at: string): JsonValue | undefined {
  if (!isNode(value)) return value;
  let next = value;
  const own: FieldMap = (field) => map(`${at}${field}`)?.split('.').at(-1);
  if (isNode(value.properties)) {
    const fields = Object.entries(value.properties).flatMap(([field, asked]) => {
      const name = own(field);
      const inner = name === undefined ? undefined : conditionAt(asked, map, `${at}${field}.`);
      return name === undefined || inner === undefined ? [] : [[name, inner]];
    });
    next = withWord(next, 'properties', Object.fromEntries(fields));
  }
  if (value.required !== undefined) next = withChange(next, 'required', names(value.required, own));
  for (const word of ['allOf', 'anyOf', 'oneOf']) {
    const list = value[word];
    if (Array.isArray(list)) next = withChange(next, word, keep(list.map((one) => conditionAt(one, map, at))));
  }
  for (const word of ['not', 'if', 'then', 'else', 'items', 'contains'])
    if (value[word] !== undefined) next = withChange(next, word, conditionAt(value[word], map, at));
  return Object.keys(value).length > 0 && Object.keys(next).length === 0 ? undefined : next;
}

const list: Change = (value, map) => {
  if (Array.isArray(value)) return names(value, map);
  const changes: [string, Change][] = [
    ['columns', names],
    ['filters', names],
    ['sort', sort],
    ['sums', sums],
    ['quick', (quick) => entries(quick, (one) => inside(one, 'filter', filter, map))],
    ['rowColor', (colors) => entries(colors, (one) => inside(one, 'when', condition, map, true))],
  ];
  return changes.reduce<JsonValue | undefined>((node, [word, change]) => inside(node, word, change, map), value);
};

/** Keyword at the top of an object → how it names fields. */
const ofObject: Record<string, Change> = {
  'x-entity': (value, map) => inside(value, 'key', name, map),
  'x-titleTemplate': title,
  'x-list': list,
  'x-form': (value, map) => (Array.isArray(value) ? names(value, map) : needs(inside(inside(value, 'tabs', tabs, map), 'sidebar', names, map), 'tabs')),
  'x-search': names,
  'x-duplicates': names,
  'x-indexes': (value, map) => entries(value, (one) => whole(one, map)),
  'x-uniques': (value, map) => entries(value, (one) => whole(one, map)),
  'x-naming': (value, map) => inside(value, 'field', name, map, true),
  'x-access': (value, map) =>
    inside(
      value,
      'rows',
      (rows) => (isNode(rows) ? Object.fromEntries(Object.entries(rows).map(([role, when]) => [role, condition(when, map) ?? true])) : rows),
      map,
    ),
  'x-workflow': (value, map) =>
    inside(
      inside(value, 'field', name, map, true),
      'transitions',
      (steps) =>
        entries(steps, (one) =>
          [...(['locks', 'asks', 'stamps', 'clears'] as const).map((word) => [word, names] as const), ['requires', condition] as const].reduce<
            JsonValue | undefined
          >((step, [word, change]) => inside(step, word, change, map), one),
        ),
      map,
    ),
  'x-actions': (value, map) => entries(value, (one) => inside(one, 'when', condition, map)),
  'x-views': (value, map) =>
    entries(value, (one) => {
      const changes: [string, Change][] = [
        ['filter', filter],
        ['sort', sort],
        ['columns', columns],
        ['group', (group) => inside(inside(group, 'path', name, map, true), 'across', (across) => inside(across, 'path', name, map, true), map)],
        ['layout', (layout) => inside(inside(layout, 'field', name, map, true), 'until', name, map)],
      ];
      return changes.reduce<JsonValue | undefined>((view, [word, change]) => inside(view, word, change, map), one);
    }),
  'x-reminders': (value, map) =>
    entries(value, (one) => {
      if (!isNode(one)) return one;
      const when = inside(one.when, 'field', name, map, true);
      return when === undefined ? undefined : inside(inside({ ...one, when }, 'filter', filter, map), 'for', people, map);
    }),
};

function dependents(value: JsonValue | undefined, map: FieldMap): JsonValue | undefined {
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, needed]) => {
      const next = map(field);
      const rest = names(needed, map);
      return next === undefined || rest === undefined || (Array.isArray(rest) && rest.length === 0) ? [] : [[next, rest]];
    }),
  );
}

const byField = ['fields', 'fieldHelp', 'placeholders', 'options'];

function mapLabels(words: JsonSchema, map: FieldMap): JsonSchema {
  return byField.reduce((node, word) => {
    const said = node[word];
    if (!isNode(said)) return node;
    const mapped = Object.entries(said).flatMap(([path, text]) => {
      const next = map(path);
      return next === undefined ? [] : [[next, text]];
    });
    return withWord(node, word, Object.fromEntries(mapped));
  }, words);
}

/** '{a} and {b}' with its names mapped; of one that is gone `instead`, or nothing of the whole. */
function braces(text: string, map: FieldMap, instead?: string): string | undefined {
  let isGone = false;
  const next = text.replace(/\{([^{}]+)\}/g, (all, path: string) => {
    const mapped = map(path);
    if (mapped !== undefined) return `{${mapped}}`;
    isGone = true;
    return instead ?? all;
  });
  return isGone && instead === undefined ? undefined : next;
}

/** The node with one of its words changed; where that is gone and `isNeeded`, so is the node. */
function inside(node: JsonValue | undefined, word: string, change: Change, map: FieldMap, isNeeded = false): JsonValue | undefined {
  if (!isNode(node) || node[word] === undefined) return node;
  const next = change(node[word], map);
  return next === undefined && isNeeded ? undefined : withChange(node, word, next);
}

/** As `withWord`, but what was empty before may stay so: somebody meant it. */
function withChange(node: JsonSchema, word: string, value: JsonValue | undefined): JsonSchema {
  return JSON.stringify(value) === JSON.stringify(node[word]) ? node : withWord(node, word, value);
}

/** The node where it still has one of the words. */
function needs(node: JsonValue | undefined, ...words: string[]): JsonValue | undefined {
  return !isNode(node) || words.some((word) => node[word] !== undefined) ? node : undefined;
}

function entries(value: JsonValue | undefined, change: (one: JsonValue) => JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(value) ? keep(value.map(change)) : value;
}

function keep(values: (JsonValue | undefined)[]): JsonValue[] {
  return values.filter((value): value is JsonValue => value !== undefined);
}

/** Paths of all fields that a schema declares itself, those inside others too. */
export function fieldPaths(schema: JsonSchema, at = ''): string[] {
  return nodesOf(schema.properties).flatMap(([name, field]) => [`${at}${name}`, ...fieldPaths(isNode(field.items) ? field.items : field, `${at}${name}.`)]);
}
