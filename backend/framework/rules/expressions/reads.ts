/** Which fields of the record an expression reads, as dotted paths: what has to be worked out before it. Pure. */
import type { Tree } from '#codegen/model.ts';

/** `at` is the path of the object that holds the field, '' for the record. A path that ends at a list or an object stands for all that is in it. */
export function readsOf(tree: Tree, at: string): Set<string> {
  const found = new Set<string>();
  const own = (name: string): string => (at ? `${at}.${name}` : name);
  /** The path that a node leads to, undefined for a value that is made; `ends`: nothing goes on from there. */
  const follow = (node: Tree, names: ReadonlyMap<string, string | undefined>, ends: boolean): string | undefined => {
    const inner = (child: Tree) => follow(child, names, true);
    switch (node.is) {
      case 'name': {
        const path = names.has(node.name) ? names.get(node.name) : node.name === 'self' ? at : node.name === 'record' ? '' : own(node.name);
        if (ends && path !== undefined) found.add(path);
        return path;
      }
      case 'part': {
        const of = follow(node.of, names, false);
        const path = of === undefined ? undefined : of ? `${of}.${node.name}` : node.name;
        if (ends && path !== undefined) found.add(path);
        return path;
      }
      case 'entry':
        inner(node.at);
        return follow(node.of, names, ends);
      case 'each': {
        const of = follow(node.of, names, false);
        const path = follow(node.body, new Map(names).set(node.as, of), node.name !== 'map' || ends);
        return node.name === 'filter' ? of : node.name === 'map' ? path : undefined;
      }
      case 'list':
        node.items.forEach(inner);
        return undefined;
      case 'call':
        // How many there are does not depend on what is in them.
        for (const arg of node.args) follow(arg, names, !['size', 'isEmpty', 'has'].includes(node.name));
        return undefined;
      default:
        return undefined;
    }
  };
  follow(tree, new Map(), true);
  return found;
}

/** Does a path read what another one is the place of: itself, all around it, or something in it? */
export function touches(read: string, path: string): boolean {
  return read === '' || read === path || path.startsWith(`${read}.`) || read.startsWith(`${path}.`);
}
