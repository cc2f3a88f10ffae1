import { lastUndo, spendUndo } from '#framework/data/rows/undo.ts';
import type { Verb, Work } from '#framework/records/verb.ts';
import type { Selection } from '#generated/objects.ts';
import { among, where } from '#rules/records/facts.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { Reshuffle } from './reshuffle-enrolments.ts';

/** S08 undone: restores the numbers and selections from before the last reshuffle; selections made since are deleted. */
export const undoReshuffle: Verb<'campaign'> = async (work, campaign) => {
  const cid = campaign.id;
  // It has a way back of its own.
  work.isFinal = true;
  const undo = await lastUndo(work.tx, 'campaign', cid, 'reshuffle');
  if (!undo) throw new Refusal('msg.undo');
  const saved = JSON.parse(undo.data) as Reshuffle; // written by the reshuffle
  for (const object of ['enrolment', 'pitch'] as const) {
    const rows = new Map((await work.rows(object, where({ cid }))).map((row) => [row.id, row]));
    for (const [id, [before, after]] of Object.entries(saved[object])) {
      const row = rows.get(id);
      // A pitch may have been deleted, or have another number set by hand, which it keeps.
      if (row && row.enrollid === after) await work.change(object, row, { enrollid: before });
    }
  }
  await restoreSelections(work, Object.keys(saved.enrolment), saved.selections);
  await spendUndo(work.tx, undo.id, work.now);
  await work.mark('campaign', campaign);
};

async function restoreSelections(work: Work, enrolments: string[], selections: readonly Selection[]): Promise<void> {
  for (const selection of await work.rows('selection', among('enrolment', enrolments))) await work.remove('selection', selection);
  for (const selection of selections) await work.add('selection', { ...selection, ver: selection.ver + 1 });
}
