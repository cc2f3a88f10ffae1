/** Edits on something that others write too, and what every event makes of them. Pure: typing.ts calls it, stores and waits. */

import type { JsonValue, Row } from '#codegen/model.ts';
import {
  changedPaths,
  changesOf,
  type Edit,
  type Edits,
  type FieldChange,
  overlay,
  type PathConflict,
  rebase,
  sameContent,
  valueAtPath,
} from '#rules/records/field-changes.ts';
import type { Problem } from '#rules/words/problem.ts';
import type { Entry } from './journal.ts';

/** What the engine has to know of the thing that is typed into: `F` is how the server tells it. */
export interface Content<F> {
  /** what can be typed, by path: the unit that is sent, compared and asked about */
  values(facts: F): Row;
  /** what is known with what came: `known` itself where the answer was overtaken by a newer one */
  join(known: F, came: F): F;
  /** why nothing of it can be sent */
  halt?(facts: F): string | undefined;
  /** both sides changed it: undefined where the person has to decide */
  merge?(edit: Edit, theirs: JsonValue): JsonValue | undefined;
  /** what goes out of a value; where that is not all of it, the rest waits here */
  out?(value: JsonValue): JsonValue;
  /** the server says the same: is there nothing in the typing that is to be shown any longer? */
  isDone?(value: JsonValue, stands: JsonValue): boolean;
  /** there is such a place now; what was typed into one that is away waits for it */
  isThere?(path: string, facts: F): boolean;
  /** fields a call carries; as many as fit in where it does not say */
  atOnce?: number;
}

/** Both sides of a field: this device's typing, and what another device (or a tab that was closed) wrote. */
export interface Difference {
  mine: JsonValue;
  theirs: JsonValue;
}

/** Why the server does not take a value; `message` in its own words. */
export type Refused = Problem & { message?: string };

export interface Typed<F> {
  of: Content<F>;
  /** as the server had it last */
  facts: F | undefined;
  edits: Edits;
  conflicts: Record<string, Difference>;
  /** values that the server does not take; they stay here until they are changed */
  refused: Record<string, Refused>;
  /** why nothing is sent at present; the edits stay. 'signin' goes with `resume`, the others by what the server says */
  halt: string | undefined;
  /** paths that another device or tab changed, until the person has seen it */
  news: string[];
}

export function nothingTyped<F>(of: Content<F>, facts?: F): Typed<F> {
  return { of, facts, edits: {}, conflicts: {}, refused: {}, halt: facts && of.halt?.(facts), news: [] };
}

/** The server takes 100 KB, a page that is being left sends 64 KB at most: bytes a call. */
const mostBytes = 56_000;
/** One field that is larger than a call can carry, bytes. */
const mostFieldBytes = 90_000;

const noRow: Row = {};

/** What is shown: the server's values, and the typing over them. */
export function valuesOf<F>(typing: Typed<F>): Row {
  return overlay(serversOf(typing), typing.edits);
}

function serversOf<F>({ of, facts }: Typed<F>): Row {
  return facts === undefined ? noRow : of.values(facts);
}

function stands(row: Row, path: string): JsonValue {
  return valueAtPath(row, path) ?? null;
}

/** Is there something in it that the server does not have, and could? Spaces around a text are not. */
function isOpen<F>(of: Content<F>, edit: Edit): boolean {
  return edit.sent.length > 0 || !sameContent(outOf(of, edit.value), edit.from);
}

function outOf<F>({ out }: Content<F>, value: JsonValue): JsonValue {
  return out ? out(value) : value;
}

/** Must it stay: open, or waiting for the rest of itself? */
export function isStored<F>(of: Content<F>, edit: Edit): boolean {
  return isOpen(of, edit) || !sameContent(outOf(of, edit.value), edit.value);
}

function isDone<F>(of: Content<F>, value: JsonValue, there: JsonValue): boolean {
  return of.isDone ? of.isDone(value, there) : typeof value !== 'string' || value === there;
}

/** What is typed and not on the server, conflicts and refused values included. */
export function unsaved<F>({ of, edits }: Typed<F>): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(edits).flatMap(([path, edit]) => (isStored(of, edit) ? [[path, edit.value] as const] : [])));
}

/** The person typed. */
export function typed<F>(typing: Typed<F>, path: string, value: JsonValue): Typed<F> {
  const there = stands(serversOf(typing), path);
  const known = typing.edits[path];
  const edit: Edit = known ? { ...known, value } : { value, from: there, sent: [] };
  const edits = { ...typing.edits, [path]: edit };
  if (!known?.sent.length && sameContent(value, there) && isDone(typing.of, value, there) && !typing.conflicts[path]) delete edits[path];
  const { [path]: conflict, ...conflicts } = typing.conflicts;
  return {
    ...typing,
    edits,
    refused: without(typing.refused, path),
    conflicts: conflict && !sameContent(conflict.theirs, value) ? { ...conflicts, [path]: { ...conflict, mine: value } } : conflicts,
    // Once the two sides agree the typing goes on from there.
    ...(conflict && sameContent(conflict.theirs, value) && { edits: { ...edits, [path]: { value, from: there, sent: [] } } }),
  };
}

/** A field was left: spaces around its text are no longer shown. */
export function left<F>(typing: Typed<F>, path: string): Typed<F> {
  const edit = typing.edits[path];
  return edit && !isStored(typing.of, edit) ? { ...typing, edits: without(typing.edits, path) } : typing;
}

/** Paths that may be sent now. */
export function sendable<F>({ of, edits, conflicts, refused, facts }: Typed<F>): string[] {
  return Object.entries(edits).flatMap(([path, edit]) => (isOpen(of, edit) && !conflicts[path] && !refused[path] && isThere(of, path, facts) ? [path] : []));
}

function isThere<F>(of: Content<F>, path: string, facts: F | undefined): boolean {
  return facts === undefined || !of.isThere || of.isThere(path, facts);
}

export interface Batch {
  changes: FieldChange[];
  /** the value that each path has after it */
  values: Record<string, JsonValue>;
}

/** The next call: as many fields as one call carries. Marked as on their way, for an answer may get lost. */
export function begun<F>(typing: Typed<F>): { typing: Typed<F>; batch: Batch | undefined } {
  const { of } = typing;
  const changes: FieldChange[] = [];
  const values: Record<string, JsonValue> = {};
  const edits = { ...typing.edits };
  const refused = { ...typing.refused };
  let bytes = 0;
  for (const path of sendable(typing).slice(0, of.atOnce)) {
    const edit = typing.edits[path] as Edit; // sendable took it from there
    const value = outOf(of, edit.value);
    let steps = changesOf(path, { ...edit, value });
    // Too much in steps: from the last known value straight to the present one.
    if (sizeOf(steps) > mostBytes && steps.length > 1) steps = [{ path, from: edit.from, to: value }];
    const size = sizeOf(steps);
    if (size > mostFieldBytes) {
      refused[path] = { path, code: 'field.long', values: { limit: Math.floor(mostFieldBytes / 6) } };
      continue;
    }
    if (changes.length && bytes + size > mostBytes) break;
    bytes += size;
    changes.push(...steps);
    values[path] = value;
    edits[path] = { ...edit, sent: edit.sent.some((one) => sameContent(one, value)) ? edit.sent : [...edit.sent, value] };
  }
  return { typing: { ...typing, edits, refused }, batch: Object.keys(values).length ? { changes, values } : undefined };
}

const encoder = new TextEncoder();

function sizeOf(changes: FieldChange[]): number {
  return encoder.encode(JSON.stringify(changes)).length;
}

/** What the server says to a call. */
export interface Answer<F> {
  facts: F;
  conflicts?: PathConflict[];
  refused?: Refused[];
}

/** The answer to a call: what it saved is the server's now, what it could not hold stays here, what others wrote is merged or asked about. */
export function answered<F>(typing: Typed<F>, batch: Batch, { facts, conflicts = [], refused = [] }: Answer<F>): Typed<F> {
  const { of } = typing;
  // A later answer was here before this one.
  if (typing.facts !== undefined && facts !== typing.facts && of.join(typing.facts, facts) === typing.facts) return typing;
  const row = of.values(facts);
  const edits = { ...typing.edits };
  const faults = { ...typing.refused };
  for (const [path, value] of Object.entries(batch.values)) {
    const edit = edits[path];
    if (!edit || conflicts.some((conflict) => conflict.path === path)) continue;
    const there = stands(row, path);
    const at = edit.sent.findIndex((one) => sameContent(one, value));
    const problem = refused.find((one) => one.path === path || one.path.startsWith(`${path}/`));
    const isLast = sameContent(edit.value, value);
    if (problem && isLast) faults[path] = problem;
    edits[path] = { ...edit, from: there, sent: edit.sent.slice(at + 1) };
    // The server's way of writing it (an empty choice, say) is as good as ours, unless it is a text with spaces around that is still typed.
    if (!problem && isLast && (isDone(of, edit.value, there) || !sameContent(edit.value, there))) delete edits[path];
  }
  return received({ ...typing, edits, refused: faults }, facts, Object.keys(batch.values));
}

/** The server's present state, from any call; `own` are paths that this device itself wrote with it. */
export function received<F>(typing: Typed<F>, came: F, own: readonly string[] = []): Typed<F> {
  const { of } = typing;
  const facts = typing.facts === undefined ? came : of.join(typing.facts, came);
  const before = typing.facts === undefined ? undefined : of.values(typing.facts);
  const row = of.values(facts);
  const [edits, merged]: [Edits, Edits] = [{}, {}];
  for (const [path, edit] of Object.entries(typing.edits))
    if (isThere(of, path, facts)) merged[path] = mergedWith(of, edit, stands(row, path));
    else edits[path] = edit;
  const based = rebase(merged, row);
  Object.assign(edits, based.edits);
  for (const [path, { value }] of Object.entries(merged)) {
    // Spaces around a text, still typed in.
    const there = stands(row, path);
    if (!edits[path] && !isDone(of, value, there)) edits[path] = { value, from: there, sent: [] };
  }
  const conflicts: Record<string, Difference> = {};
  for (const { path, mine, theirs } of based.conflicts) conflicts[path] = { mine, theirs };
  // Two closed tabs that differ are no matter of the server's: they wait for a decision.
  for (const [path, held] of Object.entries(typing.conflicts)) if (!conflicts[path] && edits[path] && !isServers(held, before, path)) conflicts[path] = held;
  const changed = before ? changedPaths(before, row).filter((path) => !own.includes(path) && !typing.edits[path]) : [];
  const refused = Object.fromEntries(Object.entries(typing.refused).filter(([path]) => edits[path]));
  return { ...typing, facts, edits, conflicts, refused, halt: of.halt?.(facts), news: [...new Set([...typing.news, ...changed])] };
}

/** What only one side changed is taken from that side. This device's own words that arrived are no other side. */
function mergedWith<F>({ merge }: Content<F>, edit: Edit, there: JsonValue): Edit {
  const isOurs = [edit.from, ...edit.sent].some((value) => sameContent(value, there));
  const value = isOurs ? undefined : merge?.(edit, there);
  return value === undefined ? edit : { value, from: there, sent: [] };
}

function isServers(held: Difference, before: Row | undefined, path: string): boolean {
  return before !== undefined && sameContent(held.theirs, stands(before, path));
}

/** The other side of a field where it is a closed tab's, which no server will bring again: undefined for none. */
export function heldBeside<F>(typing: Typed<F>, path: string): JsonValue | undefined {
  const held = typing.conflicts[path];
  return held && !isServers(held, typing.facts === undefined ? undefined : serversOf(typing), path) ? held.theirs : undefined;
}

/** The person decided: between the two sides of a field, or to send a refused edit once more. */
export function resolved<F>(typing: Typed<F>, path: string, side: 'mine' | 'theirs'): Typed<F> {
  const { [path]: conflict, ...conflicts } = typing.conflicts;
  const edit = typing.edits[path];
  if (!conflict && !(edit && typing.refused[path])) return typing;
  const there = stands(serversOf(typing), path);
  const value = side === 'mine' ? (edit?.value ?? conflict?.mine ?? there) : (conflict?.theirs ?? there);
  const edits = sameContent(value, there) ? without(typing.edits, path) : { ...typing.edits, [path]: { value, from: there, sent: [] } };
  return { ...typing, edits, conflicts, refused: without(typing.refused, path) };
}

/** A call that can never be taken as it is: these fields stay here, the others go on. */
export function rejected<F>(typing: Typed<F>, problems: readonly Refused[]): Typed<F> {
  const refused = { ...typing.refused };
  const edits = { ...typing.edits };
  for (const problem of problems) {
    const edit = edits[problem.path];
    if (!edit) continue;
    refused[problem.path] = problem;
    edits[problem.path] = { ...edit, sent: [] };
  }
  return { ...typing, refused, edits };
}

/** What the journal of an earlier page held: typing that may or may not have reached the server. */
export function recalled<F>(typing: Typed<F>, found: readonly Entry[]): Typed<F> {
  let next = typing;
  // The newest is used; a different edit of another tab is offered beside it.
  for (const { path, edit, other } of [...found].reverse().sort((one, two) => two.at - one.at)) {
    const known = next.edits[path];
    // What was typed first goes first.
    if (!known) next = { ...next, edits: { [path]: edit, ...next.edits } };
    else if (!known.sent.some((value) => sameContent(value, edit.value))) next = offered(next, path, known, edit.value);
    // Offered before by a page that was left before anybody decided.
    if (other !== undefined) next = offered(next, path, known ?? edit, other);
  }
  return next;
}

function offered<F>(typing: Typed<F>, path: string, { value }: Edit, theirs: JsonValue): Typed<F> {
  return sameContent(value, theirs) ? typing : { ...typing, conflicts: { ...typing.conflicts, [path]: { mine: value, theirs } } };
}

/** The edit is withdrawn. */
export function forgotten<F>(typing: Typed<F>, path: string): Typed<F> {
  const [edits, conflicts, refused] = [without(typing.edits, path), without(typing.conflicts, path), without(typing.refused, path)];
  return { ...typing, edits, conflicts, refused };
}

function without<T>(record: Record<string, T>, name: string): Record<string, T> {
  if (!(name in record)) return record;
  const { [name]: _gone, ...rest } = record;
  return rest;
}
