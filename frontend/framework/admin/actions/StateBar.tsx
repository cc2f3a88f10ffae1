/** At the head of a form: the state of the row, and what may be done with it now. */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import type { ObjectModel, Row } from '#codegen/model.ts';
import type { OpenAction } from '#framework/records/wire.ts';
import ActionDialog from './ActionDialog.tsx';
import type { Outcome } from './calls.ts';
import '#fields/cells.css';
import './actions.css';

interface StateBarProps {
  model: ObjectModel;
  /** as saved */
  row: Row;
  title: string;
  actions: OpenAction[];
  /** stores what was typed first; undefined where it could not be */
  prepare(): Promise<Row | undefined>;
  onDone(outcome: Outcome): void;
}

/** Operations beyond these go into a menu; transitions are always buttons. */
const mostButtons = 2;

export function StateBar({ model, row, title, actions, prepare, onDone }: StateBarProps) {
  const translate = useTranslate();
  const text = useText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<{ operation: OpenAction; ver: number }>();
  const mine = actions.filter(({ allowed }) => allowed);
  const steps = mine.filter(({ kind }) => kind === 'transition');
  const operations = mine.filter(({ kind }) => kind === 'action');
  const begin = async (operation: OpenAction) => {
    setAnchor(null);
    const saved = await prepare();
    if (saved) setOpen({ operation, ver: Number(saved.ver) });
  };
  if (!model.workflow && operations.length === 0) return null;
  const inMenu = operations.length > mostButtons;
  return (
    <div className="state-bar">
      {model.workflow && <StateSteps workflow={model.workflow} row={row} />}
      <div className="state-actions">
        {(inMenu ? [] : operations).map((operation) => (
          <Button key={operation.name} variant="outlined" color={operation.destructive ? 'error' : 'inherit'} onClick={() => void begin(operation)}>
            {text(operation.label)}
          </Button>
        ))}
        {inMenu && (
          <>
            <Button variant="outlined" color="inherit" aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
              {translate('actions.menu')}
            </Button>
            <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
              {operations.map((operation) => (
                <MenuItem key={operation.name} sx={operation.destructive ? { color: 'error.main' } : {}} onClick={() => void begin(operation)}>
                  {text(operation.label)}
                </MenuItem>
              ))}
            </Menu>
          </>
        )}
        {steps.map((operation) => (
          <Button key={operation.name} variant="outlined" onClick={() => void begin(operation)}>
            {text(operation.label)}
          </Button>
        ))}
      </div>
      {open && (
        <ActionDialog
          model={model}
          operation={open.operation}
          ids={[String(row[model.entity.key])]}
          title={title}
          ver={open.ver}
          onClose={() => setOpen(undefined)}
          onDone={onDone}
        />
      )}
    </div>
  );
}

function StateSteps({ workflow, row }: { workflow: NonNullable<ObjectModel['workflow']>; row: Row }) {
  const translate = useTranslate();
  const text = useText();
  const here = workflow.states.find(({ value }) => value === row[workflow.field]);
  return (
    <ol className="state-steps" aria-label={translate('actions.state', { state: text(here?.label) })}>
      {workflow.states.map((state) => (
        <li key={String(state.value)} aria-current={state === here ? 'step' : undefined}>
          <span className="badge" data-color={state.color ?? 'plain'} data-here={state === here || undefined}>
            {text(state.label)}
          </span>
        </li>
      ))}
    </ol>
  );
}
