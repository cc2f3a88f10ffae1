/** Entries in an order that people change: by drag, by number, by the arrow keys on a handle. */
import CloseIcon from '@mui/icons-material/Close';
import DragIcon from '@mui/icons-material/DragIndicator';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { moved, sortable } from '#ui/order/sortable.ts';

interface OrderListProps {
  label: string;
  ids: readonly string[];
  /** what they are entries of */
  of?: string;
  /** may be a hook: what an entry is called */
  useTitleOf: (id: string, of: string) => string;
  readOnly: boolean;
  /** by place, '0' the first */
  problems?: Readonly<Record<string, string>>;
  onChange: (ids: string[]) => void;
}

export function OrderList({ label, ids, of = '', useTitleOf, readOnly, problems = {}, onChange }: OrderListProps) {
  const translate = useTranslate();
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const move = (from: number, goal: number) => {
    if (from === goal || goal < 0 || goal >= ids.length) return;
    onChange(moved(ids, from, goal));
    setSaid(translate('form.order.moved', { rank: goal + 1 }));
  };
  const moving = useRef(move);
  moving.current = move;
  useEffect(() => (list.current && !readOnly ? sortable(list.current, () => ({ onMove: (from, goal) => moving.current(from, goal) })) : undefined), [readOnly]);
  return (
    <>
      <ol ref={list} className="order" aria-label={label}>
        {ids.map((one, index) => (
          <Ranked
            key={one}
            id={one}
            of={of}
            useTitleOf={useTitleOf}
            rank={index + 1}
            most={ids.length}
            readOnly={readOnly}
            problem={problems[String(index)]}
            onRank={(rank) => move(index, rank - 1)}
            onRemove={() => onChange(ids.filter((other) => other !== one))}
          />
        ))}
      </ol>
      <Box role="status" sx={{ fontSize: 'var(--size-small)', color: 'text.secondary', minHeight: ids.length > 0 ? 18 : 0 }}>
        {said}
      </Box>
    </>
  );
}

interface RankedProps {
  id: string;
  of: string;
  useTitleOf: OrderListProps['useTitleOf'];
  rank: number;
  most: number;
  readOnly: boolean;
  problem: string | undefined;
  onRank: (rank: number) => void;
  onRemove: () => void;
}

function Ranked({ id, of, useTitleOf, rank, most, readOnly, problem, onRank, onRemove }: RankedProps) {
  const translate = useTranslate();
  const title = useTitleOf(id, of);
  const [text, setText] = useState(String(rank));
  useEffect(() => setText(String(rank)), [rank]);
  const take = () => {
    const wanted = Math.min(most, Math.max(1, Math.round(Number(text))));
    if (wanted !== rank && Number.isFinite(wanted)) onRank(wanted);
    else setText(String(rank));
  };
  return (
    <Box
      component="li"
      data-key={id}
      sx={{ display: 'flex', alignItems: 'center', gap: 0.5, borderBottom: '1px solid var(--line)', minHeight: 36, background: 'var(--paper)' }}
    >
      {!readOnly && (
        <button type="button" className="order-handle" data-handle="" aria-label={translate('form.order.handle', { title, rank })}>
          <DragIcon fontSize="small" aria-hidden="true" />
        </button>
      )}
      <Box
        component="input"
        inputMode="numeric"
        readOnly={readOnly}
        aria-label={translate('form.order.rank', { title })}
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\D/g, '').slice(0, 3))}
        onFocus={(event) => event.target.select()}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          take();
        }}
        sx={{
          width: 44,
          minHeight: 28,
          textAlign: 'center',
          font: 'inherit',
          border: '1px solid var(--line-strong)',
          borderRadius: '6px',
          background: 'none',
          color: 'inherit',
        }}
      />
      <Box sx={{ flex: 1, minWidth: 0, px: 1, overflowWrap: 'anywhere' }}>
        {title}
        {problem && <Box sx={{ color: 'error.main', fontSize: 'var(--size-small)' }}>{problem}</Box>}
      </Box>
      {!readOnly && (
        <IconButton size="small" aria-label={translate('form.order.remove', { title })} onClick={onRemove}>
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
}
