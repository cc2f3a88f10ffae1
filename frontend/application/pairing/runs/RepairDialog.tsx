/** People cannot come at some time: repairs the timetable with as few moves as possible. */
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { overlap } from '#rules/values/intervals.ts';
import type { BoardIndex } from '../lines.ts';
import type { RunWays } from '../use-run.ts';
import { Absence } from './Absence.tsx';
import { type AbsenceLine, daysOf, emptyLine, type LostTimes, linesOf, lossesOf } from './absences.ts';

interface RepairProps {
  index: BoardIndex;
  run: RunWays;
  /** times that a person's form would remove */
  lost?: LostTimes;
  onClose: () => void;
}

export function RepairDialog({ index, run, lost, onClose }: RepairProps) {
  const translate = useTranslate();
  const titleId = useId();
  const { facts } = index;
  const days = useMemo(() => daysOf(facts), [facts]);
  const [lines, setLines] = useState<AbsenceLine[]>(() => linesOf(lost, days, facts.campaign.zone));
  const [busy, setBusy] = useState(false);
  const losses = lossesOf(lines, facts.campaign.zone);
  const touched = facts.pairings.filter((one) => losses?.some(({ side, id, away }) => one[side] === id && away.some((lost) => overlap(lost, one)))).length;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!losses) return;
    setBusy(true);
    const isStarted = await run.repair(losses.map(({ side, id, away }) => (side === 'dm' ? { dm: id, away } : { pitch: id, away })));
    setBusy(false);
    if (isStarted) onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md">
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id={titleId}>{translate('pairing.repair.title')}</DialogTitle>
        <DialogContent className="pairing-form">
          <p>{translate('pairing.repair.intro')}</p>
          {lines.map((line) => (
            <div key={line.key} className="pairing-absence">
              <Absence index={index} days={days} line={line} onChange={(next) => setLines(lines.map((one) => (one.key === line.key ? next : one)))} />
              {lines.length > 1 && (
                <IconButton aria-label={translate('pairing.repair.drop')} onClick={() => setLines(lines.filter((one) => one.key !== line.key))}>
                  <CloseIcon fontSize="small" />
                </IconButton>
              )}
            </div>
          ))}
          <div>
            <Button startIcon={<AddIcon />} onClick={() => setLines([...lines, { ...emptyLine(days), who: lines.at(-1)?.who ?? '' }])}>
              {translate('pairing.repair.more')}
            </Button>
          </div>
          {losses && <p role="status">{translate('pairing.repair.touched', { smart_count: touched, count: touched })}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!losses} loading={busy}>
            {translate('pairing.repair.go')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
