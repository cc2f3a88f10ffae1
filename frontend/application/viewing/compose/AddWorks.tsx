/** Adds works to the page: pitches of the campaign by program and state, or films by search; one, several, or all that were found. */

import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { bothSides, otherSide } from '#application/campaign/rules/two-sides.ts';
import { hasMaterial, materialsOf, type WorkFacts, type WorkKey, type WorkObject } from '#application/viewing/rules/works.ts';
import { useObjects } from '#client/objects.tsx';
import type { PageTabProps } from '../page-tab.ts';
import { pageOf, useVpman } from '../use-vpman.ts';
import { useWordsOf } from '../use-words.ts';

interface AddWorksProps extends PageTabProps {
  /** the works of the page */
  existing: ReadonlySet<WorkKey>;
  /** how many more works fit */
  room: number;
  onAdd: (works: readonly WorkFacts[]) => void;
  onClose: () => void;
}

export function AddWorks({ name, existing, room, onAdd, onClose }: AddWorksProps) {
  const translate = useTranslate();
  const words = useWordsOf();
  const pitch = useObjects().find((one) => one.name === 'pitch')?.model;
  const [wanted, setWanted] = useState<WorkObject>();
  const object = wanted ?? 'pitch';
  const [asked, setAsked] = useState({ q: '', program: '', status: '' });
  const [chosen, setChosen] = useState<ReadonlySet<WorkKey>>(new Set());
  const { q, ...narrowed } = useDeferredValue(asked);
  const query = { object, q, ...(object === 'pitch' && narrowed) };
  const { data, isFetching } = useVpman('GET /api/vpman/:campaign/:pg/works', { at: pageOf(name), query });
  // All pitches of the campaign are listed; a campaign without pitches starts with films.
  const hasNoPitches = wanted === undefined && data?.total === 0 && !q && !narrowed.program && !narrowed.status;
  useEffect(() => {
    if (hasNoPitches) setWanted('film');
  }, [hasNoPitches]);
  const free = (data?.works ?? []).filter(({ key }) => !existing.has(key));
  const picked = free.filter(({ key }) => chosen.has(key));
  const options = (field: string) => pitch?.fields.find((one) => one.name === field)?.options ?? [];
  const add = (works: readonly WorkFacts[]) => {
    onAdd(works.slice(0, room));
    setChosen(new Set());
    onClose();
  };
  const select = (field: 'program' | 'status', of: string) => (
    <TextField
      select
      size="small"
      label={translate(`vpman.${field}`)}
      value={asked[field]}
      onChange={(event) => setAsked({ ...asked, [field]: event.target.value })}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{translate('vpman.any')}</option>
      {options(of).map((option) => (
        <option key={String(option.value)} value={String(option.value)}>
          {option.label[words.lang]}
        </option>
      ))}
    </TextField>
  );
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="vpman-add">
      <DialogTitle id="vpman-add">{translate('vpman.add')}</DialogTitle>
      <DialogContent>
        <div className="vpman-filters">
          <TextField
            select
            size="small"
            label={translate('vpman.kind')}
            value={object}
            onChange={(event) => setWanted(event.target.value === 'film' ? 'film' : 'pitch')}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            {(['pitch', 'film'] as const).map((one) => (
              <option key={one} value={one}>
                {translate(`vpman.object.${one}`)}
              </option>
            ))}
          </TextField>
          <TextField
            size="small"
            type="search"
            label={translate('vpman.search')}
            value={asked.q}
            autoFocus
            onChange={(event) => setAsked({ ...asked, q: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
          {object === 'pitch' && select('program', 'attProgram')}
          {object === 'pitch' && select('status', 'status')}
        </div>
        <p role="status" className="soft">
          {isFetching ? translate('vpman.searching') : translate('vpman.found', { smart_count: data?.total ?? 0, free: free.length })}
          {data && data.total > data.works.length && ` ${translate('vpman.cut', { count: data.works.length })}`}
        </p>
        <ul className="vpman-found">
          {free.map((work) => (
            <li key={work.key}>
              <FormControlLabel
                control={
                  <Checkbox
                    checked={chosen.has(work.key)}
                    onChange={(event) => {
                      const next = new Set(chosen);
                      if (event.target.checked) next.add(work.key);
                      else next.delete(work.key);
                      setChosen(next);
                    }}
                  />
                }
                label={
                  <>
                    <span className="num soft">{work.number}</span> {words.name(work)}{' '}
                    <span className="soft" lang={otherSide(words.lang)}>
                      {bothSides(words.lang, work.cname, work.ename)[1]}
                    </span>
                  </>
                }
              />
              <span className="soft">
                {materialsOf(object)
                  .filter((material) => hasMaterial(work, material, name.lang))
                  .map(words.material)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button disabled={free.length === 0} onClick={() => add(free)}>
          {translate('vpman.addall', { smart_count: Math.min(free.length, room) })}
        </Button>
        <Button variant="contained" disabled={picked.length === 0} onClick={() => add(picked)}>
          {translate('vpman.addsome', { smart_count: picked.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
