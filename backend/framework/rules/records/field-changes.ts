/**
 * Field by field: one person's edits on a row that others write too (specification section 4; K05). The server applies changes with it, the browser rebases
 * unsaved edits onto a newer row with it. Paths are 'cname' or 'director/bio'; lists are one value. Pure.
 */

import type { JsonValue, Row } from '#codegen/model.ts';
import { isObject } from './record.ts';

/** One field as its writer saw it and as they want it: it is written only where it has not changed in between. */
export interface FieldChange {
  /** 'cname', 'director/bio' */
  path: string;
  from: JsonValue;
  to: JsonValue;
}

export type Same = (a: JsonValue | undefined, b: JsonValue | undefined, path: string) => boolean;

export interface PathConflict {
  path: string;
  mine: JsonValue;
  theirs: JsonValue;
}

/** The same to a reader: spaces around a text, and the ways to say nothing ('' null, missing, empty parts), make no difference. */
export function sameContent(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b || stableText(plain(a)) === stableText(plain(b));
}

/** JSON with the keys of every object in order: one text for one content. */
export function stableText(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${value.map(stableText).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value ?? null);
  const parts = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${stableText(value[name])}`);
  return `{${parts.join(',')}}`;
}

function plain(value: JsonValue | undefined): JsonValue {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.length ? value.map(plain) : '';
  if (!isObject(value)) return value;
  const parts = Object.entries(value)
    .map(([name, part]) => [name, plain(part)] as const)
    .filter(([, part]) => part !== '');
  return parts.length ? Object.fromEntries(parts) : '';
}

/** The value at 'director/bio'; undefined where the way ends. */
export function valueAtPath(row: Row, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = row;
  for (const name of path.split('/')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Leaves that differ between two rows; parts of director and producer one by one. */
export function changedPaths(before: Row, after: Row): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [one, two] = [before[name], after[name]];
    if (sameContent(one, two) || stampNames.has(name)) return [];
    return isObject(one) && isObject(two) ? changedPaths(one, two).map((inner) => `${name}/${inner}`) : [name];
  });
}

const stampNames: ReadonlySet<string> = new Set(['ver', 'update_at', 'update_by', 'create_at']);

/** A copy of the row with the value at the path. */
export function withValueAt(row: Row, path: string, value: JsonValue): Row {
  const [name = '', ...rest] = path.split('/');
  if (!rest.length) return { ...row, [name]: value };
  const inner = row[name];
  return { ...row, [name]: withValueAt(isObject(inner) ? inner : {}, rest.join('/'), value) };
}

export interface Applied {
  next: Row;
  /** paths that were written */
  written: string[];
  /** what others wrote in between: it stays */
  conflicts: PathConflict[];
}

/**
 * Applies changes one after the other. A field is written only where it still has the value that the writer saw (`from`); where it has the wanted value
 * already there is nothing to do, so that a change sent twice is done once; anything else is a conflict and stays as it is.
 */
export function applyChanges(row: Row, changes: readonly FieldChange[], same: Same = sameContent): Applied {
  let next = row;
  const written = new Set<string>();
  const conflicts = new Map<string, PathConflict>();
  for (const { path, from, to } of changes) {
    const stands = valueAtPath(next, path);
    if (same(stands, to, path)) conflicts.delete(path);
    else if (same(stands, from, path)) {
      next = withValueAt(next, path, to);
      written.add(path);
      conflicts.delete(path);
    } else conflicts.set(path, { path, mine: to, theirs: stands ?? null });
  }
  return { next, written: [...written], conflicts: [...conflicts.values()] };
}

/** Typing that is not known to be on the server. */
export interface Edit {
  value: JsonValue;
  /** the server's value when the typing began */
  from: JsonValue;
  /** values on their way: an answer may get lost while the value arrives */
  sent: JsonValue[];
}

export type Edits = Record<string, Edit>;

/** What the person sees: the server's row with their own typing over it. */
export function overlay(row: Row, edits: Edits): Row {
  return Object.entries(edits).reduce((shown, [path, edit]) => withValueAt(shown, path, edit.value), row);
}

/**
 * Rebases edits onto the row as the server has it now. Where the server's value is what the edit began from, or what this browser itself had sent, the edit
 * goes on; where both say the same, the edit is done; else there is a conflict and a person decides.
 */
export function rebase(edits: Edits, server: Row, same: Same = sameContent): { edits: Edits; conflicts: PathConflict[] } {
  const open: Edits = {};
  const conflicts: PathConflict[] = [];
  for (const [path, edit] of Object.entries(edits)) {
    const stands = valueAtPath(server, path) ?? null;
    if (same(stands, edit.value, path)) {
      // Another value may still be on its way, and arrive after this one.
      if (edit.sent.some((value) => !same(value, edit.value, path))) open[path] = { ...edit, from: stands };
      continue;
    }
    open[path] = edit;
    if (same(stands, edit.from, path)) continue;
    const at = edit.sent.findIndex((value) => same(stands, value, path));
    // What was sent after it may arrive yet.
    if (at >= 0) open[path] = { ...edit, from: stands, sent: edit.sent.slice(at + 1) };
    else conflicts.push({ path, mine: edit.value, theirs: stands });
  }
  return { edits: open, conflicts };
}

/** What to send of an edit: first what may have arrived already, then what was typed since, so that either end is met. */
export function changesOf(path: string, { value, from, sent }: Edit): FieldChange[] {
  const steps: FieldChange[] = [];
  let last = from;
  for (const to of [...sent, value]) {
    if (sameContent(last, to)) continue;
    steps.push({ path, from: last, to });
    last = to;
  }
  return steps;
}
