import Autocomplete from '@mui/material/Autocomplete';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Select from '@mui/material/Select';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import type { FieldModel } from '#codegen/model.ts';
import { emptyOf } from '#rules/records/record.ts';
import { useFormFacts } from '../contract/form-facts.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { type Choice, choiceKey, choicesOf, editionOf } from './choices.ts';

/** More options than this are easier typed at than looked through. */
const longList = 12;

export default function SelectWidget(props: WidgetProps) {
  const { field, value, options } = props;
  const { lang, row } = useFormFacts();
  const translate = useTranslate();
  const unset = nothingOf(field);
  const current = value === undefined || typeof value === 'object' ? unset : value;
  const offering = options.offered ? { ...field, options: [...options.offered] } : field;
  const known = choicesOf(offering, lang, current === null ? [] : [current], { values: options.values, edition: editionOf(row()) });
  const choices =
    options.closed || known.some((choice) => choice.value === unset) ? known : [{ value: unset, label: translate('form.none'), unset: true }, ...known];
  if (field.ui.widget === 'radio') return <Radios {...props} choices={choices} current={current} />;
  // In a grid the arrows go from line to line, and a letter with Enter chooses.
  return choices.length > longList || props.cell ? (
    <LongSelect {...props} choices={choices} current={current} />
  ) : (
    <ShortSelect {...props} choices={choices} current={current} />
  );
}

/** The value that is no choice: '-' or null. */
function nothingOf(field: FieldModel): Choice['value'] {
  const empty = emptyOf(field);
  return typeof empty === 'object' ? null : empty;
}

interface Chosen extends WidgetProps {
  choices: Choice[];
  current: string | number | boolean | null;
}

function ShortSelect(props: Chosen) {
  const { id, choices, current, onChange, onBlur, readOnly, invalid, cell, label } = props;
  return (
    <Select
      id={id}
      fullWidth
      size="small"
      value={choiceKey({ value: current })}
      error={invalid}
      readOnly={readOnly}
      labelId={cell ? undefined : `${id}-label`}
      onChange={(event) => onChange(choices.find((choice) => choiceKey(choice) === event.target.value)?.value ?? null)}
      onBlur={onBlur}
      SelectDisplayProps={{
        ...boxAttributes(props),
        'aria-readonly': readOnly || undefined,
        'aria-labelledby': cell ? undefined : `${id}-label ${id}`,
        ...(cell && { 'aria-label': label }),
      }}
      inputProps={{ 'aria-hidden': true }}
    >
      {choices.map((choice) => (
        <MenuItem key={choiceKey(choice)} value={choiceKey(choice)} dense sx={choice.unset ? { color: 'text.secondary' } : {}}>
          {choice.label}
        </MenuItem>
      ))}
    </Select>
  );
}

function LongSelect(props: Chosen) {
  const { id, choices, current, field, onChange, onBlur, readOnly, invalid } = props;
  const translate = useTranslate();
  const unset = nothingOf(field);
  const chosen = choices.find((choice) => choice.value === current) ?? null;
  return (
    <Autocomplete
      id={id}
      size="small"
      autoHighlight
      handleHomeEndKeys
      options={choices.filter((choice) => !choice.unset)}
      value={chosen?.unset ? null : chosen}
      readOnly={readOnly}
      isOptionEqualToValue={(a, b) => a.value === b.value}
      getOptionKey={(choice) => choiceKey(choice)}
      noOptionsText={translate('form.nooptions')}
      onChange={(_, choice) => onChange(choice?.value ?? unset)}
      onBlur={onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          error={invalid}
          placeholder={translate('form.none')}
          slotProps={{ htmlInput: { ...params.inputProps, ...boxAttributes(props), 'aria-readonly': readOnly || undefined } }}
        />
      )}
    />
  );
}

function Radios(props: Chosen) {
  const { id, choices, current, field, onChange, onBlur, readOnly } = props;
  const byText = new Map(choices.map((choice) => [String(choiceKey(choice)), choice.value]));
  const shown = props.required ? choices.filter((choice) => !choice.unset || current === nothingOf(field)) : choices;
  return (
    <RadioGroup
      row
      id={id}
      {...boxAttributes(props)}
      value={String(choiceKey({ value: current }))}
      onChange={(_, text) => onChange(byText.get(text) ?? null)}
      onBlur={onBlur}
    >
      {shown.map((choice) => (
        <FormControlLabel key={choiceKey(choice)} value={String(choiceKey(choice))} label={choice.label} disabled={readOnly} control={<Radio size="small" />} />
      ))}
    </RadioGroup>
  );
}
