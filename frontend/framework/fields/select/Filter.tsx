import SearchIcon from '@mui/icons-material/Search';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { FilterProps } from '../filter.ts';
import { showOption } from '../show.ts';

/** Ticks any number of options; long lists can be searched. */
export function Filter({ field, value, onChange, lang }: FilterProps) {
  const translate = useTranslate();
  const [search, setSearch] = useState('');
  const chosen = Array.isArray(value) ? value : value === null || value === '' ? [] : [value];
  const options = field.options ?? [];
  const wanted = search.trim().toLowerCase();
  const shown = options.filter((option) => `${option.value} ${showOption(field, option.value, lang)}`.toLowerCase().includes(wanted));
  return (
    <div>
      {options.length > 10 && (
        <TextField
          autoFocus
          fullWidth
          placeholder={translate('ra.action.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          slotProps={{
            htmlInput: { 'aria-label': translate('ra.action.search') },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
      )}
      <div className="filter-options">
        {shown.map((option) => (
          <FormControlLabel
            key={String(option.value)}
            control={
              <Checkbox
                checked={chosen.includes(option.value)}
                onChange={(event) => onChange(event.target.checked ? [...chosen, option.value] : chosen.filter((one) => one !== option.value))}
              />
            }
            label={showOption(field, option.value, lang)}
          />
        ))}
      </div>
    </div>
  );
}
