import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import type { FilterProps } from '../filter.ts';

export function Filter({ value, onChange }: FilterProps) {
  const translate = useTranslate();
  const typed = typeof value === 'string' ? value : '';
  return <TextField autoFocus fullWidth label={translate('filter.value')} value={typed} onChange={(event) => onChange(event.target.value)} />;
}
