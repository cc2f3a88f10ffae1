import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { FilterProps } from '../filter.ts';
import { Filter as SelectFilter } from '../select/Filter.tsx';

export function Filter(props: FilterProps) {
  return props.field.options ? <SelectFilter {...props} /> : <Words {...props} />;
}

/** Words of one's own: each Enter adds one. */
function Words({ value, onChange }: FilterProps) {
  const translate = useTranslate();
  const words = useMemo(() => (Array.isArray(value) ? value.map(String) : []), [value]);
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      options={[]}
      value={words}
      onChange={(_, next) => onChange(next)}
      renderInput={(props) => <TextField {...props} autoFocus label={translate('filter.value')} />}
    />
  );
}
