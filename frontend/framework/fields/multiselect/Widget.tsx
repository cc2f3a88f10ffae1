import Autocomplete from '@mui/material/Autocomplete';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { useFormFacts } from '../contract/form-facts.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { type Choice, choiceKey, choicesOf, editionOf } from '../select/choices.ts';

/** Several of a closed list, as chips in the order they were chosen. */
export default function MultiselectWidget(props: WidgetProps) {
  const { id, field, value, options, onChange, onBlur, readOnly, invalid } = props;
  const { lang, row } = useFormFacts();
  const translate = useTranslate();
  const current = (Array.isArray(value) ? value : []).filter((item) => item !== null && typeof item !== 'object');
  const choices = choicesOf(field, lang, current, { values: options.values, edition: editionOf(row()) });
  const byValue = new Map(choices.map((choice) => [choice.value, choice]));
  const chosen = current.map((item) => byValue.get(item)).filter((choice): choice is Choice => choice !== undefined);
  if (field.ui.widget === 'checkboxes') {
    const toggle = (item: Choice['value'], on: boolean) => onChange(on ? [...current, item] : current.filter((other) => other !== item));
    return (
      <FormGroup row id={id} role="group" aria-labelledby={`${id}-label`} aria-describedby={props.describedBy} onBlur={onBlur}>
        {choices.map((choice) => (
          <FormControlLabel
            key={choiceKey(choice)}
            label={choice.label}
            disabled={readOnly}
            control={<Checkbox size="small" checked={chosen.includes(choice)} onChange={(_, on) => toggle(choice.value, on)} />}
          />
        ))}
      </FormGroup>
    );
  }
  return (
    <Autocomplete
      id={id}
      multiple
      size="small"
      autoHighlight
      disableCloseOnSelect
      filterSelectedOptions
      handleHomeEndKeys
      options={choices}
      value={chosen}
      readOnly={readOnly}
      isOptionEqualToValue={(a, b) => a.value === b.value}
      getOptionKey={(choice) => choiceKey(choice)}
      noOptionsText={translate('form.nooptions')}
      onChange={(_, next) => onChange(next.map((choice) => choice.value))}
      onBlur={onBlur}
      slotProps={{ chip: { size: 'small' } }}
      renderInput={(params) => (
        <TextField
          {...params}
          error={invalid}
          placeholder={chosen.length === 0 && !readOnly ? translate('form.choose') : ''}
          slotProps={{ htmlInput: { ...params.inputProps, ...boxAttributes(props) } }}
        />
      )}
    />
  );
}
