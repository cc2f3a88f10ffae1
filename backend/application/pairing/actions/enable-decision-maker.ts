import type { Verb } from '#framework/records/verb.ts';

export const enableDecisionMaker: Verb<'decision_maker'> = async (work, row) => {
  await work.change('decision_maker', row, { enabled: true });
};
