import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslate } from 'react-admin';
import { isColour } from '#rules/look/colour.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { useTyped } from '../typing/use-typed.ts';
import './color.css';

/** What the palette starts from. */
const unset = `#${'80'.repeat(3)}`;
/** How it is written. */
const pattern = '#rrggbb';

/** A colour, written as #rrggbb or taken from the browser's own palette (x-ui: color). */
export default function ColorWidget(props: WidgetProps) {
  const { id, value, onChange, onBlur, readOnly, invalid } = props;
  const translate = useTranslate();
  const current = typeof value === 'string' ? value : '';
  const box = useTyped(current, { show: (text) => text, read: (text) => text.trim() }, onChange);
  return (
    <OutlinedInput
      id={id}
      fullWidth
      size="small"
      value={box.text}
      error={invalid}
      readOnly={readOnly}
      placeholder={pattern}
      autoComplete="off"
      onChange={(event) => box.onInput(event.target.value)}
      onFocus={box.onFocus}
      onBlur={() => {
        box.onBlur();
        onBlur();
      }}
      inputProps={{ ...boxAttributes(props), spellCheck: false }}
      startAdornment={
        <InputAdornment position="start">
          <input
            type="color"
            className="color-choice"
            aria-label={translate('form.color')}
            disabled={readOnly}
            data-empty={isColour(box.text) ? undefined : ''}
            value={isColour(box.text) ? box.text : unset}
            onChange={(event) => box.onInput(event.target.value)}
            onBlur={onBlur}
          />
        </InputAdornment>
      }
    />
  );
}
