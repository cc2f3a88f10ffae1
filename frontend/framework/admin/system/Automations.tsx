/** Automations (x-on): what there is, a rehearsal on a row, and the log of what was done (decision 080). */
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage, useText, useWords } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useObjects } from '#client/objects.tsx';
import { sayClockwork } from '#client/say-clockwork.ts';
import { showInstant } from '#fields/show.ts';
import type { Rehearsal, ShownAutomation } from '#framework/automations/wire.ts';
import { labelled, language } from '#rules/words/language.ts';
import { Section, Table } from './Section.tsx';
import { useOperation, usePanel } from './use-panel.ts';

const states = ['waiting', 'done', 'failed', 'stopped'] as const;
const colors = { waiting: 'orange', done: 'green', failed: 'red', stopped: 'grey' } as const;

export function Automations() {
  const translate = useTranslate();
  const text = useText();
  const objectName = useObjectName();
  const say = useSaid();
  const { lang } = useLanguage();
  const { positive } = useNotices();
  const operate = useOperation();
  const [state, setState] = useState('');
  const [object, setObject] = useState('');
  const [tried, setTried] = useState<ShownAutomation>();
  const { data } = usePanel('GET /api/automations', { query: { state, object } });
  if (!data) return null;
  const { automations, runs } = data;
  const label = (of: string, rule: string) => text(automations.find((one) => one.object === of && one.name === rule)?.label) || rule;
  const retry = async (id: string) => {
    if (await operate('POST /api/automations/runs/:id/retry', { at: { id } })) positive(translate('automations.retried'));
  };
  const choice = (name: string, value: string, put: (next: string) => void, values: readonly { id: string; shown: string }[]) => (
    <TextField select size="small" label={translate(`automations.${name}`)} value={value} onChange={(event) => put(event.target.value)} sx={{ minWidth: 160 }}>
      <MenuItem value="">{translate('automations.all')}</MenuItem>
      {values.map(({ id, shown }) => (
        <MenuItem key={id} value={id}>
          {shown}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <>
      <Section title={translate('automations.title')}>
        <p className="soft">{translate('automations.help')}</p>
        {automations.length === 0 ? (
          <p className="soft">{translate('automations.none')}</p>
        ) : (
          <Table
            heads={['autoobject', 'autoname', 'autowhen', 'autosteps', '']}
            rows={automations.map((one) => [
              objectName(one.object),
              text(one.label),
              <When key="when" of={one} />,
              one.steps.map((step) => translate(`automations.do.${step}`)).join(translate('apikeys.and')),
              <Button
                key="try"
                size="small"
                aria-label={labelled(translate('automations.rehearse'), [objectName(one.object), text(one.label)].join(language[lang].list), lang)}
                onClick={() => setTried(one)}
              >
                {translate('automations.rehearse')}
              </Button>,
            ])}
          />
        )}
      </Section>
      {tried && <Rehearse key={`${tried.object} ${tried.name}`} of={tried} onClose={() => setTried(undefined)} />}
      <Section title={translate('automations.log')}>
        <div className="hook-actions">
          {choice(
            'state',
            state,
            setState,
            states.map((id) => ({ id, shown: translate(`automations.states.${id}`) })),
          )}
          {choice(
            'object',
            object,
            setObject,
            [...new Set(automations.map((one) => one.object))].map((id) => ({ id, shown: objectName(id) })),
          )}
        </div>
        {runs.length === 0 ? (
          <p className="soft">{translate('automations.noruns')}</p>
        ) : (
          <Table
            heads={['at', 'autoobject', 'autoname', 'autorow', 'autostate', 'message', '']}
            rows={runs.map((run) => [
              showInstant(run.at),
              objectName(run.object),
              `${label(run.object, run.rule)} · ${run.step}`,
              run.row && (
                <a key="row" href={`/erp/pb-${run.object}/edit?id=${encodeURIComponent(run.row)}`}>
                  {run.row}
                </a>
              ),
              <span key="state" className="badge" data-color={colors[run.state]}>
                {translate(`automations.states.${run.state}`)}
              </span>,
              <>
                {run.said.map(say).join(' ')}
                {run.nextAt && (
                  <span className="soft">
                    {' '}
                    {translate(run.tries ? 'automations.again' : 'automations.planned', { at: showInstant(run.nextAt), tries: run.tries })}
                  </span>
                )}
              </>,
              run.state === 'failed' && (
                <Button
                  key="retry"
                  size="small"
                  aria-label={labelled(translate('automations.retry'), `${label(run.object, run.rule)} ${run.row}`, lang)}
                  onClick={() => void retry(run.id)}
                >
                  {translate('automations.retry')}
                </Button>
              ),
            ])}
          />
        )}
      </Section>
    </>
  );
}

function When({ of: { object, when } }: { of: ShownAutomation }) {
  const translate = useTranslate();
  const text = useText();
  const objects = useObjects();
  const fields = objects.find(({ name }) => name === object)?.model.fields ?? [];
  const named = (name: string) => text(fields.find((field) => field.name === name)?.label) || name;
  if (when.is === 'at') {
    const word = when.days < 0 ? 'before' : when.days > 0 ? 'after' : 'on';
    return translate(`automations.when.${word}`, { field: named(when.field), days: Math.abs(when.days) });
  }
  if (when.is === 'every') return sayClockwork(translate, when);
  if (when.is === 'changed' && when.fields.length)
    return translate('automations.when.fields', { fields: when.fields.map(named).join(translate('apikeys.and')) });
  if (when.is === 'moved') return translate('automations.when.moved', { from: when.from ?? '…', to: when.to ?? '…' });
  return translate(`automations.when.${when.is}`);
}

function Rehearse({ of, onClose }: { of: ShownAutomation; onClose(): void }) {
  const translate = useTranslate();
  const text = useText();
  const say = useSaid();
  const { lang } = useLanguage();
  const operate = useOperation();
  const isOfClock = of.when.is === 'every';
  const [id, setId] = useState('');
  const [result, setResult] = useState<Rehearsal>();
  const rehearse = async (event: FormEvent) => {
    event.preventDefault();
    setResult(await operate('POST /api/automations/:object/:rule/rehearse', { at: { object: of.object, rule: of.name }, body: { id } }));
  };
  return (
    <Section title={translate('automations.rehearsing', { name: text(of.label) })}>
      <p className="soft">{translate(isOfClock ? 'automations.rehearseclock' : 'automations.rehearsehelp')}</p>
      <form className="key-form" onSubmit={(event) => void rehearse(event)}>
        {!isOfClock && (
          <TextField
            autoFocus
            label={translate('automations.row')}
            value={id}
            onChange={(event) => setId(event.target.value)}
            slotProps={{ htmlInput: { required: true, maxLength: 64 } }}
          />
        )}
        <Button type="submit" variant="contained">
          {translate('automations.rehearse')}
        </Button>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </form>
      <div aria-live="polite">
        {result && (
          <>
            <p>{translate(result.holds ? 'automations.holds' : 'automations.holdsnot')}</p>
            <ol>
              {result.steps.map(({ do: does, said }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: steps are read-only and come in one piece
                <li key={index}>{labelled(translate(`automations.do.${does}`), said.map(say).join(' '), lang)}</li>
              ))}
            </ol>
          </>
        )}
      </div>
    </Section>
  );
}

/** What became of a step, in words; a refusal in those of its code. */
function useSaid(): (said: Rehearsal['steps'][number]['said'][number]) => string {
  const translate = useTranslate();
  const words = useWords();
  return ({ code, values = {}, fields = [] }) =>
    code === 'refused'
      ? [words(values.code ?? '', values), ...fields.map((wrong) => words(wrong.code, { label: wrong.path, ...wrong.values }))].join(' · ')
      : translate(`automations.said.${code}`, values);
}

function useObjectName(): (object: string) => string {
  const text = useText();
  const objects = useObjects();
  return (object) => text(objects.find(({ name }) => name === object)?.model.label) || object;
}
