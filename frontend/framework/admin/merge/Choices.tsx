/** One of several values, side by side where there is room: a group of radio buttons, each with what it stands for. */
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import type { ReactNode } from 'react';

interface ChoicesProps {
  label: string;
  value: string;
  options: { value: string; content: ReactNode }[];
  /** why nothing can be chosen */
  note?: string;
  disabled?: boolean;
  onChange(value: string): void;
}

export function Choices({ label, value, options, note, disabled = false, onChange }: ChoicesProps) {
  return (
    <Box sx={{ borderTop: '1px solid var(--line)', pt: 1 }}>
      <Box sx={{ fontWeight: 600, fontSize: 'var(--size-text)', mb: 0.5 }}>
        {label}
        {note && (
          <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
            {` · ${note}`}
          </Box>
        )}
      </Box>
      <RadioGroup aria-label={label} value={value} onChange={(_, next) => onChange(next)}>
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: `repeat(${Math.min(options.length, 4)}, minmax(0, 1fr))` } }}>
          {options.map((option) => (
            <FormControlLabel
              key={option.value}
              value={option.value}
              disabled={disabled}
              control={<Radio size="small" />}
              sx={{
                m: 0,
                p: 0.75,
                alignItems: 'flex-start',
                borderRadius: 1,
                border: '1px solid',
                borderColor: value === option.value ? 'primary.main' : 'var(--line)',
                // What stays is to be read, though it cannot be chosen.
                '& .MuiFormControlLabel-label.Mui-disabled': { color: 'text.primary' },
              }}
              slotProps={{ typography: { component: 'div', sx: { overflowWrap: 'anywhere', minWidth: 0, pt: '9px' } } }}
              label={option.content}
            />
          ))}
        </Box>
      </RadioGroup>
    </Box>
  );
}
