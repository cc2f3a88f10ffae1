import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';

/** Free words as chips: Enter or a comma ends one, leaving the field keeps the last; a list of numbers stays numbers. */
export default function TagsWidget(props: WidgetProps) {
  const { id, value, onChange, onBlur, readOnly, invalid } = props;
  const translate = useTranslate();
  const [text, setText] = useState('');
  const tags = (Array.isArray(value) ? value : []).map(String);
  const numeric = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number');
  const hand = (next: string[]) => {
    const words = [...new Set(next.flatMap((word) => word.split(/[,，、;；\n]/)).map((word) => word.trim()))].filter(Boolean);
    setText('');
    if (words.join('\n') !== tags.join('\n')) onChange(numeric ? words.map((word) => (Number.isFinite(Number(word)) ? Number(word) : word)) : words);
  };
  return (
    <Autocomplete
      id={id}
      multiple
      freeSolo
      size="small"
      options={[] as string[]}
      value={tags}
      inputValue={text}
      readOnly={readOnly}
      onInputChange={(_, next, reason) => {
        if (reason === 'reset') return;
        if (/[,，、;；\n]/.test(next)) hand([...tags, next]);
        else setText(next);
      }}
      onChange={(_, next) => hand(next)}
      onBlur={() => {
        if (text.trim()) hand([...tags, text]);
        onBlur();
      }}
      slotProps={{ chip: { size: 'small' } }}
      renderInput={(params) => (
        <TextField
          {...params}
          error={invalid}
          placeholder={tags.length === 0 && !readOnly ? translate('form.tags') : ''}
          slotProps={{ htmlInput: { ...params.inputProps, ...boxAttributes(props) } }}
        />
      )}
    />
  );
}
