/** The chosen meeting: who, when, where, and what may be done with it without dragging. */
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { BoardPairing } from '#domain/pairing/board-facts.ts';
import { rulesBySlot } from '#domain/pairing/moves.ts';
import { useWords } from '../../../admin/language.tsx';
import { type BoardIndex, momentOf, nameDm, namePitch, spoken } from '../lines.ts';
import type { BoardDeeds } from '../use-board.ts';
import type { MeetingWays } from './SidePanel.tsx';

interface CardProps {
  index: BoardIndex;
  meeting: BoardPairing;
  deeds: BoardDeeds;
  mayChange: boolean;
  ways: MeetingWays;
}

export function MeetingCard({ index, meeting, deeds, mayChange, ways }: CardProps) {
  const translate = useTranslate();
  const words = useWords();
  const { facts } = index;
  const rules = useMemo(() => rulesBySlot(facts, meeting.dm, meeting.pitch, meeting.id), [facts, meeting]);
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
          meeting.room && translate('pairing.meeting.room', { room: meeting.room }),
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
            value={meeting.start}
            disabled={deeds.busy || meeting.locked}
            onChange={(event) => void deeds.move([{ do: 'move', pairing: meeting.id, start: event.target.value, ver: meeting.ver }])}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            {!index.slotAt.has(meeting.start) && <option value={meeting.start}>{momentOf(facts, meeting.start)}</option>}
            {facts.slots.map(({ start }, slot) => {
              const rule = start === meeting.start ? null : rules[slot];
              return (
                <option key={start} value={start} disabled={Boolean(rule)}>
                  {momentOf(facts, start)}
                  {rule ? ` – ${words(rule)}` : ''}
                </option>
              );
            })}
          </TextField>
          <Button variant="outlined" disabled={deeds.busy} onClick={() => ways.lock(meeting)}>
            {translate(meeting.locked ? 'pairing.meeting.unlock' : 'pairing.meeting.lock')}
          </Button>
          <Button variant="outlined" color="error" disabled={deeds.busy || meeting.locked} onClick={() => ways.remove(meeting)}>
            {translate('pairing.meeting.remove')}
          </Button>
        </div>
      )}
    </section>
  );
}
