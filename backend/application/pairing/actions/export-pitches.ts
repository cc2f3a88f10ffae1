import type { Verb } from '#framework/records/verb.ts';
import { idIn, where } from '#rules/records/facts.ts';

/** S07: offers a campaign's pitches to its decision makers again; earlier exports, wishes and pairings are deleted. */
export const exportPitches: Verb = async (work, campaign) => {
  const cid = idIn(campaign, 'id');
  for (const pairing of await work.rows('pairing', where({ cid }))) await work.remove('pairing', pairing);
  for (const dm of await work.rows('decision_maker', where({ cid }))) await work.change('decision_maker', dm, { priority: [] });
  for (const pitch of await work.rows('pitch', where({ cid }))) {
    const isOffered = pitch.status === 'verified' || pitch.status === 'selected';
    await work.change('pitch', pitch, { exportAt: isOffered ? work.at : '' });
  }
};
