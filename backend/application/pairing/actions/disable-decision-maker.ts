import type { Verb } from '#framework/records/verb.ts';
import { idIn, where } from '#rules/facts.ts';
import { clearedByDisabling } from '../rules/decision-maker.ts';

/** S09: a disabled decision maker has no slots and no wishes, and so no meetings. */
export const disableDecisionMaker: Verb = async (work, row) => {
  // As every other writer of the campaign's meetings does: nobody places one meanwhile.
  await work.lock('campaign', idIn(row, 'cid'));
  for (const pairing of await work.rows('pairing', where({ dm: idIn(row, 'id') }))) await work.remove('pairing', pairing);
  await work.change('decision_maker', row, { enabled: false, ...Object.fromEntries(clearedByDisabling.map((field) => [field, []])) });
};
