/**
 * Shared shapes: a definition that several places name by `$ref`. In an object of usual size each place has the shape written out, with labels
 * and conditions of its own. Definitions that name one another would multiply without end (61 of them: a day and all memory), so in a large
 * object a shape stays where it is defined and the places keep the reference. Pure.
 */

import { deepestWrittenOut, mostWrittenOut, smallShape } from '../lint/limits.ts';
import type { JsonSchema, SharedShape } from '../model.ts';
import { asObject, children, dereferenced, pointed, typeOf } from '../schema-node.ts';
import { kindOf } from './kinds.ts';

/** The references whose shapes stay shared; none in an object that can be written out. Takes time in step with the file's size. */
export function staysShared(root: JsonSchema): string[] {
  return canBeWrittenOut(root) ? [] : [...weights(root)].filter(([, weight]) => weight > smallShape).map(([ref]) => ref);
}

/** The schema for screens: a place whose shape stays shared says its title and type alone, so that no form follows the references. */
export function onScreens(root: JsonSchema, shared: readonly string[]): JsonSchema {
  if (shared.length === 0) return root;
  const place = (node: JsonSchema): JsonSchema => {
    const { $ref, items, ...rest } = node;
    if (typeof $ref === 'string' && shared.includes($ref)) {
      const target = dereferenced(node, root)?.node ?? {};
      return { ...(target.title === undefined ? {} : { title: target.title }), type: target.type ?? 'object', ...rest };
    }
    const inner = asObject(items);
    if (inner && typeof inner.$ref === 'string' && shared.includes(inner.$ref)) return rest;
    const properties = Object.fromEntries(children(node.properties).map(([name, child]) => [name, place(child)]));
    return { ...node, ...(node.properties === undefined ? {} : { properties }), ...(inner && { items: place(inner) }) };
  };
  return place(root);
}

/** Which shape a place has that is not written out; undefined where it is none of fields (a list of lists). */
export function sharedShapeOf(declared: JsonSchema, root: JsonSchema): SharedShape | undefined {
  const followed = dereferenced(declared, root);
  if (!followed) return undefined;
  const { node, refs } = followed;
  const own = refs.at(-1);
  const many = typeOf(node) === 'array';
  const items = asObject(node.items);
  const ref = !many ? own : typeof items?.$ref === 'string' ? items.$ref : own && `${own}/items`;
  if (ref === undefined) return undefined;
  const shape = dereferenced({ $ref: ref }, root)?.node;
  return shape && kindOf(shape, root) === 'object' ? { ref, many } : undefined;
}

/** The walk of describe, given up as soon as it is too long. */
function canBeWrittenOut(root: JsonSchema): boolean {
  let left = mostWrittenOut;
  const fits = (node: JsonSchema, seen: readonly string[], depth: number): boolean =>
    children(node.properties).every(([, declared]) => {
      left -= 1;
      if (left < 0 || depth > deepestWrittenOut) return false;
      const followed = dereferenced(declared, root, seen);
      if (!followed) return true;
      const below = [...seen, ...followed.refs];
      const items = asObject(followed.node.items);
      const inner = items && dereferenced(items, root, below);
      return fits(followed.node, below, depth + 1) && (!inner || fits(inner.node, [...below, ...inner.refs], depth + 1));
    });
  return fits(root, [], 0);
}

/** Each reference with the number of fields that its shape takes when it is written out; a shape that comes back to itself takes endlessly many. */
function weights(root: JsonSchema): Map<string, number> {
  const known = new Map<string, number>();
  const ofRef = (ref: string): number => {
    const weight = known.get(ref);
    if (weight !== undefined) return weight;
    known.set(ref, Number.POSITIVE_INFINITY); // while it is weighed, and for good where the way comes back to it
    const target = pointed(root, ref);
    const found = target ? ofNode(target) : 0;
    known.set(ref, found);
    return found;
  };
  const ofNode = (node: JsonSchema): number => {
    const items = asObject(node.items);
    return (
      (typeof node.$ref === 'string' ? ofRef(node.$ref) : 0) +
      (items ? ofNode(items) : 0) +
      children(node.properties).reduce((sum, [, child]) => sum + 1 + ofNode(child), 0)
    );
  };
  ofNode(root);
  return known;
}
