/** References put in order (x-ui widget `ranking`); another one is found by typing. */
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useTitle } from '#client/titles.ts';
import type { Row } from '#codegen/model.ts';
import { useFormFacts } from '../contract/form-facts.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { type Found, ReferenceOption, useFound } from '../reference/references.tsx';
import { OrderList } from './OrderList.tsx';

const useTitleOf = (id: string, object: string): string => useTitle(object, id) ?? id;

export default function RankingWidget(props: WidgetProps) {
  const { id, field, label, value, onChange, onBlur, readOnly, problems } = props;
  const to = field.relation?.to ?? '';
  const ids = (Array.isArray(value) ? value : []).map(String);
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <OrderList
        label={label}
        ids={ids}
        of={to}
        useTitleOf={useTitleOf}
        readOnly={readOnly}
        problems={problems}
        onChange={(next) => {
          onChange(next);
          onBlur();
        }}
      />
      {!readOnly && <Adder {...props} id={id} to={to} ids={ids} />}
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
