/** What must always be true of all rows of the forum, however they were written (specification sections 4 and 5). Pure. */

import { isPrimary, onList } from '#application/jury/rules/votes.ts';
import { clearedByDisabling } from '#application/pairing/rules/decision-maker.ts';
import { pairingProblems } from '#application/pairing/rules/meeting.ts';
import type { RowOf } from '#codegen/model.ts';
import type { Campaign, DecisionMaker, Enrolment, Jury, ObjectName, Pairing, Pitch, Selection } from '#generated/objects.ts';
import type { Violation } from '#rules/records/invariants.ts';

export const invariants = ['totals', 'maxsel', 'pairings', 'disabled', 'numbers', 'references', 'noted', 'files'] as const;
export type Invariant = (typeof invariants)[number];

/** V23: no juror has more primary selections on their list than the campaign allows. */
export function tooManySelections(
  jurors: readonly Jury[],
  campaigns: ReadonlyMap<string, Campaign>,
  selections: readonly Selection[],
  enrolments: ReadonlyMap<string, Enrolment>,
): Violation[] {
  const chosen = grouped(selections.filter(isPrimary), (row) => row.jury);
  return jurors.flatMap((juror): Violation[] => {
    const campaign = campaigns.get(juror.cid);
    const [count, limit] = [campaign ? onList(chosen.get(juror.id) ?? [], juror, campaign, enrolments).length : 0, campaign?.maxSel ?? 0];
    return count > limit ? [{ invariant: 'maxsel', object: 'jury', id: juror.id, about: `${count} > ${limit}` }] : [];
  });
}

/** V04-V07: every pairing keeps to its wishes and slots. */
export function wrongPairings(pairings: readonly Pairing[], dms: ReadonlyMap<string, DecisionMaker>, pitches: ReadonlyMap<string, Pitch>): Violation[] {
  const byCampaign = grouped(pairings, (row) => row.cid);
  return pairings.flatMap((pairing): Violation[] => {
    const [dm, pitch] = [dms.get(pairing.dm), pitches.get(pairing.pitch)];
    if (!dm || !pitch) return []; // reported with the references
    const others = (byCampaign.get(pairing.cid) ?? []).filter((row) => row.id !== pairing.id);
    const codes = pairingProblems(pairing, { dm, pitch, others }).map(({ code }) => code);
    return codes.length ? [{ invariant: 'pairings', object: 'pairing', id: pairing.id, about: [...new Set(codes)].join(', ') }] : [];
  });
}

/** S09: a disabled decision maker holds no slots and no wishes. */
export function busyDisabled(dms: readonly DecisionMaker[]): Violation[] {
  return dms.flatMap((dm): Violation[] => {
    const held = dm.enabled ? [] : clearedByDisabling.filter((field) => dm[field].length > 0);
    return held.length ? [{ invariant: 'disabled', object: 'decision_maker', id: dm.id, about: held.join(', ') }] : [];
  });
}

/** Numbers are unique in a campaign, among its enrolments and among its pitches. */
export function doubleNumbers(object: 'enrolment' | 'pitch', rows: readonly Pick<Pitch, 'id' | 'cid' | 'enrollid'>[]): Violation[] {
  const numbered = rows.filter((row) => row.enrollid);
  const groups = grouped(numbered, (row) => `${row.cid} ${row.enrollid}`);
  return numbered
    .filter((row) => (groups.get(`${row.cid} ${row.enrollid}`) ?? []).length > 1)
    .map((row) => ({ invariant: 'numbers', object, id: row.id, about: row.enrollid }));
}

function grouped<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

/** All problems of all rows of the forum. `all` reads every row of an object. */
export async function violationsOf(all: <O extends ObjectName>(object: O) => Promise<RowOf<O>[]>): Promise<Violation[]> {
  const byId = <T extends { id: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));
  const [campaigns, dms, pitches, enrolments] = [await all('campaign'), await all('decision_maker'), await all('pitch'), await all('enrolment')];
  return [
    ...tooManySelections(await all('jury'), byId(campaigns), await all('selection'), byId(enrolments)),
    ...wrongPairings(await all('pairing'), byId(dms), byId(pitches)),
    ...busyDisabled(dms),
    ...doubleNumbers('pitch', pitches),
    ...doubleNumbers('enrolment', enrolments),
  ];
}
