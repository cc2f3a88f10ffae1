/**
 * The one box of the back office for a date or time: typed as one likes, shown in one spelling, with the browser's own picker behind a button
 * (a native box would be spelled mm/dd/yyyy by many browsers). Controlled: `value` is the text as typed, which `readMoment` reads.
 */
import CalendarIcon from '@mui/icons-material/CalendarToday';
import ClockIcon from '@mui/icons-material/Schedule';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type MomentKind, readMoment } from './moment.ts';

interface MomentInputProps {
  picker: MomentKind;
  value: string;
  /** every key as typed, and the one spelling once the box is left or something was picked */
  onChange(text: string): void;
  onFocus?(): void;
  onBlur?(): void;
  id?: string;
  /** shown above the box; without it `name` is its label */
  label?: string;
  name?: string;
  help?: string;
  suffix?: string | undefined;
  /** the spelling has seconds */
  seconds?: boolean;
  required?: boolean;
  readOnly?: boolean;
  fullWidth?: boolean;
  /** said by who keeps the value; without it the box says itself what it cannot read */
  invalid?: boolean;
  attributes?: ComponentProps<'input'>;
}

export function MomentInput(props: MomentInputProps) {
  const { picker, value, onChange, onFocus, onBlur, id, label, name = label ?? '', help, suffix, seconds = false, readOnly = false } = props;
  const translate = useTranslate();
  const box = useRef<HTMLInputElement>(null);
  const hidden = useRef<HTMLInputElement>(null);
  const [isTyping, setTyping] = useState(false);
  const spelled = readMoment(picker, value, seconds);
  const unread = props.invalid === undefined && spelled === undefined ? translate(`form.unread.${picker}`) : '';
  const isReported = unread !== '' && !isTyping;
  // A form around it is not sent with an unreadable value.
  useEffect(() => box.current?.setCustomValidity(unread), [unread]);
  const Icon = picker === 'time' ? ClockIcon : CalendarIcon;
  const openPicker = () => {
    const input = hidden.current;
    if (!input) return;
    input.value = spelled?.replace(' ', 'T') ?? '';
    try {
      input.showPicker();
    } catch {
      box.current?.focus(); // no picker in this browser: the box itself takes every value
    }
  };
  return (
    <TextField
      {...(id && { id })}
      {...(label && { label })}
      inputRef={box}
      fullWidth={props.fullWidth ?? false}
      required={props.required ?? false}
      value={value}
      error={props.invalid ?? isReported}
      helperText={isReported ? unread : help}
      placeholder={placeholders[picker] + (seconds && picker !== 'date' ? ':ss' : '')}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      onFocus={() => {
        setTyping(true);
        onFocus?.();
      }}
      onBlur={() => {
        setTyping(false);
        if (spelled !== undefined && spelled !== value && !readOnly) onChange(spelled);
        onBlur?.();
      }}
      sx={{ '& .MuiInputBase-input': { minWidth: picker === 'time' && seconds ? '8ch' : leastWidths[picker], fontVariantNumeric: 'tabular-nums' } }}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { inputMode: picker === 'datetime-local' ? undefined : 'numeric', spellCheck: false, readOnly, ...props.attributes },
        input: {
          endAdornment: (
            <InputAdornment position="end" sx={{ '& p': { fontSize: 'var(--size-small)' } }}>
              {suffix}
              {!readOnly && (
                <>
                  <input
                    ref={hidden}
                    type={picker}
                    step={picker === 'date' || !seconds ? undefined : 1}
                    tabIndex={-1}
                    aria-hidden="true"
                    style={{ position: 'absolute', right: 0, bottom: 0, width: 0, height: 0, border: 0, padding: 0, opacity: 0 }}
                    onChange={(event) => {
                      onChange(readMoment(picker, event.target.value, seconds) ?? '');
                      onBlur?.();
                    }}
                  />
                  <IconButton size="small" edge="end" tabIndex={-1} aria-label={translate('form.pick', { label: name })} onClick={openPicker}>
                    <Icon fontSize="inherit" />
                  </IconButton>
                </>
              )}
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

/** Of what is typed. */
const leastWidths: Record<MomentKind, string> = { date: '9ch', time: '5ch', 'datetime-local': '17ch' };

const placeholders: Record<MomentKind, string> = { date: 'YYYY-MM-DD', time: 'hh:mm', 'datetime-local': 'YYYY-MM-DD hh:mm' };
