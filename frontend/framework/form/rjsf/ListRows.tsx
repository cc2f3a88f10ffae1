/** One row of a list: as the line of a grid, or as a card. */

import DeleteIcon from '@mui/icons-material/DeleteOutline';
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { textIn } from '#client/text.ts';
import type { FieldModel, Lang } from '#codegen/model.ts';

interface RowActions {
  label: string;
  first: boolean;
  last: boolean;
  locked: boolean;
  up(): void;
  down(): void;
  remove(): void;
}

interface RowProps {
  rowKey: string;
  index: number;
  actions: RowActions;
  content: ReactNode;
  onKeyDown(event: KeyboardEvent): void;
}

export function GridHead({ fields, lang }: { fields: FieldModel[]; lang: Lang }) {
  const translate = useTranslate();
  return (
    <thead>
      <tr>
        <Box component="th" scope="col" sx={headStyle}>
          #
        </Box>
        {fields.map((field) => (
          <Box component="th" scope="col" key={field.name} sx={headStyle}>
            {textIn(field.label, lang) || field.name}
            {field.required && (
              <Box component="span" aria-hidden="true" sx={{ color: 'error.main', ml: 0.5 }}>
                *
              </Box>
            )}
          </Box>
        ))}
        <Box component="th" scope="col" sx={headStyle}>
          <Box component="span" sx={unseen}>
            {translate('form.list.actions')}
          </Box>
        </Box>
      </tr>
    </thead>
  );
}

export function GridRow({ rowKey, index, actions, content, onKeyDown }: RowProps) {
  return (
    <Box component="tr" data-row={rowKey} onKeyDown={onKeyDown} sx={{ borderTop: '1px solid var(--line)' }}>
      <Box
        component="td"
        sx={{ px: 1, color: 'text.secondary', fontSize: 'var(--size-small)', verticalAlign: 'top', pt: 1.25, width: 28, fontVariantNumeric: 'tabular-nums' }}
      >
        {index + 1}
      </Box>
      {content}
      <Box component="td" sx={{ p: '3px', verticalAlign: 'top', whiteSpace: 'nowrap', width: 96 }}>
        <Actions {...actions} />
      </Box>
    </Box>
  );
}

export function CardRow({ rowKey, actions, content, onKeyDown }: RowProps) {
  return (
    <Box
      role="group"
      aria-label={actions.label}
      data-row={rowKey}
      onKeyDown={onKeyDown}
      sx={{ border: '1px solid var(--line)', borderRadius: 1, px: 1.5, pt: 0.5, pb: 1.5 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5 }}>
        <Box sx={{ flex: 1, minWidth: 0, fontWeight: 600, fontSize: 'var(--size-text)', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {actions.label}
        </Box>
        <Actions {...actions} />
      </Box>
      {content}
    </Box>
  );
}

function Actions({ label, first, last, locked, up, down, remove }: RowActions) {
  const translate = useTranslate();
  if (locked) return null;
  return (
    <>
      <IconButton size="small" disabled={first} aria-label={translate('form.list.up', { label })} onClick={up}>
        <UpIcon fontSize="small" />
      </IconButton>
      <IconButton size="small" disabled={last} aria-label={translate('form.list.down', { label })} onClick={down}>
        <DownIcon fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label={translate('form.list.remove', { label })} onClick={remove}>
        <DeleteIcon fontSize="small" />
      </IconButton>
    </>
  );
}

const headStyle = { textAlign: 'left', fontSize: 'var(--size-small)', fontWeight: 500, color: 'text.secondary', px: 1, py: 0.5, whiteSpace: 'nowrap' } as const;
/** for screen readers only */
const unseen = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } as const;
