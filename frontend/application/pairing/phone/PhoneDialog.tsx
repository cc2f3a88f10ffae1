/** On a phone: a meeting, or a wish without a meeting, over the whole screen. */

import CloseIcon from '@mui/icons-material/Close';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import type { BoardPairing, BoardWish } from '#application/pairing/rules/board-facts.ts';
import { type BoardIndex, nameDm, namePitch, spoken } from '../lines.ts';
import { MeetingCard } from '../side/MeetingCard.tsx';
import type { MeetingWays } from '../side/meeting-ways.ts';
import { Why } from '../side/Why.tsx';
import type { BoardActions } from '../use-board.ts';

interface PhoneDialogProps {
  index: BoardIndex;
  meeting: BoardPairing | undefined;
  wish: BoardWish | undefined;
  actions: BoardActions;
  mayChange: boolean;
  ways: MeetingWays;
  onClose: () => void;
}

export function PhoneDialog({ index, meeting, wish, actions, mayChange, ways, onClose }: PhoneDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  if (meeting) {
    return (
      <Dialog open onClose={onClose} fullWidth className="pb-dialog" aria-label={translate('pairing.meeting.title')}>
        <MeetingCard key={meeting.id} index={index} meeting={meeting} actions={actions} mayChange={mayChange} ways={ways} />
      </Dialog>
    );
  }
  if (!wish) return null;
  return (
    <Dialog open onClose={onClose} fullWidth className="pb-dialog" aria-labelledby={titleId}>
      <DialogTitle component="div" className="pb-dialog-head">
        <h2 id={titleId}>{spoken(namePitch(index, wish.pitch))}</h2>
        <IconButton aria-label={translate('ra.action.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </DialogTitle>
      <DialogContent>
        <p>
          {spoken(nameDm(index, wish.dm))} <span className="soft">{translate('pairing.rank', { rank: wish.rank })}</span>
        </p>
        <Why index={index} wish={wish} actions={actions} mayChange={mayChange} onPlaced={(start) => ways.placed(wish, start)} />
      </DialogContent>
    </Dialog>
  );
}
