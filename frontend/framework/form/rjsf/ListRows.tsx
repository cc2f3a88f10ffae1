/** One row of a list: as the line of a grid, or as a card. */

import DeleteIcon from '@mui/icons-material/DeleteOutline';
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import FoldIcon from '@mui/icons-material/UnfoldLess';
import UnfoldIcon from '@mui/icons-material/UnfoldMore';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { textIn } from '#client/text.ts';
import type { FieldModel, Lang } from '#codegen/model.ts';
import { useNear, type Watch } from '../grid/use-near.ts';
import { LineContext, type LineFacts } from './contexts.ts';

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
  watch: Watch;
  /** something is wrong in it */
  isWrong: boolean;
}

interface GridRowProps extends RowProps {
  /** names of the fields behind the line */
  detail: ReadonlySet<string>;
  /** how many of them say something */
  filled: number;
  open: boolean;
  onFold(): void;
  /** columns between the number and the buttons */
  columns: number;
}

export function GridHead({ fields, lang }: { fields: FieldModel[]; lang: Lang }) {
  const translate = useTranslate();
  return (
    <thead>
      <tr>
        <Box component="th" scope="col" sx={{ ...headStyle, ...numberStyle }}>
          #
        </Box>
        {fields.map((field, index) => (
          <Box component="th" scope="col" key={field.name} sx={{ ...headStyle, ...(index === 0 && firstColumn) }}>
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

/** A line is a body of its own: what folds away stands in a second row of it. */
export function GridRow({ rowKey, index, actions, content, watch, isWrong, detail, filled, open, onFold, columns }: GridRowProps) {
  const translate = useTranslate();
  const { isDrawn, place } = useNear<HTMLTableSectionElement>(watch, index, isWrong || actions.last);
  const foldable = detail.size > 0;
  const line: LineFacts = {
    detail,
    open: open && foldable,
    lead: (
      <Box component="td" sx={{ ...numberStyle, pt: 1.25 }}>
        {index + 1}
      </Box>
    ),
    foot: <Moves {...actions} />,
    trail: (
      <Box component="td" sx={{ p: '3px', verticalAlign: 'top', whiteSpace: 'nowrap', width: foldable ? 66 : 96 }}>
        {foldable && (
          <IconButton
            size="small"
            aria-expanded={open}
            aria-label={translate(filled ? 'form.list.filled' : 'form.list.more', { label: actions.label, count: filled })}
            onClick={onFold}
          >
            <Badge badgeContent={filled} color="primary" slotProps={{ badge: { 'aria-hidden': true } }}>
              {open ? <FoldIcon fontSize="small" /> : <UnfoldIcon fontSize="small" />}
            </Badge>
          </IconButton>
        )}
        {!foldable && <Moves {...actions} byKeys />}
        <Remove {...actions} byKeys />
      </Box>
    ),
  };
  if (!isDrawn)
    return (
      <tbody data-row={rowKey} ref={place}>
        <tr>
          <Box component="td" sx={{ ...numberStyle, pt: 1.25, height: 40 }}>
            {index + 1}
          </Box>
          <td colSpan={columns + 1}>{actions.label}</td>
        </tr>
      </tbody>
    );
  return (
    <tbody data-row={rowKey}>
      <LineContext.Provider value={line}>{content}</LineContext.Provider>
    </tbody>
  );
}

export function CardRow({ rowKey, index, actions, content, watch, isWrong, onKeyDown }: RowProps & { onKeyDown(event: KeyboardEvent): void }) {
  const { isDrawn, place } = useNear<HTMLDivElement>(watch, index, isWrong || actions.last);
  return (
    <Box
      ref={place}
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
        <Moves {...actions} />
        <Remove {...actions} />
      </Box>
      {isDrawn ? content : <Box sx={{ height: 160 }} />}
    </Box>
  );
}

/** `byKeys`: the grid has keys for it, so that Tab goes from line to line. */
type Buttons = RowActions & { byKeys?: boolean };

function Moves({ label, first, last, locked, up, down, byKeys = false }: Buttons) {
  const translate = useTranslate();
  if (locked) return null;
  const tab = byKeys ? { tabIndex: -1 } : {};
  return (
    <>
      <IconButton size="small" {...tab} disabled={first} aria-label={translate('form.list.up', { label })} onClick={up}>
        <UpIcon fontSize="small" />
      </IconButton>
      <IconButton size="small" {...tab} disabled={last} aria-label={translate('form.list.down', { label })} onClick={down}>
        <DownIcon fontSize="small" />
      </IconButton>
    </>
  );
}

function Remove({ label, locked, remove, byKeys = false }: Buttons) {
  const translate = useTranslate();
  if (locked) return null;
  return (
    <IconButton size="small" {...(byKeys && { tabIndex: -1 })} aria-label={translate('form.list.remove', { label })} onClick={remove}>
      <DeleteIcon fontSize="small" />
    </IconButton>
  );
}

/** The line's number and the first column stay in sight when the grid scrolls sideways. */
const numberStyle = {
  position: 'sticky',
  left: 0,
  zIndex: 2,
  bgcolor: 'var(--paper)',
  px: 1,
  boxSizing: 'border-box',
  width: 36,
  minWidth: 36,
  color: 'text.secondary',
  fontSize: 'var(--size-small)',
  verticalAlign: 'top',
  fontVariantNumeric: 'tabular-nums',
} as const;
export const firstColumn = { position: 'sticky', left: 36, zIndex: 2, bgcolor: 'var(--paper)' } as const;
const headStyle = { textAlign: 'left', fontSize: 'var(--size-small)', fontWeight: 500, color: 'text.secondary', px: 1, py: 0.5, whiteSpace: 'nowrap' } as const;
/** for screen readers only */
const unseen = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } as const;
