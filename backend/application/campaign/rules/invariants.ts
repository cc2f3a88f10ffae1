/** What must always be true of the forum's rows together, whoever wrote them (specification sections 4 and 5). Pure. */

import { isPrimary } from '#application/jury/rules/votes.ts';
import { clearedByDisabling } from '#application/pairing/rules/decision-maker.ts';
import { pairingProblems } from '#application/pairing/rules/meeting.ts';
import type { Row } from '#codegen/model.ts';
import { idIn } from '#rules/facts.ts';
import type { Violation } from '#rules/invariants.ts';

export const invariants = ['totals', 'maxsel', 'pairings', 'disabled', 'numbers', 'references', 'files'] as const;
export type Invariant = (typeof invariants)[number];

/** V23: no juror has more primary selections than the campaign allows. */
export function tooManySelections(jurors: readonly Row[], campaigns: ReadonlyMap<string, Row>, selections: readonly Row[]): Violation[] {
  const counts = new Map<string, number>();
  for (const selection of selections) if (isPrimary(selection)) counts.set(idIn(selection, 'jury'), (counts.get(idIn(selection, 'jury')) ?? 0) + 1);
  return jurors.flatMap((juror): Violation[] => {
    const [count, limit] = [counts.get(idIn(juror, 'id')) ?? 0, Number(campaigns.get(idIn(juror, 'cid'))?.maxSel ?? 0)];
    return count > limit ? [{ invariant: 'maxsel', object: 'jury', id: idIn(juror, 'id'), about: `${count} > ${limit}` }] : [];
  });
}

/** V04-V07: every pairing keeps to its wishes and slots. */
export function wrongPairings(pairings: readonly Row[], dms: ReadonlyMap<string, Row>, pitches: ReadonlyMap<string, Row>): Violation[] {
  const byCampaign = grouped(pairings, (row) => idIn(row, 'cid'));
  return pairings.flatMap((pairing): Violation[] => {
    const [dm, pitch] = [dms.get(idIn(pairing, 'dm')), pitches.get(idIn(pairing, 'pitch'))];
    if (!dm || !pitch) return []; // told among the references
    const others = (byCampaign.get(idIn(pairing, 'cid')) ?? []).filter((row) => row.id !== pairing.id);
    const codes = pairingProblems(pairing, { dm, pitch, others }).map(({ code }) => code);
    return codes.length ? [{ invariant: 'pairings', object: 'pairing', id: idIn(pairing, 'id'), about: [...new Set(codes)].join(', ') }] : [];
  });
}

/** S09: a disabled decision maker holds no slots and no wishes. */
export function busyDisabled(dms: readonly Row[]): Violation[] {
  return dms.flatMap((dm): Violation[] => {
    const held = dm.enabled === false ? clearedByDisabling.filter((field) => Array.isArray(dm[field]) && dm[field].length > 0) : [];
    return held.length ? [{ invariant: 'disabled', object: 'decision_maker', id: idIn(dm, 'id'), about: held.join(', ') }] : [];
  });
}

/** Numbers are unique in a campaign, among its enrolments and among its pitches. */
export function doubleNumbers(object: string, rows: readonly Row[]): Violation[] {
  const numbered = rows.filter((row) => row.enrollid);
  const groups = grouped(numbered, (row) => `${row.cid} ${row.enrollid}`);
  return numbered
    .filter((row) => (groups.get(`${row.cid} ${row.enrollid}`) ?? []).length > 1)
    .map((row) => ({ invariant: 'numbers', object, id: idIn(row, 'id'), about: idIn(row, 'enrollid') }));
}

function grouped(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

/** All of them, over all rows of the forum. `all` reads every row of an object. */
export async function violationsOf(all: (object: string) => Promise<Row[]>): Promise<Violation[]> {
  const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [idIn(row, 'id'), row]));
  const [campaigns, dms, pitches] = [await all('campaign'), await all('decision_maker'), await all('pitch')];
  return [
    ...tooManySelections(await all('jury'), byId(campaigns), await all('selection')),
    ...wrongPairings(await all('pairing'), byId(dms), byId(pitches)),
    ...busyDisabled(dms),
    ...doubleNumbers('pitch', pitches),
    ...doubleNumbers('enrolment', await all('enrolment')),
  ];
}
