/**
 * What formulas read beyond their own record: a field of the row that a reference names (`film.year`), and the rows of another object that point at this one
 * (`children("payment", "order")`). One step, no further: a longer way goes through a formula of the row between. Pure.
 */
import type { FieldModel, JsonValue, Tree } from '#codegen/model.ts';
import { readsOf } from './reads.ts';

/** One way out of a record; `names` are the fields that may be read there: all that the expression says, too many rather than too few. */
export type Link = { names: ReadonlySet<string> } & (
  | { is: 'reference'; path: readonly string[]; object: string }
  | { is: 'children'; object: string; field: string }
);

/** The ways out of one expression; `at` is the path of the object that holds it, '' for the record. */
export function linksOf(tree: Tree, at: string, fields: readonly FieldModel[]): Link[] {
  const links: Link[] = [];
  for (const read of readsOf(tree, at)) {
    const path: string[] = [];
    let level = fields;
    for (const name of read.split('.')) {
      const field = level.find((candidate) => candidate.name === name);
      if (!field) break;
      path.push(name);
      const rest = read.split('.').slice(path.length);
      if (field.kind === 'reference' && field.relation && rest.length)
        links.push({ is: 'reference', path: [...path], object: field.relation.to, names: new Set(rest.slice(0, 1)) });
      level = field.fields ?? [];
    }
  }
  const names = new Set<string>();
  const called: Tree[][] = [];
  eachNode(tree, (node) => {
    if (node.is === 'part' || node.is === 'name') names.add(node.name);
    if (node.is === 'call' && node.name === 'children') called.push(node.args);
  });
  for (const [object, field] of called)
    if (object?.is === 'text' && field?.is === 'text')
      links.push({ is: 'children', object: object.text, field: field.text, names: new Set([...names, field.text]) });
  return links;
}

const outsiders = new WeakMap<Tree, Link[]>();

/** The ways out of a formula, remembered with its tree: asked at every save and keystroke. */
export function waysOut(tree: Tree, at: readonly string[], fields: readonly FieldModel[]): Link[] {
  let found = outsiders.get(tree);
  if (!found) {
    found = linksOf(tree, at.join('.'), fields);
    outsiders.set(tree, found);
  }
  return found;
}

/** Does this formula of a record read beyond it? */
export function readsOutside(tree: Tree, at: readonly string[], fields: readonly FieldModel[]): boolean {
  return waysOut(tree, at, fields).length > 0;
}

/** The ids that a row names along the path of a reference, in their order; of a list those of each entry. */
export function idsAlong(value: JsonValue | undefined, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => idsAlong(entry, path));
  const [next, ...rest] = path;
  if (typeof value === 'object' && value !== null) return next === undefined ? [] : idsAlong(value[next], rest);
  return next === undefined && typeof value === 'string' && value ? [value] : [];
}

function eachNode(tree: Tree, visit: (node: Tree) => void): void {
  visit(tree);
  const inner =
    tree.is === 'call'
      ? tree.args
      : tree.is === 'list'
        ? tree.items
        : tree.is === 'each'
          ? [tree.of, tree.body]
          : tree.is === 'entry'
            ? [tree.of, tree.at]
            : tree.is === 'part'
              ? [tree.of]
              : [];
  for (const child of inner) eachNode(child, visit);
}
