import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslate } from 'react-admin';
import type { FilterProps } from '../filter.ts';

export function Filter({ value, onChange }: FilterProps) {
  const translate = useTranslate();
  return (
    <ToggleButtonGroup exclusive fullWidth size="small" value={value} onChange={(_, next: boolean | null) => onChange(next)}>
      <ToggleButton value={true}>{translate('ra.boolean.true')}</ToggleButton>
      <ToggleButton value={false}>{translate('ra.boolean.false')}</ToggleButton>
    </ToggleButtonGroup>
  );
}
