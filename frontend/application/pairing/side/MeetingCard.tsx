/** The selected meeting: who, when, where, and what can be done with it without dragging. Beside the board, and in a dialog on a phone. */
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { memo, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { BoardPairing, Move } from '#application/pairing/rules/board-facts.ts';
import { tableName } from '#application/pairing/rules/grid.ts';
import { maySwap, rulesBySlot } from '#application/pairing/rules/moves.ts';
import { useWords } from '#client/language.tsx';
import { type BoardIndex, momentOf, nameDm, namePitch, pairName, spoken } from '../lines.ts';
import type { BoardActions } from '../use-board.ts';
import type { MeetingWays } from './meeting-ways.ts';

interface CardProps {
  index: BoardIndex;
  meeting: BoardPairing;
  actions: BoardActions;
  mayChange: boolean;
  ways: MeetingWays;
}

export const MeetingCard = memo(function MeetingCard({ index, meeting, actions, mayChange, ways }: CardProps) {
  const translate = useTranslate();
  const words = useWords();
  const { facts } = index;
  const rules = useMemo(() => rulesBySlot(facts, meeting.dm, meeting.pitch, meeting.id), [facts, meeting]);
  /** where it cannot move to that slot, the meeting there with which it can be swapped */
  const swaps = useMemo(() => swapsOf(index, meeting), [index, meeting]);
  const [choice, setThere] = useState({ of: '', there: '' });
  const there = choice.of === meeting.id ? choice.there : '';
  const go = async () => {
    const other = facts.pairings.find(({ id }) => id === there);
    await ways.move(
      meeting,
      [
        other
          ? { do: 'swap', a: meeting.id, b: other.id, verA: meeting.ver, verB: other.ver }
          : { do: 'move', pairing: meeting.id, start: there, ver: meeting.ver },
      ],
      other?.start ?? there,
    );
    setThere({ of: '', there: '' });
  };
  const rank = (index.dms.get(meeting.dm)?.priority.indexOf(meeting.pitch) ?? -1) + 1;
  return (
    <section className="panel pairing-meeting" aria-label={translate('pairing.meeting.title')}>
      <header>
        <h2>{spoken(namePitch(index, meeting.pitch))}</h2>
        <IconButton aria-label={translate('ra.action.close')} onClick={ways.close}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </header>
      <p>{spoken(nameDm(index, meeting.dm))}</p>
      <p className="soft">
        {[
          momentOf(facts, meeting.start),
          tableName(meeting.room, (room) => translate('pairing.meeting.room', { room })),
          rank > 0 && translate('pairing.rank', { rank }),
          translate(`pairing.meeting.${meeting.mode}`),
          meeting.locked && translate('pairing.locked'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {meeting.note && <p>{meeting.note}</p>}
      {mayChange && (
        <div className="pairing-buttons">
          <TextField
            select
            fullWidth
            label={translate('pairing.meeting.moveto')}
            value={there}
            disabled={actions.busy || meeting.locked}
            onChange={(event) => setThere({ of: meeting.id, there: event.target.value })}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            <option value="">{translate('pairing.meeting.stay')}</option>
            {facts.slots.map(({ start }, slot) => {
              if (start === meeting.start) return null;
              const other = swaps.get(start);
              const rule = rules[slot];
              return (
                <option key={start} value={other?.id ?? start} disabled={Boolean(rule) && !other}>
                  {momentOf(facts, start)}
                  {other ? ` ⇄ ${pairName(index, other)}` : rule ? ` – ${words(rule, { most: facts.maxInRow })}` : ''}
                </option>
              );
            })}
          </TextField>
          <Tables index={index} meeting={meeting} disabled={actions.busy || meeting.locked} go={(moves) => void ways.move(meeting, moves, meeting.start)} />
          {there && (
            <Button variant="contained" disabled={actions.busy} onClick={() => void go()}>
              {translate(index.pairings.has(there) ? 'pairing.offer.swap.go' : 'pairing.meeting.move')}
            </Button>
          )}
          <Button variant="outlined" disabled={actions.busy} onClick={() => ways.lock(meeting)}>
            {translate(meeting.locked ? 'pairing.meeting.unlock' : 'pairing.meeting.lock')}
          </Button>
          <Button variant="outlined" color="error" disabled={actions.busy || meeting.locked} onClick={() => ways.remove(meeting)}>
            {translate('pairing.meeting.remove')}
          </Button>
        </div>
      )}
    </section>
  );
});

/** The table, chosen from those of the same time. The meeting at a table that is already taken gets another one. */
function Tables({ index, meeting, disabled, go }: { index: BoardIndex; meeting: BoardPairing; disabled: boolean; go: (moves: Move[]) => void }) {
  const translate = useTranslate();
  const { facts } = index;
  const slot = facts.slots.find(({ start, end }) => start === meeting.start && end === meeting.end);
  if (!slot?.rooms.length) return null;
  const others = new Map(facts.pairings.flatMap((one) => (one.id !== meeting.id && one.start === slot.start ? [[one.room, one] as const] : [])));
  const choose = (room: string) => {
    const other = room ? others.get(room) : undefined;
    const own: Move = { do: 'move', pairing: meeting.id, start: meeting.start, ...(room && { room }), ver: meeting.ver };
    go(other ? [{ do: 'move', pairing: other.id, start: other.start, ver: other.ver }, own] : [own]);
  };
  return (
    <TextField
      select
      fullWidth
      label={translate('pairing.meeting.table')}
      helperText={translate(meeting.tableChosen ? 'pairing.meeting.tablechosen' : 'pairing.meeting.tablehelp')}
      value={meeting.room}
      disabled={disabled}
      onChange={(event) => choose(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {!slot.rooms.includes(meeting.room) && <option value={meeting.room}>{meeting.room || '—'}</option>}
      {meeting.tableChosen && <option value="">{translate('pairing.meeting.anytable')}</option>}
      {slot.rooms.map((room) => {
        const other = others.get(room);
        return (
          <option key={room} value={room} disabled={other?.locked}>
            {room}
            {other ? ` – ${nameDm(index, other.dm).top}` : ''}
          </option>
        );
      })}
    </TextField>
  );
}

/** By start: the other meetings of the two people with which this one can be swapped. */
function swapsOf({ facts }: BoardIndex, { id, dm, pitch, start }: BoardPairing): ReadonlyMap<string, BoardPairing> {
  const others = facts.pairings.filter((one) => one.id !== id && one.start !== start && (one.dm === dm || one.pitch === pitch));
  return new Map(others.filter((one) => maySwap(facts, id, one.id) === null).map((one) => [one.start, one]));
}
