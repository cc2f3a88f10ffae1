import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { flushSync } from 'react-dom';
import type { JsonValue } from '#codegen/model.ts';
import { isPercent } from '#rules/records/record.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { useTyped } from '../typing/use-typed.ts';
import { boxOf } from './decimal.ts';

/**
 * A number as text: exact while it is typed, grouped by thousands when it is left. `scale` fills the decimals of a decimal;
 * plain counts such as a year stand ungrouped.
 */
export default function NumberWidget(props: WidgetProps & { scale?: number; grouped?: boolean }) {
  const { id, field, value, onChange, onBlur, readOnly, invalid, scale, grouped = true } = props;
  const box = useTyped<JsonValue>(value ?? null, boxOf(field, scale, grouped), onChange);
  const { prefix, suffix = isPercent(field) ? '%' : undefined } = field.ui;
  return (
    <OutlinedInput
      id={id}
      fullWidth
      size="small"
      value={box.text}
      error={invalid}
      readOnly={readOnly}
      autoComplete="off"
      onChange={(event) => box.onInput(event.target.value)}
      onFocus={(event) => {
        // The grouping goes at once, and the value is selected: typing replaces it when tabbing along the fields.
        flushSync(box.onFocus);
        event.target.select();
      }}
      onBlur={() => {
        box.onBlur();
        onBlur();
      }}
      inputProps={{ ...boxAttributes(props), inputMode: scale === 0 ? 'numeric' : 'decimal' }}
      // '12.34' beside its sign in the narrowest cell
      sx={{ ...(isPercent(field) && { minWidth: 104 }), '& input': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
      startAdornment={prefix && <InputAdornment position="start">{prefix}</InputAdornment>}
      endAdornment={suffix && <InputAdornment position="end">{suffix}</InputAdornment>}
    />
  );
}
