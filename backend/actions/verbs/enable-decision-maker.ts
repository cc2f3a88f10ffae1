import type { Verb } from './work.ts';

export const enableDecisionMaker: Verb = async (work, row) => {
  await work.change('decision_maker', row, { enabled: true });
};
