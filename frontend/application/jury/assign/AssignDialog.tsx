/** Assigns readers by program, by group, balanced: what it would do is shown before anything is saved, and can be taken back afterwards. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { type ReactNode, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { AssignmentAsked, AssignmentFacts, AssignmentPlan } from '#application/jury/wire.ts';
import { useLanguage } from '#client/language.tsx';
import { newChangeset, noted } from '#client/notices/changeset.ts';
import { useUndoable } from '#client/notices/use-undoable.tsx';
import { language } from '#rules/words/language.ts';
import { useDashboardChange } from '#screens/campaign/use-dashboard.ts';
import { useLabels, useName } from '#screens/campaign/use-labels.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';

interface AssignDialogProps {
  campaign: string;
  facts: AssignmentFacts;
  onClose: () => void;
}

/** Most enrolments that the preview names; the rest is counted. */
const mostNamed = 12;

export function AssignDialog({ campaign, facts, onClose }: AssignDialogProps) {
  const translate = useTranslate();
  const undoable = useUndoable();
  const titleId = useId();
  const { busy, send } = useDashboardChange();
  const [asked, setAsked] = useState<AssignmentAsked>({
    program: '',
    group: '',
    perPitch: facts.perPitch,
    isFilling: facts.lines.some(({ readers }) => readers.length > 0),
    avoidsHints: true,
    seed: facts.seed,
  });
  const [plan, setPlan] = useState<AssignmentPlan>();
  const label = useLabels();
  const set = (more: Partial<AssignmentAsked>) => {
    setAsked({ ...asked, ...more });
    setPlan(undefined);
  };
  const look = async () => setPlan(await send('POST /api/desk/:campaign/assignment/plan', { at: { campaign }, body: asked }));
  const save = async ({ mark }: AssignmentPlan) => {
    const changeset = newChangeset();
    const done = await send('PUT /api/desk/:campaign/assignment', { at: { campaign }, body: { ...asked, mark }, headers: noted(changeset) });
    // What has changed since is looked at again before it is saved.
    if (!done) return setPlan(undefined);
    undoable(translate('desk.assign.saved', { smart_count: done.changed }), changeset);
    onClose();
  };
  const programs = [...new Set(facts.lines.flatMap((line) => line.programs))].sort();
  const groups = [...new Set(facts.jurors.map(({ group }) => group).filter(Boolean))].sort();
  const choice = (key: 'program' | 'group', values: readonly string[], name: (value: string) => string): ReactNode => (
    <TextField
      select
      label={translate(`desk.assign.${key}`)}
      value={asked[key]}
      onChange={(event) => set({ [key]: event.target.value })}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{translate('desk.assign.all')}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {name(value)}
        </option>
      ))}
    </TextField>
  );
  const check = (key: 'isFilling' | 'avoidsHints'): ReactNode => (
    <FormControlLabel control={<Checkbox checked={asked[key]} onChange={(_event, isOn) => set({ [key]: isOn })} />} label={translate(`desk.assign.${key}`)} />
  );
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId}>{translate('desk.assign.open')}</DialogTitle>
      <DialogContent>
        <div className="desk-filters desk-assign">
          {choice('program', programs, (code) => label('attProgram', code))}
          {choice('group', groups, (name) => name)}
          <TextField
            type="number"
            label={translate('desk.assign.perpitch')}
            helperText={translate('desk.assign.perpitchhelp')}
            value={asked.perPitch}
            onChange={(event) => set({ perPitch: Math.min(Math.max(Math.round(Number(event.target.value)) || 0, 0), 60) })}
            slotProps={{ htmlInput: { min: 0, max: 60 } }}
          />
          <TextField
            type="number"
            label={translate('desk.assign.seed')}
            helperText={translate('desk.assign.seedhelp')}
            value={asked.seed}
            onChange={(event) => set({ seed: Math.max(Math.round(Number(event.target.value)) || 0, 0) })}
            slotProps={{ htmlInput: { min: 0 } }}
          />
        </div>
        {check('isFilling')}
        {check('avoidsHints')}
        <p className="soft">{translate('desk.assign.how')}</p>
        {plan && <Preview plan={plan} facts={facts} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant={plan ? 'outlined' : 'contained'} loading={busy} onClick={() => void look()}>
          {translate('desk.assign.look')}
        </Button>
        {plan && (
          <Button variant="contained" disabled={busy || plan.changes.length === 0} onClick={() => void save(plan)}>
            {translate('desk.assign.save')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Preview({ plan, facts }: { plan: AssignmentPlan; facts: AssignmentFacts }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const named = useName();
  const people = new Map(facts.jurors.map((juror) => [juror.id, named(juror)]));
  const films = new Map(facts.lines.map((line) => [line.id, `${line.number} ${named(line)}`]));
  const added = plan.changes.reduce((sum, one) => sum + one.added.length, 0);
  const removed = plan.changes.reduce((sum, one) => sum + one.removed.length, 0);
  if (!plan.changes.length) return <Alert severity="success">{translate('desk.assign.nothing')}</Alert>;
  return (
    <section aria-label={translate('desk.assign.preview')}>
      <p role="status">{translate('desk.assign.would', { smart_count: plan.changes.length, added, removed })}</p>
      {plan.short.length > 0 && (
        <Alert severity="warning">
          {translate('desk.assign.short', {
            smart_count: plan.short.length,
            names: plan.short
              .slice(0, mostNamed)
              .map(({ enrolment }) => films.get(enrolment) ?? enrolment)
              .join(language[lang].list),
          })}
        </Alert>
      )}
      <ScrollTable aria-label={translate('desk.assign.loads')} heads={['juror', 'before', 'after'].map((head) => translate(`desk.assign.${head}`))}>
        {plan.loads.map(({ juror, before, after }) => (
          <tr key={juror}>
            <th scope="row">{people.get(juror) ?? juror}</th>
            <td className="num">{before}</td>
            <td className="num">{after}</td>
          </tr>
        ))}
      </ScrollTable>
      <ul className="desk-moves">
        {plan.changes.slice(0, mostNamed).map((change) => (
          <li key={change.enrolment}>
            <strong>{films.get(change.enrolment) ?? change.enrolment}</strong>{' '}
            {[...change.added.map((id) => `+ ${people.get(id) ?? id}`), ...change.removed.map((id) => `− ${people.get(id) ?? id}`)].join(' · ')}
          </li>
        ))}
        {plan.changes.length > mostNamed && <li className="soft">{translate('desk.assign.more', { smart_count: plan.changes.length - mostNamed })}</li>}
      </ul>
    </section>
  );
}
