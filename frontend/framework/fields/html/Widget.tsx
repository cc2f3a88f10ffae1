import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { useTyped } from '../typing/use-typed.ts';
import { SafeHtml } from './SafeHtml.tsx';

/** HTML as text, with a preview of what is left of it after cleaning. */
export default function HtmlWidget(props: WidgetProps) {
  const { id, label, field, value, onChange, onBlur, readOnly, invalid } = props;
  const translate = useTranslate();
  const [view, setView] = useState<'source' | 'preview'>('source');
  const box = useTyped(typeof value === 'string' ? value : '', { show: (text) => text, read: (text) => text }, onChange);
  return (
    <Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view}
        onChange={(_, next) => next && setView(next)}
        sx={{ mb: 0.5, '& button': { py: 0.25, textTransform: 'none' } }}
      >
        <ToggleButton value="source">HTML</ToggleButton>
        <ToggleButton value="preview">{translate('form.preview')}</ToggleButton>
      </ToggleButtonGroup>
      {view === 'preview' ? (
        <Box role="region" aria-label={label} sx={{ border: '1px solid var(--line)', borderRadius: 1, px: 2, py: 1, minHeight: 96 }}>
          <SafeHtml html={box.text} />
        </Box>
      ) : (
        <OutlinedInput
          id={id}
          fullWidth
          multiline
          size="small"
          minRows={field.ui.rows ?? 5}
          maxRows={24}
          value={box.text}
          error={invalid}
          readOnly={readOnly}
          onChange={(event) => box.onInput(event.target.value)}
          onFocus={box.onFocus}
          onBlur={() => {
            box.onBlur();
            onBlur();
          }}
          inputProps={{ ...boxAttributes(props), spellCheck: false }}
          sx={{ '& textarea': { fontFamily: 'var(--mono)', fontSize: 'var(--size-text)' } }}
        />
      )}
    </Box>
  );
}
