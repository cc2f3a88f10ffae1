/** Actions without dragging: lock, remove, move, place by name, undo. Each is announced in the status line once the server has carried it out. */
import { useCallback, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { BoardPairing, BoardWish, Move } from '#application/pairing/rules/board-facts.ts';
import { type BoardIndex, momentOf, pairName } from './lines.ts';
import type { Status } from './status.ts';
import type { BoardActions } from './use-board.ts';
import { stepName } from './use-words.ts';

export interface AnnouncedActions {
  remove: (pairing: BoardPairing) => void;
  lock: (pairing: BoardPairing) => void;
  move: (meeting: BoardPairing, moves: Move[], start: string) => Promise<void>;
  placed: (wish: BoardWish, start: string) => void;
  undo: () => void;
  redo: () => void;
}

export function useAnnouncedActions(index: BoardIndex, { move, undo, redo }: BoardActions, status: Status): AnnouncedActions {
  const translate = useTranslate();
  const { facts } = index;
  const tell = useCallback(
    (step: string, what: string, at = '') => status.say(translate(`pairing.say.${step}`, { what, at }), 'good', true),
    [status, translate],
  );
  return useMemo(() => {
    const walk = (which: 'undo' | 'redo', act: BoardActions['undo']) => () =>
      void act().then((done) => done && status.say(translate(`pairing.say.${which}`, { step: stepName(translate, index, done.label) }), 'good'));
    return {
      remove: (pairing) =>
        void move([{ do: 'remove', pairing: pairing.id, ver: pairing.ver }]).then((done) => done && tell('removed', pairName(index, pairing))),
      lock: (pairing) =>
        void move([{ do: pairing.locked ? 'unlock' : 'lock', pairing: pairing.id, ver: pairing.ver }]).then(
          (done) => done && tell(pairing.locked ? 'unlocked' : 'locked', pairName(index, pairing)),
        ),
      move: async (meeting, steps, start) => {
        if (await move(steps)) tell('done', pairName(index, meeting), momentOf(facts, start));
      },
      placed: (wish, start) => tell('done', pairName(index, wish), momentOf(facts, start)),
      undo: walk('undo', undo),
      redo: walk('redo', redo),
    };
  }, [facts, index, move, redo, status, tell, translate, undo]);
}
