import type { Verb } from '#framework/records/verb.ts';
import { where } from '#rules/records/facts.ts';
import type { clearedByDisabling } from '../rules/decision-maker.ts';

/** S09: a disabled decision maker has no slots and no wishes, and therefore no meetings. */
export const disableDecisionMaker: Verb<'decision_maker'> = async (work, row) => {
  // The lock that every writer of the campaign's meetings takes, so that none is placed meanwhile.
  await work.lock('campaign', row.cid);
  for (const pairing of await work.rows('pairing', where({ dm: row.id }))) await work.remove('pairing', pairing);
  await work.change('decision_maker', row, { enabled: false, available: [], unavailable: [], priority: [] } satisfies Record<
    (typeof clearedByDisabling)[number] | 'enabled',
    unknown
  >);
};
