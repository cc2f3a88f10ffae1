import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormFacts } from '../contract/form-facts.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { useTyped } from '../typing/use-typed.ts';

/** Write only: the stored one never comes to the page, and an empty box leaves it as it is. */
export default function PasswordWidget(props: WidgetProps) {
  const { id, value, onChange, onBlur, readOnly, invalid } = props;
  const { mode } = useFormFacts();
  const translate = useTranslate();
  const [shown, setShown] = useState(false);
  const box = useTyped(typeof value === 'string' ? value : '', { show: (text) => text, read: (text) => text }, onChange);
  return (
    <OutlinedInput
      id={id}
      fullWidth
      size="small"
      type={shown ? 'text' : 'password'}
      autoComplete="new-password"
      value={box.text}
      error={invalid}
      readOnly={readOnly}
      placeholder={mode === 'edit' ? translate('form.password.unchanged') : ''}
      onChange={(event) => box.onInput(event.target.value)}
      onFocus={box.onFocus}
      onBlur={() => {
        box.onBlur();
        onBlur();
      }}
      inputProps={boxAttributes(props)}
      endAdornment={
        <InputAdornment position="end">
          <IconButton size="small" edge="end" aria-pressed={shown} aria-label={translate('form.password.show')} onClick={() => setShown(!shown)}>
            {shown ? <VisibilityOffIcon fontSize="inherit" /> : <VisibilityIcon fontSize="inherit" />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
