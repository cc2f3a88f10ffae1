import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaignProblems, contractProblems } from '#application/campaign/rules/campaign.ts';
import { windowState } from '#application/campaign/rules/window.ts';
import { selectionProblems } from '#application/jury/rules/votes.ts';
import { decisionMakerProblems, lostMeetings } from '#application/pairing/rules/decision-maker.ts';
import { meetingProblems, pairingProblems } from '#application/pairing/rules/meeting.ts';
import { pairedPitchProblems, pitchProblems } from '#application/pairing/rules/pitch.ts';
import { slotProblems } from '#application/pairing/rules/slots.ts';
import type { Row } from '#codegen/model.ts';
import type { DecisionMaker, Pairing } from '#generated/objects.ts';
import { isFree, overlap } from '#rules/values/intervals.ts';
import { rowOf } from '../../support/schemas/row-of.ts';

const codes = (problems: { path: string; code: string }[]) => problems.map(({ path, code }) => `${path} ${code}`);
const at = (minute: number) => `2026-03-01 ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
const slot = (from: number, to: number) => ({ start: at(from), end: at(to) });

describe('windows of a campaign', () => {
  const row = { cStart: '2026-01-01 00:00:00', cEnd: '2026-02-01 00:00:00', sStart: '2026-03-01 00:00:00', sEnd: '2026-04-01 00:00:00', days: [] };

  it('V01 V02 V03 refuses an end at or before its start, and nothing else', () => {
    expect(campaignProblems(row)).toEqual([]);
    expect(codes(campaignProblems({ ...row, cEnd: row.cStart }))).toEqual(['cEnd rule.cwindow']);
    expect(codes(campaignProblems({ ...row, sEnd: '2026-02-01 00:00:00' }))).toEqual(['sEnd rule.swindow']);
    expect(codes(campaignProblems({ ...row, days: [{ date: '2026-05-01', start: '17:00:00', end: '10:00:00' }] }))).toEqual(['days/0/end rule.order']);
    expect(campaignProblems({ ...row, cEnd: '' })).toEqual([]);
  });

  it('S02 S03 a window is not started, open or ended; its end is exclusive', () => {
    expect(windowState(row.cStart, row.cEnd, '2025-12-31 23:59:59')).toBe('not_started');
    expect(windowState(row.cStart, row.cEnd, row.cStart)).toBe('open');
    expect(windowState(row.cStart, row.cEnd, '2026-01-31 23:59:59')).toBe('open');
    expect(windowState(row.cStart, row.cEnd, row.cEnd)).toBe('ended');
    expect(windowState('', '', row.cStart)).toBe('not_started');
    expect(windowState(row.cStart, '', '2030-01-01 00:00:00')).toBe('open');
  });

  it('V03 a contract may start and end on one day, not end before it', () => {
    expect(
      contractProblems({
        contract: [
          { start: '2026-01-01', end: '2026-01-01' },
          { start: '', end: '2020-01-01' },
        ],
      }),
    ).toEqual([]);
    expect(codes(contractProblems({ contract: [{}, { start: '2026-01-02', end: '2026-01-01' }] }))).toEqual(['contract/1/end rule.order']);
  });
});

describe('slots', () => {
  it('V03 V04 each starts before it ends, and no two of a list overlap', () => {
    expect(slotProblems({ available: [slot(60, 120), slot(120, 180), slot(0, 60)] }, 'available')).toEqual([]);
    expect(codes(slotProblems({ available: [slot(60, 120), slot(119, 180), slot(200, 190)] }, 'available'))).toEqual([
      'available/1/start rule.overlap',
      'available/2/end rule.order',
    ]);
  });

  it('V07 free is available minus unavailable, joined where periods touch', () => {
    const minute = fc.integer({ min: 0, max: 40 });
    const stretch = fc.tuple(minute, fc.integer({ min: 1, max: 12 })).map(([from, length]) => [from, from + length] as const);
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 4 }), fc.array(stretch, { maxLength: 3 }), stretch, (available, away, wanted) => {
        const covers = (list: readonly (readonly [number, number])[], moment: number) => list.some(([from, to]) => from <= moment && moment < to);
        const moments = Array.from({ length: wanted[1] - wanted[0] }, (_, index) => wanted[0] + index);
        const expected = moments.every((moment) => covers(available, moment) && !covers(away, moment));
        const spelled = (list: readonly (readonly [number, number])[]) => list.map(([from, to]) => slot(from, to));
        expect(isFree(slot(...wanted), spelled(available), spelled(away))).toBe(expected);
      }),
    );
    expect(overlap(slot(0, 10), slot(10, 20))).toBe(false);
  });
});

describe('a meeting', () => {
  const dm = rowOf('decision_maker', { id: 'd', cid: 'c', available: [slot(60, 240)], unavailable: [slot(120, 140)], priority: ['p'] });
  const pitch = rowOf('pitch', { id: 'p', cid: 'c', unavailable: [slot(200, 240)] });
  const meeting = rowOf('pairing', { cid: 'c', dm: 'd', pitch: 'p', ...slot(60, 80), room: 'A' });
  const found = (change: Partial<Pairing>, facts: { dm?: Partial<DecisionMaker>; others?: Partial<Pairing>[] } = {}) => {
    const others = (facts.others ?? []).map((other) => rowOf('pairing', other));
    return codes(pairingProblems({ ...meeting, ...change }, { dm: { ...dm, ...facts.dm }, pitch, others }));
  };

  it('V03-V07 is allowed where every rule is met', () => expect(found({})).toEqual([]));
  it('V03 starts before it ends', () => expect(codes(meetingProblems({ ...meeting, ...slot(80, 60) }))).toEqual(['end rule.order']));
  it('V04 overlaps no other meeting of the decision maker, of the pitch, or at the table', () => {
    expect(found({}, { others: [{ dm: 'd', pitch: 'x', ...slot(70, 90), room: 'B' }] })).toEqual(['start rule.overlap']);
    expect(found({}, { others: [{ dm: 'x', pitch: 'p', ...slot(70, 90), room: '' }] })).toEqual(['start rule.overlap']);
    expect(found({}, { others: [{ dm: 'x', pitch: 'y', ...slot(70, 90), room: 'A' }] })).toEqual(['room rule.room']);
    expect(found({}, { others: [{ dm: 'd', pitch: 'x', ...slot(80, 100), room: 'A' }] })).toEqual([]);
  });
  it('V05 is not made twice', () => expect(found({}, { others: [{ dm: 'd', pitch: 'p', ...slot(150, 170) }] })).toEqual(['pitch rule.paired']));
  it('V06 is wished for', () => expect(found({}, { dm: { priority: ['x'] } })).toEqual(['pitch rule.notwished']));
  it('V07 is in the free times of the decision maker, and at a time when the pitch can come', () => {
    expect(found(slot(40, 80))).toEqual(['start rule.notfree']);
    expect(found(slot(130, 150))).toEqual(['start rule.notfree']);
    expect(found(slot(200, 220))).toEqual(['start rule.pitchaway']);
  });
  it('S09 K15 its decision maker cannot lose the wish, the slot, or be disabled', () => {
    expect(lostMeetings(dm, [meeting])).toEqual([]);
    expect(codes(lostMeetings({ ...dm, priority: [], available: [] }, [meeting]))).toEqual(['priority rule.keptwish', 'available rule.keptslot']);
  });
});

describe('pitch, decision maker, selection', () => {
  it('S05 K16 with wishes or pairings, program and number cannot change', () => {
    const pitch: Row = { id: 'p', cid: 'c', attProgram: 'C', enrollid: 'C001', enrolment: '', unavailable: [] };
    const facts = { twins: [], pairings: [], wishing: [{ id: 'd' }] };
    expect(codes(pairedPitchProblems({ ...pitch, enrollid: 'C002' }, pitch, facts))).toEqual(['enrollid msg.priority']);
    expect(pairedPitchProblems({ ...pitch, enrollid: 'C002' }, pitch, { ...facts, wishing: [] })).toEqual([]);
    expect(codes(pairedPitchProblems(pitch, undefined, { ...facts, twins: [{ id: 'q' }] }))).toEqual(['enrollid rule.number']);
    expect(codes(pitchProblems({ ...pitch, enrollid: 'I001' }))).toEqual(['enrollid rule.numberprogram']);
  });

  it('S09 a disabled decision maker has no slots and no wishes', () => {
    expect(codes(decisionMakerProblems({ enabled: false, priority: ['p'] }, { enabled: true }))).toEqual(['enabled rule.disable']);
    expect(decisionMakerProblems({ enabled: false, priority: [], available: [] }, { enabled: true })).toEqual([]);
  });

  it('V23 at most maxSel primary selections; alternatives and conflicts of interest do not count', () => {
    const facts = { jury: { id: 'j', cid: 'c' }, enrolment: { id: 'e', cid: 'c', status: 'verified' as const }, campaign: { id: 'c', maxSel: 2 } };
    const primary = rowOf('selection', { choice: 'primary', conflict: false });
    const next = { ...primary, jury: 'j', enrolment: 'e' };
    expect(selectionProblems(next, undefined, { ...facts, others: [primary, { ...primary, choice: 'alternative' }, { ...primary, conflict: true }] })).toEqual(
      [],
    );
    expect(selectionProblems(next, undefined, { ...facts, others: [primary, primary] })).toEqual([
      { path: 'choice', code: 'rule.maxsel', values: { limit: 2 } },
    ]);
    expect(selectionProblems(next, next, { ...facts, others: [primary, primary] })).toEqual([]);
    expect(codes(selectionProblems(next, undefined, { ...facts, others: [], enrolment: { ...facts.enrolment, status: 'draft' as const } }))).toEqual([
      'enrolment rule.unverified',
    ]);
  });
});
