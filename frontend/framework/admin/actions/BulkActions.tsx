/** What may be done with the selected rows of a list. */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage, useText, useWords } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { titleOf } from '#rules/records/record.ts';
import { part } from '#ui/part.tsx';
import { Soon } from '#ui/soon.tsx';
import type { Operation } from './calls.ts';

const ActionDialog = part(() => import('./ActionDialog.tsx'), 'bulk');

interface BulkActionsProps {
  model: ObjectModel;
  operations: Operation[];
  ids: string[];
  rows: Row[];
  /** all that match are selected: this takes what is chosen */
  whole?: ((operation: Operation) => void) | undefined;
  /** what is to stay selected: the rows that were left as they were */
  done(failed: string[]): void;
}

export function BulkActions({ model, operations, ids, rows, whole, done }: BulkActionsProps) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const words = useWords();
  const { negative } = useNotices();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // The rows as they were chosen: the selection shrinks to what failed.
  const [open, setOpen] = useState<{ operation: Operation; ids: string[] }>();
  const isSelected = whole !== undefined || ids.length > 0;
  const titles = new Map(rows.map((row) => [String(row.id), titleOf(row, model, lang)]));
  return (
    <>
      <Button
        variant={isSelected ? 'outlined' : 'text'}
        color="inherit"
        aria-haspopup="menu"
        onClick={(event) => (isSelected ? setAnchor(event.currentTarget) : negative(words('msg.noselect')))}
      >
        {translate('actions.menu')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {operations.map((operation) => (
          <MenuItem
            key={operation.name}
            sx={operation.destructive ? { color: 'error.main' } : {}}
            onClick={() => {
              setAnchor(null);
              if (whole) whole(operation);
              else setOpen({ operation, ids });
            }}
          >
            {text(operation.label)}
          </MenuItem>
        ))}
      </Menu>
      {open && (
        <Soon fallback={null}>
          <ActionDialog
            model={model}
            operation={open.operation}
            ids={open.ids}
            title={open.ids.length === 1 ? (titles.get(open.ids[0] ?? '') ?? '') : translate('actions.count', { smart_count: open.ids.length })}
            nameOf={(id) => titles.get(id) || id}
            onClose={() => setOpen(undefined)}
            onDone={(outcome) => done((outcome.failed ?? []).map(({ id }) => id))}
          />
        </Soon>
      )}
    </>
  );
}
