/** References put in order (x-ui widget `ranking`): by drag, by number, by the arrow keys on a handle; another one is found by typing. */
import CloseIcon from '@mui/icons-material/Close';
import DragIcon from '@mui/icons-material/DragIndicator';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useTitle } from '#client/titles.ts';
import type { Row } from '#codegen/model.ts';
import { moved, sortable } from '#ui/order/sortable.ts';
import { useFormFacts } from '../contract/form-facts.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { type Found, ReferenceOption, useFound } from '../reference/references.tsx';

export default function RankingWidget(props: WidgetProps) {
  const { id, field, label, value, onChange, onBlur, readOnly, problems } = props;
  const translate = useTranslate();
  const to = field.relation?.to ?? '';
  const ids = (Array.isArray(value) ? value : []).map(String);
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const move = (from: number, goal: number) => {
    if (from === goal || goal < 0 || goal >= ids.length) return;
    onChange(moved(ids, from, goal));
    setSaid(translate('form.order.moved', { rank: goal + 1 }));
    onBlur();
  };
  const moving = useRef(move);
  moving.current = move;
  useEffect(() => (list.current && !readOnly ? sortable(list.current, () => ({ onMove: (from, goal) => moving.current(from, goal) })) : undefined), [readOnly]);
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <ol ref={list} className="order" aria-label={label}>
        {ids.map((one, index) => (
          <Ranked
            key={one}
            id={one}
            to={to}
            rank={index + 1}
            most={ids.length}
            readOnly={readOnly}
            problem={problems[String(index)]}
            onRank={(rank) => move(index, rank - 1)}
            onRemove={() => {
              onChange(ids.filter((other) => other !== one));
              onBlur();
            }}
          />
        ))}
      </ol>
      <Box role="status" sx={{ fontSize: 'var(--size-small)', color: 'text.secondary', minHeight: 18 }}>
        {said}
      </Box>
      {!readOnly && <Adder {...props} id={id} to={to} ids={ids} />}
    </Box>
  );
}

interface RankedProps {
  id: string;
  to: string;
  rank: number;
  most: number;
  readOnly: boolean;
  problem: string | undefined;
  onRank: (rank: number) => void;
  onRemove: () => void;
}

function Ranked({ id, to, rank, most, readOnly, problem, onRank, onRemove }: RankedProps) {
  const translate = useTranslate();
  const title = useTitle(to, id) ?? id;
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

/** Rows that agree with this one in the field that the schema names. */
function Adder(props: WidgetProps & { to: string; ids: string[] }) {
  const { id, field, to, ids, onChange, onBlur, invalid } = props;
  const translate = useTranslate();
  const { row } = useFormFacts();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const same = field.ui.options?.same;
  const agreed: Row = typeof same === 'string' && row()[same] ? { [same]: row()[same] ?? '' } : {};
  const offered = field.ui.options?.filter;
  const filter = { ...field.relation?.filter, ...agreed, ...(typeof offered === 'object' && offered !== null && !Array.isArray(offered) ? offered : {}) };
  const { found, loading } = useFound(to, isOpen ? text : undefined, filter);
  const isFull = field.maxItems !== undefined && ids.length >= field.maxItems;
  return (
    <Autocomplete<Found>
      id={id}
      size="small"
      autoHighlight
      clearOnBlur
      disabled={isFull}
      value={null}
      inputValue={text}
      options={found.filter((choice) => !ids.includes(choice.id))}
      loading={loading}
      loadingText={translate('form.searching')}
      noOptionsText={translate('form.notfound')}
      filterOptions={(all) => all}
      getOptionLabel={(choice) => choice.title}
      getOptionKey={(choice) => choice.id}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      onInputChange={(_, next, reason) => setText(reason === 'input' ? next : '')}
      onChange={(_, choice) => choice && onChange([...ids, choice.id])}
      onBlur={onBlur}
      renderOption={({ key, ...attributes }, choice) => <ReferenceOption key={key} attributes={attributes} choice={choice} />}
      renderInput={(params) => (
        <TextField
          {...params}
          error={invalid}
          placeholder={translate('form.order.add')}
          slotProps={{ htmlInput: { ...params.inputProps, ...boxAttributes(props) } }}
        />
      )}
    />
  );
}
