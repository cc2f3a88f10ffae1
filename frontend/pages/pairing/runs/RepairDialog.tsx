/** A decision maker or a pitch's team cannot come for some half-days: the timetable is mended with as few moves as can be. */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type BoardIndex, nameDm, namePitch, spoken } from '../lines.ts';
import type { RunWays } from '../use-run.ts';

export function RepairDialog({ index, run, onClose }: { index: BoardIndex; run: RunWays; onClose: () => void }) {
  const translate = useTranslate();
  const titleId = useId();
  const { facts } = index;
  /** 'dm …' or 'pitch …' */
  const [who, setWho] = useState('');
  const [side, id] = who.startsWith('pitch ') ? (['pitch', who.slice(6)] as const) : (['dm', who.slice(3)] as const);
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const blocks = useMemo(() => {
    const found = new Map<string, { start: string; end: string }>();
    for (const { block, start, end } of facts.slots) found.set(block, { start: found.get(block)?.start ?? start, end });
    return [...found];
  }, [facts.slots]);
  const touched = facts.pairings.filter(
    (one) => one[side] === id && blocks.some(([block, { start, end }]) => away.has(block) && one.start >= start && one.start < end),
  ).length;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const isStarted = await run.repair({
      ...(side === 'dm' ? { dm: id } : { pitch: id }),
      away: blocks.flatMap(([block, interval]) => (away.has(block) ? [interval] : [])),
    });
    setBusy(false);
    if (isStarted) onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id={titleId} sx={{ fontSize: 16, fontWeight: 600 }}>
          {translate('pairing.repair.title')}
        </DialogTitle>
        <DialogContent className="pairing-form">
          <p>{translate('pairing.repair.intro')}</p>
          <TextField
            select
            fullWidth
            label={translate('pairing.repair.who')}
            value={who}
            onChange={(event) => setWho(event.target.value)}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            <option value="">—</option>
            <optgroup label={translate('pairing.repair.dms')}>
              {facts.dms
                .filter(({ enabled }) => enabled)
                .map((one) => (
                  <option key={one.id} value={`dm ${one.id}`}>
                    {spoken(nameDm(index, one.id))}
                  </option>
                ))}
            </optgroup>
            <optgroup label={translate('pairing.repair.pitches')}>
              {facts.pitches.map((one) => (
                <option key={one.id} value={`pitch ${one.id}`}>
                  {spoken(namePitch(index, one.id))}
                </option>
              ))}
            </optgroup>
          </TextField>
          <fieldset>
            <legend>{translate('pairing.repair.when')}</legend>
            {blocks.map(([block]) => {
              const [day, half = ''] = block.split(' ');
              return (
                <FormControlLabel
                  key={block}
                  control={
                    <Checkbox
                      checked={away.has(block)}
                      onChange={(_event, on) => setAway(new Set(on ? [...away, block] : [...away].filter((one) => one !== block)))}
                    />
                  }
                  label={`${day} ${translate(`pairing.half.${half}`)}`}
                />
              );
            })}
          </fieldset>
          {id && away.size > 0 && <p role="status">{translate('pairing.repair.touched', { smart_count: touched, count: touched })}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!id || away.size === 0} loading={busy}>
            {translate('pairing.repair.go')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
