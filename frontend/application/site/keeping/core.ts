/** What is kept of a draft while somebody types, and what every event makes of it. Pure: who calls, stores and waits stands in keeper.ts. */

import { changesOf, type Edit, type Edits, overlay, rebase, sameContent, valueAtPath } from '#application/enrolment/rules/merge.ts';
import type { EnrolmentFacts, FieldChange, Merged } from '#application/site/wire.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import type { Problem } from '#rules/problem.ts';
import { mergedLists } from './file-lists.ts';

/** Why nothing is sent at present; the words are kept. */
export type Halt =
  | 'signin' // the session has ended
  | 'closed' // the window is not open
  | 'locked' // it was submitted or withdrawn, here or elsewhere
  | 'gone'; // there is no such enrolment of this person

/** Both sides of a field: this device's typing, and what another device (or a tab that was closed) wrote. */
export interface Difference {
  mine: JsonValue;
  theirs: JsonValue;
}

export interface Kept {
  /** the row as the server had it last */
  facts: EnrolmentFacts | undefined;
  edits: Edits;
  conflicts: Record<string, Difference>;
  /** values that no draft can hold; they stay here until they are changed */
  refused: Record<string, Problem>;
  halt: Halt | undefined;
  /** paths that another device or tab changed, until somebody has seen it */
  news: string[];
}

export const nothing: Kept = { facts: undefined, edits: {}, conflicts: {}, refused: {}, halt: undefined, news: [] };

/** The server takes 100 KB, a page that is being left sends 64 KB at most: bytes a call. */
export const mostBytes = 56_000;
/** One field that is larger than a call can carry, bytes. */
export const mostFieldBytes = 90_000;

const noRow: Row = {};

/** What the form shows: the server's row, and the typing over it. */
export function valuesOf({ facts, edits }: Kept): Row {
  return overlay(facts?.values ?? noRow, edits);
}

/** Is there something in it that the server does not have? Spaces around a text are not. */
export function isOpen(edit: Edit): boolean {
  return edit.sent.length > 0 || !sameContent(edit.value, edit.from);
}

/** What is typed and not on the server, conflicts and refused values included. */
export function unsaved({ edits }: Kept): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(edits).flatMap(([path, edit]) => (isOpen(edit) ? [[path, edit.value] as const] : [])));
}

/** Somebody typed. */
export function typed(kept: Kept, path: string, value: JsonValue): Kept {
  const stands = valueAtPath(kept.facts?.values ?? noRow, path) ?? null;
  const known = kept.edits[path];
  const edit: Edit = known ? { ...known, value } : { value, from: stands, sent: [] };
  const edits = { ...kept.edits, [path]: edit };
  if (!known?.sent.length && value === stands && !kept.conflicts[path]) delete edits[path];
  const { [path]: conflict, ...conflicts } = kept.conflicts;
  return {
    ...kept,
    edits,
    refused: without(kept.refused, path),
    conflicts: conflict && !sameContent(conflict.theirs, value) ? { ...conflicts, [path]: { ...conflict, mine: value } } : conflicts,
    // Once the two sides agree the typing goes on from there.
    ...(conflict && sameContent(conflict.theirs, value) && { edits: { ...edits, [path]: { value, from: stands, sent: [] } } }),
  };
}

/** A field was left: spaces around its text are no more to be shown. */
export function left(kept: Kept, path: string): Kept {
  const edit = kept.edits[path];
  return edit && !isOpen(edit) ? { ...kept, edits: without(kept.edits, path) } : kept;
}

/** Paths that may be sent now. */
export function sendable({ edits, conflicts, refused }: Kept): string[] {
  return Object.keys(edits).filter((path) => isOpen(edits[path] as Edit) && !conflicts[path] && !refused[path]); // its own key
}

export interface Batch {
  changes: FieldChange[];
  /** the value that each path has after it */
  values: Record<string, JsonValue>;
}

/** The next call: as many fields as one call carries. Marked as on their way, for an answer may get lost. */
export function begun(kept: Kept): { kept: Kept; batch: Batch | undefined } {
  const changes: FieldChange[] = [];
  const values: Record<string, JsonValue> = {};
  const edits = { ...kept.edits };
  const refused = { ...kept.refused };
  let bytes = 0;
  for (const path of sendable(kept)) {
    const edit = kept.edits[path] as Edit; // sendable took it from there
    let steps = changesOf(path, edit);
    // Too much in steps: from the last known value straight to the present one.
    if (sizeOf(steps) > mostBytes && steps.length > 1) steps = [{ path, from: edit.from, to: edit.value }];
    const size = sizeOf(steps);
    if (size > mostFieldBytes) {
      refused[path] = { path, code: 'field.long', values: { limit: Math.floor(mostFieldBytes / 6) } };
      continue;
    }
    if (changes.length && bytes + size > mostBytes) break;
    bytes += size;
    changes.push(...steps);
    values[path] = edit.value;
    edits[path] = { ...edit, sent: edit.sent.some((value) => sameContent(value, edit.value)) ? edit.sent : [...edit.sent, edit.value] };
  }
  return { kept: { ...kept, edits, refused }, batch: changes.length ? { changes, values } : undefined };
}

const encoder = new TextEncoder();

function sizeOf(changes: FieldChange[]): number {
  return encoder.encode(JSON.stringify(changes)).length;
}

/** The answer to a call: what it saved is the server's now, what it could not hold stays here, what others wrote is merged or asked about. */
export function answered(kept: Kept, batch: Batch, merged: Merged): Kept {
  const { enrolment, conflicts, refused } = merged;
  // A later answer was here before this one.
  if (kept.facts && enrolment.ver < kept.facts.ver) return kept;
  const edits = { ...kept.edits };
  const faults = { ...kept.refused };
  for (const [path, value] of Object.entries(batch.values)) {
    const edit = edits[path];
    if (!edit || conflicts.some((conflict) => conflict.path === path)) continue;
    const stands = valueAtPath(enrolment.values, path) ?? null;
    const at = edit.sent.findIndex((one) => sameContent(one, value));
    const sent = edit.sent.slice(at + 1);
    const problem = refused.find((one) => one.path === path || one.path.startsWith(`${path}/`));
    if (problem && sameContent(edit.value, value)) faults[path] = problem;
    edits[path] = { ...edit, from: stands, sent };
    // The server's way of writing it (an empty choice, say) is as good as ours, unless it is a text with spaces around that is still typed.
    if (!problem && sameContent(edit.value, value) && !(typeof edit.value === 'string' && sameContent(edit.value, stands))) delete edits[path];
  }
  return received({ ...kept, edits, refused: faults }, enrolment, Object.keys(batch.values));
}

/** The row as the server has it now, from whatever call; `own` are paths that this device itself wrote with it. */
export function received(kept: Kept, facts: EnrolmentFacts, own: readonly string[] = []): Kept {
  if (kept.facts && facts.ver < kept.facts.ver) return kept;
  const before = kept.facts?.values;
  const merged = mergedLists(kept.edits, facts.values);
  const based = rebase(merged, facts.values);
  const edits: Edits = { ...based.edits };
  for (const [path, edit] of Object.entries(kept.edits)) {
    // Spaces around a text, still typed in.
    const stands = valueAtPath(facts.values, path) ?? null;
    if (!edits[path] && typeof edit.value === 'string' && edit.value !== stands) edits[path] = { value: edit.value, from: stands, sent: [] };
  }
  const conflicts: Record<string, Difference> = {};
  for (const { path, mine, theirs } of based.conflicts) conflicts[path] = { mine, theirs };
  // Two closed tabs that differ are no matter of the server's: they wait for a decision.
  for (const [path, held] of Object.entries(kept.conflicts)) if (!conflicts[path] && edits[path] && !isServers(held, before, path)) conflicts[path] = held;
  const changed = before ? changedPaths(before, facts.values).filter((path) => !own.includes(path) && !kept.edits[path]) : [];
  const refused = Object.fromEntries(Object.entries(kept.refused).filter(([path]) => edits[path]));
  return halted({ ...kept, facts, edits, conflicts, refused, news: [...new Set([...kept.news, ...changed])] });
}

function isServers(held: Difference, before: Row | undefined, path: string): boolean {
  return before !== undefined && sameContent(held.theirs, valueAtPath(before, path) ?? null);
}

/** The other side of a field where it is a closed tab's, which no server will bring again: undefined for none. */
export function heldBeside({ facts, conflicts }: Kept, path: string): JsonValue | undefined {
  const held = conflicts[path];
  return held && !isServers(held, facts?.values, path) ? held.theirs : undefined;
}

/** A row that takes no changes, and typing that is not in it: the words stay, and are shown. */
function halted(kept: Kept): Kept {
  const { facts } = kept;
  const closed = facts && !facts.mayEdit ? (facts.status === 'draft' ? 'closed' : 'locked') : undefined;
  return { ...kept, halt: closed };
}

/** Leaves that differ between two rows; parts of director and producer one by one. */
export function changedPaths(before: Row, after: Row): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [one, two] = [before[name], after[name]];
    if (sameContent(one, two) || stampNames.has(name)) return [];
    const [old, now] = [asRow(one), asRow(two)];
    return old && now ? changedPaths(old, now).map((inner) => `${name}/${inner}`) : [name];
  });
}

const stampNames: ReadonlySet<string> = new Set(['ver', 'update_at', 'update_by', 'create_at']);

function asRow(value: JsonValue | undefined): Row | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/** Somebody decided between the two sides of a field. */
export function resolved(kept: Kept, path: string, side: 'mine' | 'theirs'): Kept {
  const conflict = kept.conflicts[path];
  if (!conflict) return kept;
  const stands = valueAtPath(kept.facts?.values ?? noRow, path) ?? null;
  const value = side === 'mine' ? (kept.edits[path]?.value ?? conflict.mine) : conflict.theirs;
  const edits = sameContent(value, stands) ? without(kept.edits, path) : { ...kept.edits, [path]: { value, from: stands, sent: [] } };
  return { ...kept, edits, conflicts: without(kept.conflicts, path) };
}

/** A call that can never be taken as it is: these fields stay here, the others go on. */
export function rejected(kept: Kept, problems: readonly Problem[]): Kept {
  const refused = { ...kept.refused };
  const edits = { ...kept.edits };
  for (const problem of problems) {
    const edit = edits[problem.path];
    if (!edit) continue;
    refused[problem.path] = problem;
    edits[problem.path] = { ...edit, sent: [] };
  }
  return { ...kept, refused, edits };
}

/** What the journal of an earlier page held: typing that may or may not have reached the server. */
export function recalled(kept: Kept, found: readonly { path: string; edit: Edit; at: number; other?: JsonValue }[]): Kept {
  let next = kept;
  // The newest stands; what another tab had typed otherwise is offered beside it.
  for (const { path, edit, other } of [...found].sort((one, two) => two.at - one.at)) {
    const known = next.edits[path];
    if (!known) next = { ...next, edits: { ...next.edits, [path]: edit } };
    else if (!known.sent.some((value) => sameContent(value, edit.value))) next = offered(next, path, known, edit.value);
    // Offered before by a page that was left before anybody decided.
    if (other !== undefined) next = offered(next, path, known ?? edit, other);
  }
  return next;
}

function offered(kept: Kept, path: string, { value }: Edit, theirs: JsonValue): Kept {
  return sameContent(value, theirs) ? kept : { ...kept, conflicts: { ...kept.conflicts, [path]: { mine: value, theirs } } };
}

function without<T>(record: Record<string, T>, name: string): Record<string, T> {
  if (!(name in record)) return record;
  const { [name]: _gone, ...rest } = record;
  return rest;
}
