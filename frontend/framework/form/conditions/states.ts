/** What the row's state means for its form: where it may go from here, and what it has locked (x-workflow). Pure. */
import type { ObjectModel, Role, Row } from '#codegen/model.ts';
import type { ObjectRules } from '#rules/application.ts';
import { editioned, optionsOf } from '#rules/records/edition.ts';
import { initialState, lockedFields } from '#rules/records/workflow.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { type ConditionState, type Conditions, holds } from './conditions.ts';

/** The conditions with the state's own: a state is left only by a transition that the roles may take and whose demands are met. `base` = as saved, undefined for a new row. */
export function withState(
  state: ConditionState,
  model: ObjectModel,
  roles: readonly Role[],
  base: Row | undefined,
  row: Row,
  conditions: Conditions,
): ConditionState {
  const { workflow } = model;
  if (!workflow) return state;
  if (!base) {
    const first = initialState(model);
    return {
      ...state,
      readOnly: [...state.readOnly, workflow.field],
      options: { ...state.options, ...(first !== undefined && { [workflow.field]: [first] }) },
    };
  }
  const from = String(base[workflow.field] ?? '');
  const open = workflow.transitions.filter((step) => {
    // What wants to be filled in is taken by its button, which asks for it.
    if (step.asks || !step.from.includes(from) || !step.roles.some((role) => roles.includes(role))) return false;
    return !step.requires || holds(conditions, `transition:${step.name}`, step.requires, row);
  });
  const reachable = [...new Set([from, ...open.map((step) => step.to)])];
  const lockedNames = lockedFields(model, base);
  const locked = [...lockedNames, ...(reachable.length === 1 ? [workflow.field] : [])];
  return {
    ...state,
    readOnly: [...state.readOnly, ...locked],
    reasons: { ...state.reasons, ...because('state', lockedNames) },
    options: { ...state.options, [workflow.field]: reachable },
  };
}

/** What other rows say of this one: fields that they lock (S05), and the edition of what it belongs to, which not every option belongs to; and what its own rules offer. */
export interface Limits {
  locked: readonly string[];
  edition: number | null | undefined;
  offered?: ReturnType<NonNullable<ObjectRules['offered']>> | undefined;
}

export function withLimits(state: ConditionState, model: ObjectModel, { locked, edition, offered = {} }: Limits): ConditionState {
  const narrowed = edition === undefined ? [] : editioned(model).map((field) => [field.name, optionsOf(field, edition)] as const);
  const options = { ...state.options };
  const instead = { ...state.offered };
  for (const [name, open] of narrowed) options[name] = (options[name] ?? open).filter((value) => open.includes(value));
  for (const [path, offer] of Object.entries(offered)) {
    instead[path.replaceAll('/', '.')] = offer(fieldAt(model.fields, path)?.options ?? []);
  }
  return { ...state, readOnly: [...state.readOnly, ...locked], reasons: { ...state.reasons, ...because('wishes', locked) }, options, offered: instead };
}

function because(reason: ConditionState['reasons'][string], fields: readonly string[]): ConditionState['reasons'] {
  return Object.fromEntries(fields.map((name) => [name, reason]));
}

export { takenTransition as transitionOf } from '#rules/records/workflow.ts';
