import EditIcon from '@mui/icons-material/EditNote';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Suspense, useContext, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { JsonValue } from '#codegen/model.ts';
import { ShapeDialogContext } from '../contract/shape-dialog.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';

/** JSON as text. Text that does not parse stays in the box, is reported, and refuses the save. A value of a known shape can be filled in as a form too. */
export default function JsonWidget(props: WidgetProps) {
  const { id, field, label, path, value, problems, onChange, onBlur, onTrouble, readOnly, invalid } = props;
  const translate = useTranslate();
  const ShapeDialog = useContext(ShapeDialogContext);
  const [text, setText] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const empty = field.shape ? (field.shape.many ? [] : {}) : null;
  const isEmpty = value === undefined || value === null || (field.shape !== undefined && typeof value === 'object' && Object.keys(value).length === 0);
  const stored = isEmpty ? '' : JSON.stringify(value, null, 2);
  const isBroken = text !== undefined && parse(text).broken;
  const inside = Object.values(problems);
  const hand = (next: string): void => {
    setText(next);
    const parsed = parse(next);
    onTrouble(parsed.broken ? translate('form.json') : undefined);
    if (!parsed.broken) onChange(parsed.value ?? empty);
  };
  const fillIn = translate(readOnly ? 'form.shape.look' : 'form.shape.fill');
  return (
    <>
      <OutlinedInput
        id={id}
        fullWidth
        multiline
        size="small"
        minRows={field.shape ? 1 : 4}
        maxRows={field.shape ? 8 : 24}
        value={text ?? stored}
        error={invalid || inside.length > 0}
        readOnly={readOnly}
        onChange={(event) => hand(event.target.value)}
        onBlur={() => {
          if (!isBroken) setText(undefined);
          onBlur();
        }}
        inputProps={{ ...boxAttributes(props), spellCheck: false }}
        sx={{ '& textarea': { fontFamily: 'var(--mono)', fontSize: 'var(--size-text)' } }}
      />
      {inside.length > 0 && (
        <Box aria-live="polite" sx={{ color: 'error.main', fontSize: 'var(--size-text)', lineHeight: 1.5, overflowWrap: 'anywhere' }}>
          {inside.join(' ')}
        </Box>
      )}
      {field.shape && ShapeDialog && (
        <Button
          size="small"
          startIcon={<EditIcon />}
          sx={{ mt: 0.5 }}
          disabled={isBroken}
          aria-haspopup="dialog"
          aria-label={`${fillIn} ${label}`}
          onClick={() => setOpen(true)}
        >
          {fillIn}
        </Button>
      )}
      {isOpen && ShapeDialog && (
        <Suspense fallback={null}>
          <ShapeDialog
            id={id}
            field={field}
            label={label}
            value={value}
            path={path}
            readOnly={readOnly}
            onClose={() => setOpen(false)}
            onDone={(next) => {
              setOpen(false);
              setText(undefined);
              onTrouble(undefined);
              onChange(next);
              onBlur();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function parse(text: string): { value: JsonValue; broken: boolean } {
  if (text.trim() === '') return { value: null, broken: false };
  try {
    return { value: JSON.parse(text) as JsonValue, broken: false }; // the result of JSON.parse is JSON
  } catch {
    return { value: null, broken: true };
  }
}
