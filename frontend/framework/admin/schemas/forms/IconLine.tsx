/** The icon of an object in the menu, found by its name; an object without one has that of a plain list. */
import Autocomplete from '@mui/material/Autocomplete';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import type { IconName } from '#codegen/model.ts';
import { iconOf, icons } from '../../layout/icons.ts';
import { useSay } from '../say.tsx';

/** Other names of icons that are there, from earlier schema files. */
const others: readonly string[] = ['calendar', 'group', 'user'] satisfies IconName[];
const names = Object.keys(icons).filter((name) => !others.includes(name));

export function IconLine({ value, readOnly, onChange }: { value: string; readOnly: boolean; onChange(icon: string | undefined): void }) {
  const say = useSay();
  const said = (name: string) => say(`icons.${name}`, { _: name });
  return (
    <Autocomplete
      size="small"
      fullWidth
      readOnly={readOnly}
      options={names.includes(value) || value === '' ? names : [value, ...names]}
      value={value || null}
      getOptionLabel={said}
      onChange={(_event, next) => onChange(next ?? undefined)}
      renderOption={({ key, ...props }, name) => {
        const Icon = iconOf(name);
        return (
          <li key={key} {...props}>
            <span className="bench-icon">
              <Icon />
            </span>
            {said(name)}
          </li>
        );
      }}
      renderInput={(props) => {
        const Icon = iconOf(value);
        const startAdornment = (
          <InputAdornment position="start">
            <Icon />
          </InputAdornment>
        );
        return <TextField {...props} label={say('object.icon')} InputProps={{ ...props.InputProps, startAdornment }} />;
      }}
    />
  );
}
