/** Options of a timetable, chosen before it is computed. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { type FormEvent, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { BoardFacts } from '#application/pairing/rules/board-facts.ts';
import type { RunRequest, RunWays } from '../use-run.ts';
import { useProgramName } from '../use-words.ts';

const aims = ['wishes', 'fair'];

export function RunDialog({ facts, run, onClose }: { facts: BoardFacts; run: RunWays; onClose: () => void }) {
  const translate = useTranslate();
  const program = useProgramName();
  const titleId = useId();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<RunRequest>({
    programs: facts.campaign.programs,
    clear: 'auto',
    aims,
    dmQuota: 0,
    pitchQuota: 0,
    seed: 1,
    stay: facts.release !== null,
  });
  const change = (next: Partial<RunRequest>) => setAsked({ ...asked, ...next });
  const toggled = (list: string[], order: string[], one: string, on: boolean) => order.filter((name) => (name === one ? on : list.includes(name)));
  const affected = facts.pairings.filter(
    ({ locked, mode, pitch }) =>
      !locked && (asked.clear === 'all' || mode === 'auto') && asked.programs.includes(facts.pitches.find(({ id }) => id === pitch)?.program ?? ''),
  ).length;
  const number = (name: 'dmQuota' | 'pitchQuota' | 'seed') => (
    <TextField
      type="number"
      label={translate(`pairing.run.${name}`)}
      helperText={translate(`pairing.run.${name}help`)}
      value={asked[name]}
      onChange={(event) => change({ [name]: Math.max(0, Math.floor(Number(event.target.value) || 0)) })}
      slotProps={{ htmlInput: { min: 0, step: 1 } }}
    />
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const isStarted = await run.start(asked);
    setBusy(false);
    if (isStarted) onClose();
  };
  const isReady = asked.programs.length > 0 && asked.aims.length > 0;
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id={titleId}>{translate('pairing.run.title')}</DialogTitle>
        <DialogContent className="pairing-form">
          <p>{translate('pairing.run.intro')}</p>
          <fieldset>
            <legend>{translate('pairing.run.programs')}</legend>
            {facts.campaign.programs.map((one) => (
              <FormControlLabel
                key={one}
                control={
                  <Checkbox
                    checked={asked.programs.includes(one)}
                    onChange={(_event, on) => change({ programs: toggled(asked.programs, facts.campaign.programs, one, on) })}
                  />
                }
                label={program(one)}
              />
            ))}
          </fieldset>
          <fieldset>
            <legend>{translate('pairing.run.aims')}</legend>
            {aims.map((aim) => (
              <FormControlLabel
                key={aim}
                control={<Checkbox checked={asked.aims.includes(aim)} onChange={(_event, on) => change({ aims: toggled(asked.aims, aims, aim, on) })} />}
                label={
                  <>
                    {translate(`pairing.aim.${aim}`)} <span className="soft">{translate(`pairing.aim.${aim}help`)}</span>
                  </>
                }
              />
            ))}
          </fieldset>
          <fieldset>
            <legend id={`${titleId}-clear`}>{translate('pairing.run.clear')}</legend>
            <RadioGroup
              aria-labelledby={`${titleId}-clear`}
              value={asked.clear}
              onChange={(_event, clear) => change({ clear: clear === 'all' ? 'all' : 'auto' })}
            >
              <FormControlLabel value="auto" control={<Radio size="small" />} label={translate('pairing.run.clearauto')} />
              <FormControlLabel value="all" control={<Radio size="small" />} label={translate('pairing.run.clearall')} />
            </RadioGroup>
            <span className="soft">{translate('pairing.run.affected', { smart_count: affected, count: affected })}</span>
          </fieldset>
          <FormControlLabel control={<Checkbox checked={asked.stay} onChange={(_event, stay) => change({ stay })} />} label={translate('pairing.run.stay')} />
          <div className="pairing-numbers">
            {number('dmQuota')}
            {number('pitchQuota')}
            {number('seed')}
          </div>
          {!isReady && <Alert severity="warning">{translate(asked.programs.length ? 'pairing.run.noaim' : 'pairing.run.noprogram')}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!isReady || run.isRunning} loading={busy}>
            {translate('pairing.run.go')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
