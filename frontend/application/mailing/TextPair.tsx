/** One text in both languages side by side, with the placeholders that it can use. A click inserts one at the cursor. */

import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { MailText, Placeholder, TemplateText } from '#application/mailing/rules/mail-template.ts';
import { useLanguage, useWords } from '#client/language.tsx';
import type { Lang } from '#codegen/model.ts';
import { language } from '#rules/words/language.ts';
import type { Problem } from '#rules/words/problem.ts';
import type { TextKey } from './calls.ts';

interface TextPairProps {
  text: TemplateText;
  onChange: (text: TemplateText) => void;
  placeholders: readonly Placeholder[];
  problems: readonly Problem[];
  /** shown in grey while the box is empty */
  standard?: Record<Lang, MailText>;
  readOnly?: boolean;
}

const sides: { lang: Lang; subject: TextKey; body: TextKey }[] = [
  { lang: 'tw', subject: 'subjectTw', body: 'bodyTw' },
  { lang: 'en', subject: 'subjectEn', body: 'bodyEn' },
];

export function TextPair({ text, onChange, placeholders, problems, standard, readOnly = false }: TextPairProps) {
  const translate = useTranslate();
  const words = useWords();
  const boxes = useRef<Partial<Record<TextKey, HTMLInputElement | HTMLTextAreaElement | null>>>({});
  const [last, setLast] = useState<TextKey>('bodyTw');
  const error = (key: TextKey, label: string) =>
    problems
      .filter(({ path }) => path === key || path.endsWith(`/${key}`))
      .map(({ code, values }) => words(code, { label, ...values }))
      .join('\n');
  const insert = (name: string) => {
    const box = boxes.current[last];
    const [from, to] = [box?.selectionStart ?? text[last].length, box?.selectionEnd ?? text[last].length];
    const put = `{${name}}`;
    onChange({ ...text, [last]: text[last].slice(0, from) + put + text[last].slice(to) });
    requestAnimationFrame(() => {
      box?.focus();
      box?.setSelectionRange(from + put.length, from + put.length);
    });
  };
  const field = (key: TextKey, lang: Lang, part: 'subject' | 'body') => {
    const label = translate(`deskmails.${part}_${lang}`);
    const problem = error(key, label);
    return (
      <TextField
        label={label}
        value={text[key]}
        multiline={part === 'body'}
        minRows={part === 'body' ? 11 : 1}
        maxRows={part === 'body' ? 26 : 1}
        placeholder={standard?.[lang][part] ?? ''}
        error={problem !== ''}
        helperText={problem}
        onFocus={() => setLast(key)}
        onChange={(event) => onChange({ ...text, [key]: event.target.value })}
        inputRef={(box: HTMLInputElement | HTMLTextAreaElement | null) => {
          boxes.current[key] = box;
        }}
        slotProps={{
          htmlInput: { readOnly, maxLength: part === 'body' ? 8_000 : 200, lang: language[lang].html },
          inputLabel: { shrink: true },
        }}
      />
    );
  };
  return (
    <div className="textpair">
      <div className="textpair-sides">
        {sides.map(({ lang, subject, body }) => (
          <div key={lang} className="textpair-side">
            {field(subject, lang, 'subject')}
            {field(body, lang, 'body')}
          </div>
        ))}
      </div>
      {!readOnly && <Placeholders placeholders={placeholders} onInsert={insert} />}
    </div>
  );
}

function Placeholders({ placeholders, onInsert }: { placeholders: readonly Placeholder[]; onInsert: (name: string) => void }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  return (
    <section className="placeholders" aria-label={translate('deskmails.placeholders')}>
      <h3>{translate('deskmails.placeholders')}</h3>
      <p className="soft">{translate('deskmails.placeholders_help')}</p>
      <ul>
        {placeholders.map(({ name, about, sample }) => (
          <li key={name}>
            <Button
              variant="outlined"
              aria-label={translate('deskmails.insert', { name: `{${name}}`, about: about[lang] })}
              // Prevents the click from taking the focus away, so that the box keeps its cursor.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onInsert(name)}
            >{`{${name}}`}</Button>
            <span>
              {about[lang]}
              <small className="soft">{translate('deskmails.sample', { sample: sample[lang] })}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
