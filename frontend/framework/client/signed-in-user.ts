/**
 * E14: the signed-in user is in session storage under 'user' and its id under 'userID', only as long as it passes the user schema; otherwise both are
 * removed. A browser that stores nothing does without both.
 */

import type { FieldModel, Lang, Role, Row } from '#codegen/model.ts';
import { isLang } from '#rules/words/language.ts';
import type { Problem } from '#rules/words/problem.ts';
import { attempt, type DeviceStore, inTab } from './device-store.ts';

export interface SignedInUser extends Row {
  id: string;
  name: string;
  roles: Role[];
}

/** Keeps the user if `problems` (of the user schema's compiled validator) hold nothing that counts; says whether it did. */
export function keepUser(user: Row, problems: readonly Problem[], fields: readonly FieldModel[], storage?: Storage): user is SignedInUser {
  const passes = problems.every((problem) => neverAnswered(problem, fields));
  const { id } = user;
  const isStored =
    passes &&
    typeof id === 'string' &&
    attempt(() => {
      (storage ?? sessionStorage).setItem('user', JSON.stringify(user));
      (storage ?? sessionStorage).setItem('userID', id);
      return true;
    });
  if (!isStored) forgetUser(storage);
  return isStored === true;
}

/** Whose the tab is: outlives the session, so that who signs in again finds what was typed. */
const owner = 'tab-of';

/** What somebody else left in this tab goes: drafts and whatever else was typed here may hold what this person is not to read. */
export function takeTab(id: string, tab: DeviceStore = inTab): void {
  const before = tab.read(owner);
  if (before !== undefined && before !== id) for (const key of tab.keys('')) tab.write(key, undefined);
  tab.write(owner, id);
}

/** Removes both entries. */
export function forgetUser(storage?: Storage): void {
  for (const name of ['user', 'userID']) attempt(() => (storage ?? sessionStorage).removeItem(name));
}

/** The id for the log object of the calls (C06): 'N/A' without a session. */
export function userIdForLog(storage?: Storage): string {
  return attempt(() => (storage ?? sessionStorage).getItem('userID')) ?? 'N/A';
}

/** The user's own language, if the row names one. */
export function languageOfUser(user: Row): Lang | undefined {
  return isLang(user.lang) ? user.lang : undefined;
}

/** A password is required in the schema but leaves the server in no answer, nor does a field that the role may not read: their absence is no fault of the row. */
function neverAnswered(problem: Problem, fields: readonly FieldModel[]): boolean {
  if (problem.code !== 'field.required' || problem.path === '') return false;
  const field = fields.find((candidate) => candidate.name === problem.path);
  return field === undefined || field.writeOnly;
}
