import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslate } from 'react-admin';
import { textIn } from '#client/text.ts';
import { useFormFacts } from '../contract/form-facts.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { useTyped } from '../typing/use-typed.ts';

const inputTypes: Record<string, string> = { email: 'email', telephone: 'tel' };
const inputModes: Record<string, 'url' | 'numeric'> = { uri: 'url', url: 'url', digits: 'numeric' };

/** One line of text; an address of the web can be opened. */
export default function StringWidget(props: WidgetProps) {
  const { id, field, value, onChange, onBlur, readOnly, invalid } = props;
  const { lang } = useFormFacts();
  const translate = useTranslate();
  const current = typeof value === 'string' ? value : String(value ?? '');
  const box = useTyped(current, { show: (text) => text, read: (text) => text }, onChange);
  const link = isLink(field.format) ? openable(current) : undefined;
  const { prefix, suffix, placeholder } = field.ui;
  return (
    <OutlinedInput
      id={id}
      fullWidth
      size="small"
      type={inputTypes[field.format ?? ''] ?? 'text'}
      value={box.text}
      error={invalid}
      readOnly={readOnly}
      placeholder={textIn(placeholder, lang)}
      autoComplete="off"
      onChange={(event) => box.onInput(event.target.value)}
      onFocus={box.onFocus}
      onBlur={() => {
        if (box.text !== box.text.trim()) box.onInput(box.text.trim());
        box.onBlur();
        onBlur();
      }}
      inputProps={{ ...boxAttributes(props), inputMode: inputModes[field.format ?? ''], spellCheck: field.format ? false : undefined }}
      startAdornment={prefix && <InputAdornment position="start">{prefix}</InputAdornment>}
      endAdornment={
        link ? (
          <InputAdornment position="end">
            <IconButton size="small" edge="end" href={link} target="_blank" rel="noopener noreferrer" aria-label={translate('form.open')}>
              <OpenInNewIcon fontSize="inherit" />
            </IconButton>
          </InputAdornment>
        ) : (
          suffix && <InputAdornment position="end">{suffix}</InputAdornment>
        )
      }
    />
  );
}

const isLink = (format: string | undefined): boolean => format === 'uri' || format === 'url' || format === 'uri-reference';

/** Only http, https and our own files are ever opened (safety 11). */
function openable(text: string): string | undefined {
  return /^(https?:\/\/|\/get\/files)/i.test(text) ? text : undefined;
}
