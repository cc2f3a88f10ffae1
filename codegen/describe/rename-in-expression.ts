/** Where an expression (x-formula, x-rules, x-on …) names fields, so that they follow a field that gets another name. Its text stays as typed but for the names. Pure. */
import { type ASTNode, parse } from '@marcbachmann/cel-js';

/** The new dotted path of a field; undefined: it is there no longer. */
type FieldMap = (path: string) => string | undefined;

interface Spot {
  path: string;
  from: number;
  to: number;
  is: 'name' | 'part' | 'quoted';
}

/**
 * The expression with its fields' new names; undefined where one of them is gone. One that cannot be read stays as it is. `at` is the path of the object that holds
 * it, '' for the record; `others` are names of other rows: `old` is the record too, of the rest nothing is known.
 */
export function mapExpression(text: string, at: string, map: FieldMap, others: ReadonlyMap<string, string | undefined> = new Map()): string | undefined {
  const spots = spotsOf(text, at, others);
  let next = text;
  for (const { path, from, to, is } of spots.sort((a, b) => b.from - a.from)) {
    const mapped = map(path);
    if (mapped === undefined) return undefined;
    if (mapped === path) continue;
    const name = mapped.split('.').at(-1) ?? '';
    if (is === 'quoted') next = next.slice(0, from) + JSON.stringify(name) + next.slice(to);
    else if (plain.test(name)) next = next.slice(0, from) + name + next.slice(to);
    else if (is === 'name') next = `${next.slice(0, from)}self[${JSON.stringify(name)}]${next.slice(to)}`;
    else next = `${next.slice(0, next.lastIndexOf('.', from))}[${JSON.stringify(name)}]${next.slice(to)}`;
  }
  return next;
}

/** Names that are written without quotes. */
const plain = /^(?!(?:in|true|false|null)$)[a-zA-Z_]\w*$/;

function spotsOf(text: string, at: string, others: ReadonlyMap<string, string | undefined>): Spot[] {
  const spots: Spot[] = [];
  const own = (path: string, name: string) => (path ? `${path}.${name}` : name);
  const follow = (node: ASTNode, names: ReadonlyMap<string, string | undefined>): string | undefined => {
    switch (node.op) {
      case 'id': {
        const name = node.args;
        if (names.has(name)) return names.get(name);
        if (name === 'self') return at;
        if (name === 'record') return '';
        const path = own(at, name);
        spots.push({ path, from: node.start, to: node.end, is: 'name' });
        return path;
      }
      case '.': {
        const of = follow(node.args[0], names);
        if (of === undefined) return undefined;
        const path = own(of, node.args[1]);
        spots.push({ path, from: node.pos, to: node.end, is: 'part' });
        return path;
      }
      case '[]': {
        const [holder, key] = node.args;
        const of = follow(holder, names);
        if (key.op !== 'value' || typeof key.args !== 'string') {
          follow(key, names);
          return of;
        }
        if (of === undefined) return undefined;
        const path = own(of, key.args);
        spots.push({ path, from: key.start, to: key.end, is: 'quoted' });
        return path;
      }
      case 'rcall': {
        const [name, holder, args] = node.args;
        const of = follow(holder, names);
        const [as, body] = args;
        if (args.length !== 2 || as?.op !== 'id' || !body || !['sum', 'mean', 'min', 'max', 'count', 'all', 'exists', 'filter', 'map'].includes(name)) {
          for (const arg of args) follow(arg, names);
          return undefined;
        }
        const inner = follow(body, new Map(names).set(as.args, of));
        return name === 'filter' ? of : name === 'map' ? inner : undefined;
      }
      case 'call':
        for (const arg of node.args[1]) follow(arg, names);
        return undefined;
      case '?:': {
        for (const arg of node.args) follow(arg, names);
        return undefined;
      }
      default:
        for (const arg of [node.args].flat()) if (isTree(arg)) follow(arg, names);
        return undefined;
    }
  };
  try {
    follow(parse(text).ast, others);
  } catch {
    return []; // somebody is typing: nothing in it is a name yet
  }
  return spots;
}

function isTree(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}
