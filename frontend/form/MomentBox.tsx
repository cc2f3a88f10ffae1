/** A box for a date or time in one spelling, with the browser's own picker behind a button. */
import CalendarIcon from '@mui/icons-material/CalendarToday';
import ClockIcon from '@mui/icons-material/Schedule';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import type { JsonValue } from '#codegen/model.ts';
import { useTyped } from './use-typed.ts';
import { boxAttributes, type WidgetProps } from './widget.ts';

interface MomentBoxProps extends WidgetProps {
  picker: 'date' | 'time' | 'datetime-local';
  placeholder: string;
  suffix?: string;
  show(value: JsonValue): string;
  read(text: string): JsonValue;
  toPicker(value: JsonValue): string;
  fromPicker(text: string): JsonValue;
}

export function MomentBox(props: MomentBoxProps) {
  const { id, label, value = '', onChange, onBlur, readOnly, invalid, picker, placeholder, suffix, show, read, toPicker, fromPicker } = props;
  const translate = useTranslate();
  const hidden = useRef<HTMLInputElement>(null);
  const box = useTyped<JsonValue>(value, { show, read }, onChange);
  const Icon = picker === 'time' ? ClockIcon : CalendarIcon;
  const openPicker = () => {
    const input = hidden.current;
    if (!input) return;
    input.value = toPicker(value);
    try {
      input.showPicker();
    } catch {
      input.focus(); // no picker in this browser: the box itself takes every value
    }
  };
  return (
    <OutlinedInput
      id={id}
      fullWidth
      size="small"
      value={box.text}
      error={invalid}
      readOnly={readOnly}
      placeholder={placeholder}
      autoComplete="off"
      onChange={(event) => box.onInput(event.target.value)}
      onFocus={box.onFocus}
      onBlur={() => {
        box.onBlur();
        onBlur();
      }}
      inputProps={{ ...boxAttributes(props), inputMode: picker === 'datetime-local' ? undefined : 'numeric', spellCheck: false }}
      sx={{ '& input': { fontVariantNumeric: 'tabular-nums' } }}
      endAdornment={
        <InputAdornment position="end" sx={{ '& p': { fontSize: 12 } }}>
          {suffix}
          {!readOnly && (
            <>
              <input
                ref={hidden}
                type={picker}
                step={picker === 'date' ? undefined : 1}
                tabIndex={-1}
                aria-hidden="true"
                style={{ position: 'absolute', right: 0, bottom: 0, width: 0, height: 0, border: 0, padding: 0, opacity: 0 }}
                onChange={(event) => onChange(fromPicker(event.target.value))}
              />
              <IconButton size="small" edge="end" tabIndex={-1} aria-label={translate('form.pick', { label })} onClick={openPicker}>
                <Icon fontSize="inherit" />
              </IconButton>
            </>
          )}
        </InputAdornment>
      }
    />
  );
}
