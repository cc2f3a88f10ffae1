import { useState } from 'react';
import type { ApplicantFacts } from '#application/site/wire.ts';
import { joinPhone, phoneCountries, prefixOf, splitPhone } from '#rules/values/phone.ts';
import { chain, language, languages } from '#rules/words/language.ts';
import { ApiError, call } from '../call.ts';
import { pageLang } from '../facts.ts';
import { Button, type Choice, Notice, SelectField, TextField } from '../ui/index.ts';
import { useAccountTexts } from './texts.ts';
import { useForm } from './use-form.ts';
import { useMe } from './use-me.ts';

type Values = Record<'name' | 'phone' | 'rcountry' | 'rcity' | 'line' | 'wechat' | 'lang', string>;

/** The contact data with which the organisers reach the applicant. */
export function ProfileForm({ me }: { me: ApplicantFacts }) {
  const texts = useAccountTexts();
  const { take } = useMe('applicant');
  const [stored, setStored] = useState(() => valuesOf(me));
  const [values, setValues] = useState(stored);
  const [said, setSaid] = useState<'saved' | 'nochange' | 'changed'>();
  const form = useForm(
    texts,
    async () => {
      const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== stored[name as keyof Values])); // its own keys
      if (!Object.keys(changed).length) return setSaid('nochange');
      const saved = await call('PUT /api/site/applicant/profile', { body: { ...changed, ver: me.ver } });
      take(saved);
      setStored(valuesOf(saved));
      setValues(valuesOf(saved));
      setSaid('saved');
    },
    () => {
      setSaid(undefined);
      return undefined;
    },
    (error) => {
      if (!(error instanceof ApiError) || error.code !== 'msg.datamodi') return false;
      // Fields that were edited here stay; the others take the values that another device saved.
      const theirs = error.data as ApplicantFacts; // the server's present facts
      const next = valuesOf(theirs);
      setValues(
        (mine) =>
          Object.fromEntries(
            Object.entries(next).map(([name, value]) => [
              name,
              mine[name as keyof Values] === stored[name as keyof Values] ? value : mine[name as keyof Values],
            ]),
          ) as Values,
      ); // the keys of next
      setStored(next);
      take(theirs);
      setSaid('changed');
      return true;
    },
  );
  const field = (name: keyof Values) => ({
    value: values[name],
    error: form.wrong[name],
    onChange: (value: string) => {
      setValues((now) => ({ ...now, [name]: value }));
      setSaid(undefined);
      form.mend(name);
    },
  });
  const phone = splitPhone(values.phone);
  const setPhone = field('phone').onChange;
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <p className="account-lead">{texts.profile.lead}</p>
      {form.wrong.form && <Notice tone="bad">{form.wrong.form}</Notice>}
      <TextField {...field('name')} label={texts.field.name} name="name" autoComplete="name" maxLength={100} />
      <div className="account-phone">
        <SelectField
          label={texts.field.prefix}
          autoComplete="tel-country-code"
          value={phone.country}
          onChange={(chosen) => setPhone(joinPhone({ ...phone, country: chosen }))}
          choices={prefixChoices()}
        />
        <TextField
          label={texts.field.number}
          name="tel"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={24}
          value={phone.number}
          error={form.wrong.phone}
          onChange={(number) => setPhone(joinPhone({ ...phone, number }))}
        />
      </div>
      <SelectField {...field('rcountry')} label={texts.field.rcountry} autoComplete="country" choices={countryChoices()} />
      <TextField {...field('rcity')} label={texts.field.rcity} name="city" autoComplete="address-level2" maxLength={100} />
      <TextField {...field('line')} label={texts.field.line} name="line" autoComplete="off" spellCheck={false} maxLength={100} optional />
      <TextField {...field('wechat')} label={texts.field.wechat} name="wechat" autoComplete="off" spellCheck={false} maxLength={100} optional />
      <SelectField {...field('lang')} label={texts.field.lang} choices={languages.map((value) => ({ value, label: language[value].name }))} />
      {said && <Notice tone={said === 'saved' ? 'good' : said === 'changed' ? 'warn' : 'info'}>{texts.profile[said]}</Notice>}
      <Button type="submit" look="solid" wide busy={form.isBusy}>
        {texts.profile.save}
      </Button>
    </form>
  );
}

function valuesOf({ profile, lang }: ApplicantFacts): Values {
  return { ...profile, lang };
}

const countries = import.meta.glob<Record<string, string>>('../../../../locales/*/codes.json', { eager: true, import: 'country' });
const names = () => chain[pageLang()].map((lang) => countries[`../../../../locales/${lang}/codes.json`]).find(Boolean) ?? {};

/** The country codes in the order of the schema: the nearest countries first. */
function countryChoices(): Choice[] {
  return Object.entries(names()).map(([value, label]) => ({ value, label }));
}

function prefixChoices(): Choice[] {
  const known = names();
  return phoneCountries.map((value) => ({ value, label: `+${prefixOf(value)} ${known[value] ?? value}` }));
}
