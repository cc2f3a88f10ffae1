import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { JsonValue } from '#codegen/model.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';

/** JSON as text. What does not parse stays in the box, is said, and refuses the save. */
export default function JsonWidget(props: WidgetProps) {
  const { id, value, onChange, onBlur, onTrouble, readOnly, invalid } = props;
  const translate = useTranslate();
  const [text, setText] = useState<string>();
  const stored = value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
  const hand = (next: string): void => {
    setText(next);
    const parsed = parse(next);
    onTrouble(parsed.broken ? translate('form.json') : undefined);
    if (!parsed.broken) onChange(parsed.value);
  };
  return (
    <OutlinedInput
      id={id}
      fullWidth
      multiline
      size="small"
      minRows={4}
      maxRows={24}
      value={text ?? stored}
      error={invalid}
      readOnly={readOnly}
      onChange={(event) => hand(event.target.value)}
      onBlur={() => {
        if (text !== undefined && !parse(text).broken) setText(undefined);
        onBlur();
      }}
      inputProps={{ ...boxAttributes(props), spellCheck: false }}
      sx={{ '& textarea': { fontFamily: 'var(--mono)', fontSize: 12.5 } }}
    />
  );
}

function parse(text: string): { value: JsonValue; broken: boolean } {
  if (text.trim() === '') return { value: null, broken: false };
  try {
    return { value: JSON.parse(text) as JsonValue, broken: false }; // whatever JSON.parse gives is JSON
  } catch {
    return { value: null, broken: true };
  }
}
