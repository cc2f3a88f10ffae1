/** Carrying a meeting or a wish over the board by pointer or keyboard: what each cell allows, in words, and what a drop does. */
import { useCallback, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Move } from '#application/pairing/rules/board-facts.ts';
import { useWords } from '#client/language.tsx';
import { type BoardIndex, type Line, momentOf, nameDm, namePitch, pairName, type Side, spoken } from '../lines.ts';
import type { Status } from '../status.ts';
import { type Carry, inTheWay, lineOf, movesOf, overMeeting, type Verdict, verdictsOf } from './carry.ts';

/** A drop that needs a confirmation first. */
export interface Offer {
  may: 'swap' | 'replace';
  carry: Carry;
  other: string;
  moves: Move[];
}

export interface Carrying {
  carry: Carry | undefined;
  own: { line: string; verdicts: readonly Verdict[] } | undefined;
  offer: Offer | undefined;
  pick: (carry: Carry) => void;
  /** announces what the cell allows */
  look: (carry: Carry, line: string | undefined, slot: number, pairing: string) => Verdict | undefined;
  /** the moves that were sent at once; a drop that asks first waits for its answer */
  drop: (carry: Carry, line: string | undefined, slot: number, pairing: string) => void;
  answer: (yes: boolean) => void;
  leave: () => void;
}

export function useCarry(index: BoardIndex, side: Side, lines: readonly Line[], status: Status, move: (moves: Move[]) => Promise<boolean>): Carrying {
  const translate = useTranslate();
  const words = useWords();
  const [carry, setCarry] = useState<Carry>();
  const [offer, setOffer] = useState<Offer>();
  const { facts } = index;

  const own = useMemo(() => {
    if (!carry) return undefined;
    const line = lines.find(({ id }) => id === lineOf(carry, side));
    return line && { line: line.id, verdicts: verdictsOf(facts, carry, line) };
  }, [carry, facts, lines, side]);

  const judge = useCallback(
    (what: Carry, line: string | undefined, slot: number, pairing: string): Verdict | undefined => {
      if (line === undefined) return undefined;
      const home = lineOf(what, side);
      if (line !== home) return pairing ? overMeeting(facts, what, slot, pairing) : undefined;
      if (own && carry?.pairing === what.pairing && carry.dm === what.dm && carry.pitch === what.pitch) return own.verdicts[slot];
      const found = lines.find(({ id }) => id === home);
      return found && verdictsOf(facts, what, found)[slot];
    },
    [carry, facts, lines, own, side],
  );

  const look = useCallback(
    (what: Carry, line: string | undefined, slot: number, pairing: string) => {
      const verdict = judge(what, line, slot, pairing);
      const start = facts.slots[slot]?.start ?? '';
      const values = { what: pairName(index, what), at: momentOf(facts, start) };
      const other = verdict?.other ? index.pairings.get(verdict.other) : undefined;
      if (line === undefined) status.say(translate('pairing.say.carry', values));
      else if (!verdict) {
        const home = side === 'dm' ? spoken(nameDm(index, what.dm)) : spoken(namePitch(index, what.pitch));
        status.say(translate('pairing.say.otherline', { ...values, home }), 'bad');
      } else if (verdict.may === 'no') {
        const way = verdict.rule === 'rule.overlap' ? inTheWay(facts, what, slot) : undefined;
        const rule = words(verdict.rule ?? 'msg.update', { most: facts.maxInRow });
        status.say(translate(way ? 'pairing.say.busy' : 'pairing.say.no', { ...values, rule, other: way ? pairName(index, way) : '' }), 'bad');
      } else
        status.say(
          translate(`pairing.say.${verdict.may}`, { ...values, other: other ? pairName(index, other) : '' }),
          verdict.may === 'here' ? 'plain' : 'good',
        );
      return verdict;
    },
    [facts, index, judge, side, status, translate, words],
  );

  const pick = useCallback(
    (what: Carry) => {
      setCarry(what);
      status.say(translate('pairing.say.carry', { what: pairName(index, what) }));
    },
    [index, status, translate],
  );

  const leave = useCallback(() => {
    setCarry(undefined);
    status.say(translate('pairing.say.left'));
  }, [status, translate]);

  const done = useCallback(
    async (moves: Move[], what: Carry, at: string) => {
      if (await move(moves)) status.say(translate('pairing.say.done', { what: pairName(index, what), at }), 'good', true);
      else status.say(translate('pairing.say.refused'), 'bad');
    },
    [index, move, status, translate],
  );

  const drop = useCallback(
    (what: Carry, line: string | undefined, slot: number, pairing: string) => {
      const verdict = look(what, line, slot, pairing);
      setCarry(undefined);
      if (!verdict) return;
      const moves = movesOf(facts, what, slot, verdict);
      if (!moves.length) return;
      if ((verdict.may === 'swap' || verdict.may === 'replace') && verdict.other) setOffer({ may: verdict.may, carry: what, other: verdict.other, moves });
      else void done(moves, what, momentOf(facts, facts.slots[slot]?.start ?? ''));
    },
    [done, facts, look],
  );

  const answer = useCallback(
    (yes: boolean) => {
      setOffer(undefined);
      if (!offer) return;
      const start = index.pairings.get(offer.other)?.start ?? '';
      if (yes) void done(offer.moves, offer.carry, momentOf(facts, start));
      else status.say(translate('pairing.say.left'));
    },
    [done, facts, index, offer, status, translate],
  );

  return useMemo(() => ({ carry, own, offer, pick, look, drop, answer, leave }), [carry, own, offer, pick, look, drop, answer, leave]);
}
