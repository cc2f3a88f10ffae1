import EditIcon from '@mui/icons-material/EditNote';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useContext, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { JsonValue } from '#codegen/model.ts';
import { unspelled } from '#fields/contract/path.ts';
import { CodeBox } from '#ui/code/CodeBox.tsx';
import type { CodeMark } from '#ui/code/editor.ts';
import { rangeOf, scanJson } from '#ui/code/json-text.ts';
import { keyOffers, valueOffers, wordsAt } from '#ui/code/offers.ts';
import { Soon } from '#ui/soon.tsx';
import { useFormFacts } from '../contract/form-facts.ts';
import { ShapeDialogContext } from '../contract/shape-dialog.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { useCodeWords } from './use-code-words.ts';

/**
 * JSON as text, in the code editor: what its schema says of it is marked at its place and offered as one types. Text that does not parse stays in the box, is
 * reported, and refuses the save. A value of a known shape can be filled in as a form too.
 */
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
  const words = useCodeWords();
  const { ruleAt } = useFormFacts();
  const spelled = path.join('/');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `spelled` is the path by value
  const rule = useMemo(() => ruleAt?.(path), [ruleAt, spelled]);
  const shown = text ?? stored;
  const said = JSON.stringify(problems);
  const marks = useMemo(() => marksOf(shown, JSON.parse(said), translate), [shown, said, translate]);
  const leave = () => {
    if (!isBroken) setText(undefined);
    onBlur();
  };
  const plain = (
    <OutlinedInput
      id={id}
      fullWidth
      multiline
      size="small"
      minRows={field.shape ? 1 : 4}
      maxRows={24}
      value={shown}
      error={invalid || inside.length > 0}
      readOnly={readOnly}
      onChange={(event) => hand(event.target.value)}
      onBlur={leave}
      inputProps={{ ...boxAttributes(props), spellCheck: false }}
      // As high as the editor that takes its place (code.css): nothing slides from under a finger.
      sx={{ padding: '5px 14px', '& textarea': { fontFamily: 'var(--mono)', fontSize: 'var(--size-text)', lineHeight: 1.55, maxHeight: 470 } }}
    />
  );
  return (
    <>
      {props.cell ? (
        plain
      ) : (
        <CodeBox
          id={id}
          text={shown}
          attributes={boxAttributes(props)}
          readOnly={readOnly}
          marks={marks}
          words={words}
          isInvalid={invalid || inside.length > 0}
          minLines={field.shape ? 1 : 4}
          onText={hand}
          onBlur={leave}
          plain={plain}
          {...(rule
            ? {
                offers: (place, present) =>
                  place.kind === 'key' ? keyOffers(rule.root, [...rule.path, ...place.path], present) : valueOffers(rule.root, [...rule.path, ...place.path]),
                wordsAt: (inner) => wordsAt(rule.root, [...rule.path, ...inner]),
              }
            : {})}
        />
      )}
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
        <Soon fallback={null}>
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
        </Soon>
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

/** Slips of the text, and what the validator says of places in the value ('0/link' → the sentence). */
function marksOf(text: string, problems: Record<string, string>, translate: (key: string, values?: Record<string, string>) => string): CodeMark[] {
  const scanned = scanJson(text);
  const slips = scanned.slips.map(
    ({ kind, from, to, key = '' }): CodeMark => ({
      from,
      to,
      severity: kind === 'twice' ? 'warning' : 'error',
      message: translate(kind === 'twice' ? 'form.code.twice' : 'form.json', { key }),
    }),
  );
  const wrong = Object.entries(problems).flatMap(([path, message]): CodeMark[] => {
    const spot = rangeOf(scanned, stepsOf(path, text));
    return spot ? [{ from: spot.keyFrom ?? spot.from, to: spot.keyTo ?? spot.to, severity: 'error', message }] : [];
  });
  return [...slips, ...wrong];
}

/** 'entries/0/link' → its steps, by what the text has there: a list's places are numbers. */
function stepsOf(path: string, text: string): (string | number)[] {
  let inside: JsonValue | undefined = parse(text).value;
  return unspelled(path).map((step) => {
    const isPlace = Array.isArray(inside);
    inside = typeof inside === 'object' && inside !== null ? (inside as Record<string, JsonValue>)[step] : undefined; // a list by its places
    return isPlace ? Number(step) : step;
  });
}
