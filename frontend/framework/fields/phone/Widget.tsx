import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { joinPhone, phoneCountries, prefixOf, splitPhone } from '#rules/values/phone.ts';
import { language } from '#rules/words/language.ts';
import { useFormFacts } from '../contract/form-facts.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { useTyped } from '../typing/use-typed.ts';

/** Country and number side by side, stored as one text: 'TW,+886912345678'. */
export default function PhoneWidget(props: WidgetProps) {
  const { id, value, field, onChange, onBlur, readOnly, invalid } = props;
  const { lang } = useFormFacts();
  const translate = useTranslate();
  const names = useMemo(() => new Intl.DisplayNames([language[lang].html], { type: 'region' }), [lang]);
  const fallback = splitPhone(typeof field.default === 'string' ? field.default : '').country;
  const stored = typeof value === 'string' ? value : '';
  const { country } = splitPhone(stored, fallback);
  const box = useTyped(stored, { show: (text) => splitPhone(text, fallback).number, read: (number) => joinPhone({ country, number }) }, onChange);
  const countries = phoneCountries.includes(country) ? phoneCountries : [country, ...phoneCountries];
  return (
    <Stack direction="row" spacing={0.5}>
      <Autocomplete
        size="small"
        disableClearable
        autoHighlight
        sx={{ width: 132, flexShrink: 0 }}
        slotProps={{ popper: { sx: { minWidth: 240 }, placement: 'bottom-start' } }}
        options={countries}
        value={country}
        readOnly={readOnly}
        getOptionLabel={(code) => `${code} +${prefixOf(code)}`}
        renderOption={({ key, ...attributes }, code) => (
          <Box component="li" key={key} {...attributes} sx={{ display: 'flex', gap: 1, justifyContent: 'space-between !important' }}>
            <span>{names.of(code) ?? code}</span>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {code} +{prefixOf(code)}
            </Box>
          </Box>
        )}
        filterOptions={(all, { inputValue }) => {
          const text = inputValue.trim().toLowerCase();
          return all.filter((code) => `${code} +${prefixOf(code)} ${names.of(code) ?? ''}`.toLowerCase().includes(text));
        }}
        noOptionsText={translate('form.nooptions')}
        onChange={(_, code) => onChange(joinPhone({ country: code, number: splitPhone(stored, fallback).number }))}
        onBlur={onBlur}
        renderInput={(params) => (
          <TextField {...params} slotProps={{ htmlInput: { ...params.inputProps, 'aria-label': `${props.label} ${translate('form.phone.country')}` } }} />
        )}
      />
      <OutlinedInput
        id={id}
        fullWidth
        size="small"
        type="tel"
        value={box.text}
        error={invalid}
        readOnly={readOnly}
        autoComplete="off"
        onChange={(event) => box.onInput(event.target.value)}
        onFocus={box.onFocus}
        onBlur={() => {
          box.onBlur();
          onBlur();
        }}
        inputProps={{ ...boxAttributes(props), inputMode: 'tel' }}
      />
    </Stack>
  );
}
