/** Where a card may go: by keys, by a finger, and where several ways lead to one place. */
import MoveIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { titleOf } from '#rules/records/record.ts';

interface Props {
  ways: { name: string; label: string; take: () => void }[];
  anchor: HTMLElement | null;
  close: () => void;
}

export function MoveMenu({ ways, anchor, close }: Props) {
  const translate = useTranslate();
  return (
    <Menu open={anchor !== null} anchorEl={anchor} onClose={close} slotProps={{ list: { 'aria-label': translate('layout.which'), dense: true } }}>
      {ways.map(({ name, label, take }) => (
        <MenuItem
          key={name}
          onClick={() => {
            close();
            take();
          }}
        >
          {label}
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
