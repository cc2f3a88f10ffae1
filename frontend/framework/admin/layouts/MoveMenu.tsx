/** The transitions of a card: by keys, by a finger, and where several lead to one state. */
import MoveIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import type { ObjectModel, Row, Transition } from '#codegen/model.ts';
import { titleOf } from '#rules/records/record.ts';

interface Props {
  workflow: ObjectModel['workflow'];
  steps: Transition[];
  anchor: HTMLElement | null;
  close: () => void;
  take: (step: Transition) => void;
}

export function MoveMenu({ workflow, steps, anchor, close, take }: Props) {
  const translate = useTranslate();
  const text = useText();
  const state = (value: string) => text(workflow?.states.find((one) => one.value === value)?.label);
  return (
    <Menu open={anchor !== null} anchorEl={anchor} onClose={close} slotProps={{ list: { 'aria-label': translate('layout.which'), dense: true } }}>
      {steps.map((step) => (
        <MenuItem
          key={step.name}
          onClick={() => {
            close();
            take(step);
          }}
        >
          {text(step.label)} → {state(step.to)}
        </MenuItem>
      ))}
    </Menu>
  );
}

export function MoveButton({ model, row, open }: { model: ObjectModel; row: Row; open: (anchor: HTMLElement) => void }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  return (
    <IconButton
      size="small"
      aria-haspopup="menu"
      aria-label={translate('layout.move', { title: titleOf(row, model, lang) })}
      onClick={(event) => open(event.currentTarget)}
    >
      <MoveIcon fontSize="small" />
    </IconButton>
  );
}
