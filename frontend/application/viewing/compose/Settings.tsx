/** Title, introduction, window, access and protection of one language, with the other language's title and introduction beside them. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { type ReactNode, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { otherLang } from '#application/viewing/rules/page-address.ts';
import { useLanguage, useText } from '#client/language.tsx';
import type { FieldModel, JsonValue, ObjectModel } from '#codegen/model.ts';
import { type FormFacts, FormFactsContext } from '#fields/contract/form-facts.ts';
import { Pending } from '#fields/contract/pending.ts';
import type { WidgetProps } from '#fields/contract/widget.ts';
import DatetimeWidget from '#fields/datetime/Widget.tsx';
import { SafeHtml } from '#fields/html/SafeHtml.tsx';
import HtmlWidget from '#fields/html/Widget.tsx';
import type { PageTabProps } from '../page-tab.ts';
import { type ComposerState, rowOf } from './use-composer.ts';

interface SettingsProps extends PageTabProps {
  model: ObjectModel;
  state: ComposerState;
  may: boolean;
}

export function Settings({ name, facts, model, state, may }: SettingsProps) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const { draft, change, problems } = state;
  const field = (wanted: string) => model.fields.find((one) => one.name === wanted)!; // from the schema
  const other = facts.pages[otherLang(name.lang)];
  // The widgets of the generic form expect these from their form.
  const form = useMemo<FormFacts>(
    () => ({
      model,
      lang,
      mode: 'edit',
      pending: new Pending(),
      row: () => rowOf(draft),
      leave: () => undefined,
      change: () => undefined,
      trouble: () => undefined,
      object: model.name,
      ids: 'vpman',
      errorsAt: () => [],
      unsaved: () => undefined,
    }),
    [model, lang, draft],
  );
  const asked = draft.access === 'password';
  return (
    <FormFactsContext value={form}>
      <section className="panel vpman-settings" aria-labelledby="vpman-page">
        <h2 id="vpman-page">{translate('vpman.settings')}</h2>
        <Labelled field={field('title')} problem={problems.title} required>
          <TextField
            id="vpman-title"
            fullWidth
            size="small"
            value={draft.title}
            error={problems.title !== undefined}
            onChange={(event) => change({ title: event.target.value })}
            slotProps={{
              htmlInput: {
                maxLength: 200,
                readOnly: !may,
                'aria-labelledby': 'vpman-title-label',
                'aria-describedby': 'vpman-title-problem',
                'aria-required': true,
              },
            }}
          />
          {other && <p className="vpman-other">{translate('vpman.inother', { text: String(other.title ?? '') || '–' })}</p>}
        </Labelled>
        <Labelled field={field('intro')} problem={problems.intro}>
          <HtmlWidget
            {...widget(field('intro'), draft.intro, (value) => change({ intro: String(value) }))}
            label={text(field('intro').label)}
            readOnly={!may}
          />
          {other && typeof other.intro === 'string' && other.intro !== '' && (
            <details className="vpman-other">
              <summary>{translate('vpman.introother')}</summary>
              <SafeHtml html={other.intro} />
            </details>
          )}
        </Labelled>
        <div className="vpman-row">
          {(['start', 'end'] as const).map((edge) => (
            <Labelled key={edge} field={field(edge)} problem={problems[edge]}>
              <DatetimeWidget
                {...widget(field(edge), draft[edge], (value) => change({ [edge]: String(value) }))}
                label={text(field(edge).label)}
                readOnly={!may}
              />
            </Labelled>
          ))}
        </div>
        <div className="vpman-row">
          <Labelled field={field('access')} problem={problems.access}>
            <Choice field={field('access')} value={draft.access} may={may} onChange={(access) => change({ access })} />
            <p className="vpman-other">{translate(`vpman.access_help.${draft.access}`)}</p>
          </Labelled>
          {asked && (
            <Labelled field={field('pw')} problem={problems.pw}>
              <TextField
                id="vpman-pw"
                type="password"
                fullWidth
                size="small"
                autoComplete="new-password"
                value={draft.pw}
                error={problems.pw !== undefined}
                onChange={(event) => change({ pw: event.target.value })}
                placeholder={facts.hasPassword[name.lang] ? translate('vpman.pw_kept') : ''}
                slotProps={{ htmlInput: { readOnly: !may, maxLength: 128, 'aria-labelledby': 'vpman-pw-label' } }}
              />
              {!facts.hasPassword[name.lang] && !draft.pw && <p className="vpman-warn">{translate('vpman.pw_none')}</p>}
            </Labelled>
          )}
        </div>
        <div className="vpman-row">
          {(['protect', 'enabled'] as const).map((flag) => (
            <FormControlLabel
              key={flag}
              disabled={!may}
              control={<Checkbox checked={draft[flag]} onChange={(event) => change({ [flag]: event.target.checked })} />}
              label={
                <>
                  {text(field(flag).label)} <span className="soft">{translate(`vpman.${flag}_help`)}</span>
                </>
              }
            />
          ))}
        </div>
        {draft.protect && (
          <div className="vpman-row">
            <Labelled field={field('mark')} problem={problems.mark}>
              <Choice field={field('mark')} value={draft.mark} may={may} onChange={(mark) => change({ mark })} />
            </Labelled>
          </div>
        )}
      </section>
    </FormFactsContext>
  );
}

/** One of a field's options. */
function Choice({ field, value, may, onChange }: { field: FieldModel; value: string; may: boolean; onChange: (value: string) => void }) {
  const text = useText();
  return (
    <TextField
      id={`vpman-${field.name}`}
      select
      fullWidth
      size="small"
      value={value}
      disabled={!may}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { native: true }, htmlInput: { 'aria-labelledby': `vpman-${field.name}-label` } }}
    >
      {(field.options ?? []).map((option) => (
        <option key={String(option.value)} value={String(option.value)}>
          {text(option.label)}
        </option>
      ))}
    </TextField>
  );
}

function Labelled({ field, problem, required = false, children }: { field: FieldModel; problem: string | undefined; required?: boolean; children: ReactNode }) {
  const text = useText();
  return (
    <div className="vpman-field">
      <label id={`vpman-${field.name}-label`} htmlFor={`vpman-${field.name}`}>
        {text(field.label)}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      {children}
      <div id={`vpman-${field.name}-problem`} aria-live="polite" className="vpman-problem">
        {problem}
      </div>
    </div>
  );
}

/** The properties that a widget of the generic form needs outside of one. */
function widget(field: FieldModel, value: JsonValue, onChange: (value: JsonValue) => void): WidgetProps {
  return {
    ...{ id: `vpman-${field.name}`, field, label: field.name, value, path: [field.name], problems: {}, onChange },
    options: { path: field.name, width: 'full', required: false },
    ...{ onChangeMany: () => undefined, onBlur: () => undefined, onTrouble: () => undefined },
    ...{ readOnly: false, required: false, invalid: false, describedBy: `vpman-${field.name}-problem`, cell: false },
  };
}
