/** Above the board: the campaign, the side, the search, undo and redo, and the button to compute a timetable. */
import RedoIcon from '@mui/icons-material/Redo';
import UndoIcon from '@mui/icons-material/Undo';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Tooltip from '@mui/material/Tooltip';
import { memo, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { StepFacts } from '#application/pairing/rules/board-facts.ts';
import { inZone } from '#framework/time.ts';
import { isEmptyBoard } from './EmptyBoard.tsx';
import type { BoardIndex, Filters, View } from './lines.ts';
import type { BoardActions } from './use-board.ts';
import { stepName, useProgramName } from './use-words.ts';

/** Links to the work before and after the board. */
const pages = [
  { name: 'setup', path: '/ooosetup' },
  { name: 'release', path: '/ooorelease' },
  { name: 'day', path: '/ooday' },
];

interface ToolbarProps {
  chooser: ReactNode;
  index: BoardIndex;
  actions: BoardActions;
  mayChange: boolean;
  view: View;
  setView: (view: View) => void;
  filters: Filters;
  setFilters: (filters: Filters) => void;
  onUndo: () => void;
  onRedo: () => void;
  onRun: () => void;
  onClear: () => void;
  isPhone: boolean;
  isSmall: boolean;
  setSmall: (isSmall: boolean) => void;
}

export const Toolbar = memo(function Toolbar(props: ToolbarProps) {
  const { chooser, index, actions, mayChange, view, setView, filters, setFilters, onUndo, onRedo, onRun, onClear, isPhone, isSmall, setSmall } = props;
  const translate = useTranslate();
  const program = useProgramName();
  const { facts } = index;
  return (
    <>
      <header className="forum-head">
        {chooser}
        <nav aria-label={translate('pairing.pages')} className="pairing-pages">
          {pages.map(({ name, path }) => (
            <Button key={name} component={Link} to={`${path}?campaign=${encodeURIComponent(facts.campaign.id)}`}>
              {translate(`pairing.page.${name}`)}
            </Button>
          ))}
        </nav>
        <span className="pairing-space" />
        {mayChange && (
          <>
            <Step name="undo" step={facts.undo} index={index} busy={actions.busy} go={onUndo} />
            <Step name="redo" step={facts.redo} index={index} busy={actions.busy} go={onRedo} />
            <Button variant="contained" onClick={onRun} disabled={isEmptyBoard(facts)}>
              {translate('pairing.run.open')}
            </Button>
          </>
        )}
      </header>
      <div className="pairing-tools">
        <ToggleButtonGroup
          size="small"
          exclusive
          value={view}
          onChange={(_event, next: View | null) => next && setView(next)}
          aria-label={translate('pairing.view.label')}
        >
          <ToggleButton value="dm">{translate('pairing.view.dm')}</ToggleButton>
          <ToggleButton value="pitch">{translate('pairing.view.pitch')}</ToggleButton>
          {!isPhone && facts.slots.some(({ rooms }) => rooms.length > 0) && <ToggleButton value="table">{translate('pairing.view.table')}</ToggleButton>}
        </ToggleButtonGroup>
        <TextField
          type="search"
          className="pairing-find"
          label={translate('pairing.find')}
          value={filters.text}
          onChange={(event) => setFilters({ ...filters, text: event.target.value })}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <TextField
          select
          label={translate('pairing.program')}
          value={filters.program}
          onChange={(event) => setFilters({ ...filters, program: event.target.value })}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value="">{translate('pairing.programs')}</option>
          {facts.campaign.programs.map((one) => (
            <option key={one} value={one}>
              {program(one)}
            </option>
          ))}
        </TextField>
        <FormControlLabel
          control={<Checkbox checked={filters.unmet} onChange={(_event, unmet) => setFilters({ ...filters, unmet })} />}
          label={translate('pairing.onlyunmet')}
        />
        {mayChange && (
          <Button onClick={onClear} disabled={facts.pairings.length === 0}>
            {translate('pairing.clear.open')}
          </Button>
        )}
        {!isPhone && (
          <>
            <FormControlLabel control={<Checkbox checked={isSmall} onChange={(_event, on) => setSmall(on)} />} label={translate('pairing.small')} />
            <span className="pairing-space" />
          </>
        )}
        <span className="soft">
          {translate('pairing.counts', { meetings: facts.pairings.length, unmet: facts.unmet.length })}
          {' · '}
          {facts.release
            ? translate('pairing.released', { number: facts.release.number, at: inZone(facts.release.at, facts.campaign.zone), changed: facts.changedSince })
            : translate('pairing.unreleased')}
          {' · '}
          {translate('pairing.zone', { zone: facts.campaign.zone || 'GMT+8' })}
        </span>
      </div>
    </>
  );
});

function Step({ name, step, index, busy, go }: { name: 'undo' | 'redo'; step: StepFacts; index: BoardIndex; busy: boolean; go: () => void }) {
  const translate = useTranslate();
  const { label } = step;
  const title = label && step.can ? translate(`pairing.step.${name}`, { step: stepName(translate, index, label), by: label.by }) : translate(`pairing.${name}`);
  return (
    <Tooltip title={title}>
      <span>
        <IconButton aria-label={title} disabled={!step.can || busy} onClick={go}>
          {name === 'undo' ? <UndoIcon fontSize="small" /> : <RedoIcon fontSize="small" />}
        </IconButton>
      </span>
    </Tooltip>
  );
}
