/** States and transitions (x-workflow): who may move a row where, and what a state has locked. Pure. */

import type { ObjectModel, Role, Row, Transition } from '#codegen/model.ts';
import { kinds } from '#kinds/index.ts';
import { emptyOf } from './record.ts';

/** The state of a new row: the state field's default, else the first state. */
export function initialState(model: ObjectModel): string | undefined {
  const { workflow } = model;
  if (!workflow) return undefined;
  const declared = model.fields.find((field) => field.name === workflow.field)?.default;
  const first = workflow.states[0]?.value;
  return typeof declared === 'string' && workflow.states.some((state) => state.value === declared) ? declared : first === undefined ? undefined : String(first);
}

/** The transition that leads from one state to another for these roles; its `requires` is for the caller to ask. */
export function transitionTo(model: ObjectModel, roles: readonly Role[], from: string, to: string): Transition | undefined {
  return model.workflow?.transitions.find((step) => step.from.includes(from) && step.to === to && step.roles.some((role) => roles.includes(role)));
}

/** The transitions that lead from a state for these roles; their `requires` is for the server to ask. */
export function stepsFrom(model: ObjectModel, roles: readonly Role[], from: string): Transition[] {
  return (model.workflow?.transitions ?? []).filter((step) => step.from.includes(from) && step.roles.some((role) => roles.includes(role)));
}

/** Fields that the row's state has locked: those of the transitions that lead into it. */
export function lockedFields(model: ObjectModel, row: Row): string[] {
  const { workflow } = model;
  if (!workflow) return [];
  const state = row[workflow.field];
  return workflow.transitions.filter((step) => step.to === state).flatMap((step) => step.locks ?? []);
}

/** What a transition sets by itself: nothing in the fields that it clears, the instant in those of time that it stamps, who took it in those of text (E04). `at` is 'YYYY-MM-DD hh:mm:ss' UTC. */
export function stampsOf(model: ObjectModel, taken: Transition | undefined, by: string, at: string): Row {
  const isInstant = (name: string) => model.fields.some((field) => field.name === name && kinds[field.kind].instant);
  const cleared = model.fields.filter(({ name }) => taken?.clears?.includes(name)).map((field) => [field.name, emptyOf(field)]);
  return Object.fromEntries([...cleared, ...(taken?.stamps ?? []).map((name) => [name, isInstant(name) ? at : by])]);
}

/** The transition that a save takes, undefined where the state stays. */
export function takenTransition(model: ObjectModel, roles: readonly Role[], previous: Row, next: Row): Transition | undefined {
  const field = model.workflow?.field;
  if (!field || previous[field] === next[field]) return undefined;
  return transitionTo(model, roles, String(previous[field]), String(next[field]));
}
