/** What the calls of automations answer (decision 080). Types only; instants are 'YYYY-MM-DD hh:mm:ss' UTC. */
import type { Automation, AutomationStep, Text } from '#codegen/model.ts';
import type { RunState, Said } from '#framework/data/system/automations.ts';

/** An automation as its schema says it. */
export interface ShownAutomation {
  object: string;
  name: string;
  label: Text;
  when: Automation['when'];
  steps: AutomationStep['do'][];
}

/** One step of an automation that was set off. */
export interface ShownRun {
  id: string;
  object: string;
  rule: string;
  /** from 1 */
  step: number;
  row: string;
  at: string;
  state: RunState;
  tries: number;
  /** when it is tried again; '' for no more */
  nextAt: string;
  said: Said[];
}

/** GET /api/automations; the newest two hundred runs, of a state or an object where one is asked for. */
export interface Automations {
  automations: ShownAutomation[];
  runs: ShownRun[];
}

/** What an automation would do now to a row; nothing of it is done. */
export interface Rehearsal {
  /** is its condition true? */
  holds: boolean;
  /** of each step, in their order */
  steps: { do: AutomationStep['do']; said: Said[] }[];
}

/**
 * @group administration
 * @for administrators
 */
export interface AutomationCalls {
  /**
   * @query state=failed object=film
   * @id automations
   */
  'GET /api/automations': Automations;
  /**
   * a step that failed is tried once more, at once
   * @id retryStep
   */
  'POST /api/automations/runs/:id/retry': { id: string };
  /** @id rehearse */
  'POST /api/automations/:object/:rule/rehearse': Rehearsal;
}

/** What the calls are sent. */
export interface AutomationBodies {
  'POST /api/automations/:object/:rule/rehearse': { id: string };
}
