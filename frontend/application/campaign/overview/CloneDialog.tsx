/** Makes a new campaign from this one: its id and title, what is copied, and to when its dates move. */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { type FormEvent, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useOwnNavigate } from '#admin/layout/own-navigate.ts';
import { type ClonePart, cloneParts } from '#application/campaign/rules/clone.ts';
import type { CloneOffer } from '#application/campaign/wire.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { useDashboard, useDashboardChange } from '../use-dashboard.ts';

export function CloneButton({ campaign, title }: { campaign: string; title: string }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {translate('desk.clone.action')}
      </Button>
      {open && <CloneDialog campaign={campaign} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

function CloneDialog({ campaign, title, onClose }: { campaign: string; title: string; onClose: () => void }) {
  const translate = useTranslate();
  const titleId = useId();
  const { data: offer } = useDashboard('GET /api/desk/:campaign/clone', { at: { campaign } });
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('desk.clone.title', { title })}</DialogTitle>
      {offer && <CloneForm campaign={campaign} offer={offer} onClose={onClose} />}
    </Dialog>
  );
}

function CloneForm({ campaign, offer, onClose }: { campaign: string; offer: CloneOffer; onClose: () => void }) {
  const translate = useTranslate();
  const { positive } = useNotices();
  const { busy, send } = useDashboardChange();
  const navigate = useOwnNavigate();
  const [names, setNames] = useState({
    id: offer.id,
    cna: offer.cna,
    enaName: offer.enaName,
    edition: String(offer.edition ?? ''),
    shift: String(offer.shift),
  });
  const [windows, setWindows] = useState<'shift' | 'empty'>('shift');
  const [take, setTake] = useState<ReadonlySet<ClonePart>>(new Set(['messages', 'styles', 'mails', 'options', 'images', 'days']));
  const counts: Partial<Record<ClonePart, number>> = offer.counts;
  const field = (name: keyof typeof names, type = 'text', help?: string) => (
    <TextField
      fullWidth
      type={type}
      label={translate(`desk.clone.${name}`)}
      helperText={help}
      required={name === 'id' || name === 'cna'}
      value={names[name]}
      onChange={(event) => setNames({ ...names, [name]: event.target.value })}
    />
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { id, cna, enaName, edition, shift } = names;
    const plan = {
      id: id.trim(),
      cna: cna.trim(),
      enaName: enaName.trim(),
      edition: edition === '' ? null : Number(edition),
      take: [...take],
      windows,
      shift: Number(shift || 0),
    };
    const made = await send('POST /api/desk/:campaign/clone', { at: { campaign }, body: plan });
    if (!made) return;
    positive(translate('desk.clone.done', { id: made.id, ...made.counts }));
    onClose();
    navigate(`?${new URLSearchParams({ campaign: made.id, tab: 'overview' })}`);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <DialogContent className="desk-form">
        {field('id')}
        {field('cna')}
        {field('enaName')}
        {field('edition', 'number')}
        <fieldset>
          <legend>{translate('desk.clone.take')}</legend>
          {cloneParts.map((part) => (
            <FormControlLabel
              key={part}
              control={
                <Checkbox
                  checked={take.has(part)}
                  onChange={(_event, on) => setTake(new Set(on ? [...take, part] : [...take].filter((one) => one !== part)))}
                />
              }
              label={translate(`desk.clone.parts.${part}`, { count: counts[part] ?? 0 })}
            />
          ))}
        </fieldset>
        <TextField
          select
          fullWidth
          label={translate('desk.clone.windows')}
          value={windows}
          onChange={(event) => setWindows(event.target.value === 'empty' ? 'empty' : 'shift')}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value="shift">{translate('desk.clone.windowshift')}</option>
          <option value="empty">{translate('desk.clone.windowempty')}</option>
        </TextField>
        {field('shift', 'number', translate('desk.clone.shifthelp'))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button type="submit" variant="contained" loading={busy}>
          {translate('desk.clone.go')}
        </Button>
      </DialogActions>
    </form>
  );
}
