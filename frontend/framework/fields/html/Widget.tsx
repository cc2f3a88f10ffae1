import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { RichBox } from '#ui/rich/RichBox.tsx';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { useTyped } from '../typing/use-typed.ts';
import { beyondEditor } from './beyond.ts';
import { SafeHtml } from './SafeHtml.tsx';

/** Formatted text as it will look, and as HTML. What only HTML can say stays HTML, with a preview of what is left of it after cleaning. */
export default function HtmlWidget(props: WidgetProps) {
  const { id, label, field, value, onChange, onBlur, readOnly, invalid } = props;
  const translate = useTranslate();
  const [isSource, setSource] = useState(false);
  const [isPreview, setPreview] = useState(false);
  const box = useTyped(typeof value === 'string' ? value : '', { show: (text) => text, read: (text) => text }, onChange);
  const beyond = useMemo(() => beyondEditor(box.text), [box.text]);
  const leave = () => {
    box.onBlur();
    onBlur();
  };
  const plain = (
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
      onBlur={leave}
      inputProps={{ ...boxAttributes(props), lang: undefined, spellCheck: false }}
      sx={{ '& textarea': { fontFamily: 'var(--mono)', fontSize: 'var(--size-text)' } }}
    />
  );
  const preview = (
    <Box role="region" aria-label={label} sx={{ border: '1px solid var(--line)', borderRadius: 1, px: 2, py: 1, minHeight: 96 }}>
      <SafeHtml html={box.text} />
    </Box>
  );
  const view = beyond.length > 0 ? (isPreview ? 'preview' : 'source') : isSource ? 'source' : 'text';
  return (
    <Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={view}
        onChange={(_, next) => {
          if (!next) return;
          setSource(next === 'source');
          setPreview(next === 'preview');
        }}
        sx={{ mb: 0.5, '& button': { py: 0.25, textTransform: 'none' } }}
      >
        {beyond.length === 0 && <ToggleButton value="text">{translate('form.rich.text')}</ToggleButton>}
        <ToggleButton value="source">HTML</ToggleButton>
        {beyond.length > 0 && <ToggleButton value="preview">{translate('form.preview')}</ToggleButton>}
      </ToggleButtonGroup>
      {view === 'text' && (
        <RichBox
          id={id}
          label={label}
          text={box.text}
          attributes={boxAttributes(props)}
          readOnly={readOnly}
          isInvalid={invalid}
          minLines={field.ui.rows ?? 5}
          onText={box.onInput}
          onFocus={box.onFocus}
          onBlur={leave}
          plain={plain}
          waiting={preview}
        />
      )}
      {view === 'source' && plain}
      {view === 'preview' && preview}
      {beyond.length > 0 && !readOnly && (
        <Box sx={{ mt: 0.5, color: 'text.secondary', fontSize: 'var(--size-small)', overflowWrap: 'anywhere' }}>
          {translate('form.rich.beyond', { what: beyond.join(' ') })}
        </Box>
      )}
    </Box>
  );
}
