/**
 * Evaluates an expression's tree over a row: the same in the browser and on the server, with nothing of either at hand but what is handed in. It ends after so
 * many steps, and what goes wrong is an answer, never an exception. Pure.
 */
import type { Tree } from '#codegen/model.ts';
import { parseDecimal } from '#rules/values/decimal.ts';
import { gathers } from './each.ts';
import { type Around, functions } from './functions.ts';
import { Failed, type Failure, isNumber, measured, Place, type Value } from './value.ts';

export type Outcome = { value: Value; failure?: undefined } | { value?: undefined; failure: Failure };

/** Nodes visited for one value: some 10 ms of work. */
const mostSteps = 100_000;

interface Asked {
  self: Place;
  record: Place;
  names: ReadonlyMap<string, Value>;
  around: Around;
  count: { steps: number };
}

/** `self` is the object that holds the field (the record, or a line of it), `record` the whole. */
export function evaluate(tree: Tree, self: Place, record: Place = self, around: Around = {}): Outcome {
  try {
    return { value: visit(tree, { self, record, names: none, around, count: { steps: 0 } }) };
  } catch (error) {
    if (error instanceof Failed) return { failure: error.failure };
    throw error;
  }
}

const none: ReadonlyMap<string, Value> = new Map();

function visit(tree: Tree, asked: Asked): Value {
  asked.count.steps += 1;
  if (asked.count.steps > mostSteps) throw new Failed('formula.size');
  switch (tree.is) {
    case 'text':
      return tree.text;
    case 'number': {
      const number = parseDecimal(tree.text);
      if (!number) throw new Failed('formula.size');
      return number;
    }
    case 'flag':
      return tree.flag;
    case 'empty':
      return null;
    case 'name':
      return named(tree.name, asked);
    case 'part': {
      const of = visit(tree.of, asked);
      return partOf(typeof of === 'string' ? rowBehind(tree.of, of, asked) : of, tree.name);
    }
    case 'entry':
      return entryOf(visit(tree.of, asked), visit(tree.at, asked));
    case 'list':
      return tree.items.map((item) => visit(item, asked));
    case 'each': {
      const of = visit(tree.of, asked);
      if (of !== null && !Array.isArray(of)) throw new Failed('formula.kind');
      const entries = of ?? [];
      const values = entries.map((entry) => visit(tree.body, { ...asked, names: new Map(asked.names).set(tree.as, entry) }));
      return measured(gathers[tree.name]?.(entries, values) ?? null);
    }
    default:
      return called(tree.name, tree.args, asked);
  }
}

function named(name: string, asked: Asked): Value {
  const bound = asked.names.get(name);
  if (bound !== undefined) return bound;
  if (name === 'self') return asked.self;
  if (name === 'record') return asked.record;
  const other = asked.around.names?.get(name);
  return other === undefined || asked.self.fields.some((field) => field.name === name) ? asked.self.part(name) : other;
}

function partOf(value: Value, name: string): Value {
  if (value === null) return null;
  if (!(value instanceof Place)) throw new Failed('formula.kind');
  return value.part(name);
}

/** The row that a reference names; what is no reference has no parts. */
function rowBehind(tree: Tree, id: string, asked: Asked): Place | null {
  const holder = tree.is === 'part' ? visit(tree.of, asked) : tree.is === 'name' && !asked.names.has(tree.name) ? asked.self : null;
  const name = tree.is === 'part' || tree.is === 'name' ? tree.name : '';
  const field = holder instanceof Place ? holder.fields.find((candidate) => candidate.name === name) : undefined;
  if (!field?.relation) throw new Failed('formula.kind');
  return asked.around.outside?.row(field.relation.to, id) ?? null;
}

function entryOf(value: Value, at: Value): Value {
  if (value === null || at === null) return null;
  if (!Array.isArray(value) || !isNumber(at) || at.scale > 0) throw new Failed('formula.kind');
  return value[Number(at.units)] ?? null;
}

function called(name: string, args: readonly Tree[], asked: Asked): Value {
  const [first, second, third] = args;
  if (first && second && third && name === '?:') return visit(truth(first, asked) === true ? second : third, asked);
  if (first && second && (name === '&&' || name === '||')) {
    // What is empty decides nothing: with it, the other side does.
    const decides = name === '||';
    const left = truth(first, asked);
    if (left === decides) return left;
    const right = truth(second, asked);
    return right === decides ? right : left === null ? null : right;
  }
  return (
    functions[name]?.run(
      args.map((arg) => visit(arg, asked)),
      asked.around,
    ) ?? null
  );
}

function truth(tree: Tree, asked: Asked): boolean | null {
  const value = visit(tree, asked);
  if (value !== null && typeof value !== 'boolean') throw new Failed('formula.kind');
  return value;
}
