import { useMemo } from 'react';
import type { Lang } from '#codegen/model.ts';
import { joinPhone, phoneCountries, prefixOf, splitPhone } from '#rules/values/phone.ts';
import { language } from '#rules/words/language.ts';
import { GroupFrame } from './Frame.tsx';
import { aria, type FieldProps, idOf } from './field.ts';

/** Country code and number, stored as 'TW,+886912345678' (V38, B02). */
export default function PhoneInput(props: FieldProps) {
  const { path, value, lang, t, onChange, onLeave } = props;
  const phone = splitPhone(typeof value === 'string' ? value : '');
  const countries = useMemo(() => namedCountries(lang), [lang]);
  return (
    <GroupFrame of={props}>
      <div className="enrol-phone">
        <select
          className="ui-box"
          aria-label={t.form.prefix}
          value={phone.country}
          onChange={(event) => onChange(joinPhone({ ...phone, country: event.target.value }))}
          onBlur={onLeave}
        >
          {countries.map(([code, name]) => (
            <option key={code} value={code}>
              {name} +{prefixOf(code)}
            </option>
          ))}
        </select>
        <input
          className="ui-box"
          id={idOf(path)}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          aria-label={t.form.number}
          value={phone.number}
          maxLength={24}
          onChange={(event) => onChange(joinPhone({ ...phone, number: event.target.value }))}
          onBlur={onLeave}
          {...aria(props)}
        />
      </div>
    </GroupFrame>
  );
}

/** Taiwan first, the others by name. The browser knows the names of countries; where it does not, the code is shown. */
function namedCountries(lang: Lang): [string, string][] {
  const names = new Intl.DisplayNames(language[lang].locale, { type: 'region' });
  const [first = 'TW', ...rest] = phoneCountries;
  const named = rest.map((code): [string, string] => [code, names.of(code) ?? code]);
  return [[first, names.of(first) ?? first], ...named.sort((a, b) => a[1].localeCompare(b[1], language[lang].locale))];
}
