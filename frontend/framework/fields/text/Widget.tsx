import OutlinedInput from '@mui/material/OutlinedInput';
import { textIn } from '#client/text.ts';
import { useFormFacts } from '../contract/form-facts.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { useTyped } from '../typing/use-typed.ts';

/** Several lines, growing with what is typed. */
export default function TextWidget(props: WidgetProps) {
  const { id, field, value, onChange, onBlur, readOnly, invalid } = props;
  const { lang } = useFormFacts();
  const box = useTyped(typeof value === 'string' ? value : '', { show: (text) => text, read: (text) => text }, onChange);
  return (
    <OutlinedInput
      id={id}
      fullWidth
      multiline
      size="small"
      minRows={field.ui.rows ?? 3}
      maxRows={18}
      value={box.text}
      error={invalid}
      readOnly={readOnly}
      placeholder={textIn(field.ui.placeholder, lang)}
      onChange={(event) => box.onInput(event.target.value)}
      onFocus={box.onFocus}
      onBlur={() => {
        box.onBlur();
        onBlur();
      }}
      inputProps={boxAttributes(props)}
    />
  );
}
