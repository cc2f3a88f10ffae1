import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import type { adminDataProvider } from '#client/providers/data.ts';
import { useTitle } from '#client/titles.ts';
import type { FilterProps } from '../filter.ts';

/** Rows of the referenced object, found by search. */
export function Filter({ field, value, onChange }: FilterProps) {
  const translate = useTranslate();
  const provider = useDataProvider<typeof adminDataProvider>();
  const to = field.relation?.to ?? '';
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim());
  const { data = [], isFetching } = useQuery({
    queryKey: ['find', to, wanted],
    queryFn: () => provider.findTitles(to, wanted ? { q: wanted } : {}),
    placeholderData: (before) => before,
    retry: false,
  });
  // One array per value: the control starts its text afresh whenever it is given another.
  const chosen = useMemo(() => (Array.isArray(value) ? value.map(String) : []), [value]);
  const titles = new Map(data.map((row) => [row.id, row.title]));
  return (
    <Autocomplete
      multiple
      filterSelectedOptions
      options={[...new Set([...data.map((row) => row.id), ...chosen])]}
      filterOptions={(ids) => ids}
      loading={isFetching}
      value={chosen}
      inputValue={typed}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, next) => onChange(next)}
      getOptionLabel={(id) => titles.get(id) ?? id}
      renderOption={({ key, ...props }, id) => (
        <li key={key} {...props}>
          {titles.get(id) ?? id}
        </li>
      )}
      renderValue={(ids, getItemProps) =>
        ids.map((id, index) => {
          const { key, onDelete } = getItemProps({ index });
          return <ChosenTitle key={key} to={to} id={id} onDelete={onDelete} />;
        })
      }
      renderInput={(props) => <TextField {...props} autoFocus label={translate('filter.value')} />}
    />
  );
}

function ChosenTitle({ to, id, onDelete }: { to: string; id: string; onDelete: (event: unknown) => void }) {
  const title = useTitle(to, id) ?? id;
  return (
    <button type="button" className="chip" onClick={onDelete}>
      {title} ×
    </button>
  );
}
