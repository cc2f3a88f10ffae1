/** What happens by itself (x-on): when, on which condition, and the steps. */
import { useMemo } from 'react';
import { useText } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import type { FieldModel, JsonSchema, JsonValue } from '#codegen/model.ts';
import { language, languages } from '#rules/words/language.ts';
import { type At, entriesAt, putAt, valueAt } from '../document/places.ts';
import { isNode, textsOf } from '../document/schema-document.ts';
import { SelectLine, TextLine } from '../lines.tsx';
import { useSay } from '../say.tsx';
import { Entries } from './Entries.tsx';
import { ExpressionLine } from './ExpressionLine.tsx';
import { Faults, useFaults } from './Faults.tsx';
import { useBench } from './facts.ts';
import { Pick, Picks, Spoken, useFieldNames } from './picks.tsx';
import { useDates } from './RemindersForm.tsx';
import { ValuesLine } from './ValuesLine.tsx';
import { useStates } from './WorkflowForm.tsx';

const moments = ['created', 'changed', 'moved', 'deleted', 'at', 'every'] as const;
const actions = ['mail', 'set', 'create', 'webhook'] as const;
const around = ['now'] as const;

export function AutomationsForm() {
  const say = useSay();
  return (
    <Entries
      at={['x-on']}
      word="name"
      labels="automations"
      legend={say('on.title')}
      help={say('on.help')}
      add={say('on.add')}
      first="automation"
      fresh={(name) => ({ name, when: 'created', do: [{ mail: { to: ['[]'], subject: '{id}', text: '{id}' } }] })}
    >
      {(entry, at) => (
        <>
          <Spoken at={[...at, 'title']} name={String(entry.name)} word="automations" />
          <Automation at={at} entry={entry} />
        </>
      )}
    </Entries>
  );
}

function momentOf(when: JsonValue | undefined): (typeof moments)[number] {
  if (isNode(when)) return when.every === undefined ? 'at' : 'every';
  return moments.find((one) => one === when) ?? 'created';
}

function Automation({ at, entry }: { at: At; entry: JsonSchema }) {
  const { edit, model } = useBench();
  const say = useSay();
  const [date] = useDates();
  const moment = momentOf(entry.when);
  const condition = useFaults([...at, 'if']);
  const whole = useFaults([...at, 'when'], '', false);
  const knowsOld = moment === 'changed' || moment === 'moved';
  const names = useMemo(() => (knowsOld && model ? new Map([['old', model.fields]]) : undefined), [knowsOld, model]);
  const begin = (next: (typeof moments)[number]): JsonValue =>
    next === 'at' ? { field: date?.[0] ?? 'create_at', days: 0 } : next === 'every' ? { every: 'day', at: '08:00' } : next;
  return (
    <>
      <SelectLine
        label={say('on.when')}
        value={moment}
        options={moments.map((one) => [one, say(`on.moments.${one}`)])}
        onChange={(next) =>
          edit((before) => ['fields', 'from', 'to'].reduce((now, word) => putAt(dropped(now, at, word), [...at, 'when'], begin(next)), before))
        }
      />
      <Faults of={whole} />
      <Moment at={at} entry={entry} moment={moment} />
      <ExpressionLine
        label={say('on.if')}
        help={say(knowsOld ? 'on.ifold' : 'on.ifhelp')}
        value={String(entry.if ?? '')}
        faults={condition}
        around={around}
        isBare={moment === 'every'}
        {...(names && { names })}
        onChange={(text) => edit((before) => putAt(before, [...at, 'if'], text), `${at.join()} if`)}
      />
      <Entries
        at={[...at, 'do']}
        legend={say('on.steps')}
        help={say('on.stepshelp')}
        add={say('on.addstep')}
        fresh={() => ({ mail: { to: ['[]'], subject: '{id}', text: '{id}' } })}
        nameOf={(step) => say(`on.actions.${actions.find((one) => step[one] !== undefined) ?? 'mail'}`)}
      >
        {(step, place) => <Step at={place} step={step} of={at} isBare={moment === 'every'} />}
      </Entries>
    </>
  );
}

/** Without the word, an empty list of it too. */
function dropped(document: Parameters<typeof putAt>[0], at: At, word: string): ReturnType<typeof putAt> {
  const entry = valueAt(document.schema, at);
  if (!isNode(entry) || entry[word] === undefined) return document;
  const { [word]: _gone, ...rest } = entry;
  return putAt(document, at, rest);
}

function Moment({ at, entry, moment }: { at: At; entry: JsonSchema; moment: (typeof moments)[number] }) {
  const { edit, readOnly } = useBench();
  const say = useSay();
  const fields = useFieldNames();
  const dates = useDates();
  const states = useStates();
  const put =
    (...steps: string[]) =>
    (value: JsonValue | undefined) =>
      edit((before) => putAt(before, [...at, ...steps], value), `${at.join()} ${steps.join()}`);
  const when = isNode(entry.when) ? entry.when : {};
  if (moment === 'changed')
    return (
      <Picks
        label={say('on.fields')}
        help={say('on.fieldshelp')}
        at={[...at, 'fields']}
        options={fields}
        value={textsOf(entry.fields)}
        onChange={(next) => (next.length > 0 ? put('fields')(next) : edit((before) => dropped(before, at, 'fields')))}
      />
    );
  if (moment === 'moved')
    return (
      <div className="bench-pair">
        {(['from', 'to'] as const).map((word) => (
          <Pick
            key={word}
            label={say(`on.${word}`)}
            help={say('on.anystate')}
            at={[...at, word]}
            options={states}
            value={String(entry[word] ?? '')}
            onChange={(next) => put(word)(next || undefined)}
          />
        ))}
      </div>
    );
  if (moment === 'at')
    return (
      <div className="bench-pair">
        <Pick label={say('reminders.field')} options={dates} value={String(when.field ?? '')} onChange={(next) => next && put('when', 'field')(next)} />
        <TextLine
          label={say('on.days')}
          help={say('on.dayshelp')}
          type="number"
          value={String(when.days ?? '')}
          readOnly={readOnly}
          onChange={(text) => put('when', 'days')(Number(text))}
        />
      </div>
    );
  if (moment !== 'every') return null;
  const every = String(when.every);
  return (
    <div className="bench-pair">
      <SelectLine
        label={say('on.every')}
        value={every}
        readOnly={readOnly}
        options={(['day', 'week', 'month'] as const).map((one) => [one, say(`on.rhythms.${one}`)])}
        onChange={(next) => put('when')({ every: next, ...(next !== 'day' && { on: 1 }), at: String(when.at ?? '08:00') })}
      />
      {every === 'week' && (
        <SelectLine
          label={say('on.onday')}
          value={String(when.on ?? 1)}
          readOnly={readOnly}
          options={[1, 2, 3, 4, 5, 6, 7].map((day) => [String(day), say(`on.weekdays.${day}`)])}
          onChange={(next) => put('when', 'on')(Number(next))}
        />
      )}
      {every === 'month' && (
        <TextLine
          label={say('on.ondate')}
          help={say('on.ondatehelp')}
          type="number"
          value={String(when.on ?? '')}
          readOnly={readOnly}
          onChange={(text) => put('when', 'on')(Number(text) || 1)}
        />
      )}
      <TextLine label={say('on.time')} help="HH:MM" value={String(when.at ?? '')} readOnly={readOnly} onChange={put('when', 'at')} />
    </div>
  );
}

function Step({ at, step, of, isBare }: { at: At; step: JsonSchema; of: At; isBare: boolean }) {
  const { edit, readOnly, model, document, name } = useBench();
  const say = useSay();
  const text = useText();
  const objects = useObjects();
  const action = actions.find((one) => step[one] !== undefined) ?? 'mail';
  const fieldsOf = (object: string) => (object === name ? model : objects.find((one) => one.name === object)?.model)?.fields ?? [];
  const index = Number(at.at(-1));
  const made = entriesAt(document, [...of, 'do']).slice(0, index);
  const names = new Map<string, readonly FieldModel[]>(
    made.flatMap(({ entry }) =>
      isNode(entry.create) && typeof entry.create.as === 'string' ? [[entry.create.as, fieldsOf(String(entry.create.object))] as const] : [],
    ),
  );
  const create = isNode(step.create) ? step.create : {};
  const first = titleField(fieldsOf(name));
  const begin: Record<(typeof actions)[number], () => JsonSchema> = {
    mail: () => ({ mail: { to: ['[]'], subject: '{id}', text: '{id}' } }),
    set: () => ({ set: { [first]: "''" } }),
    create: () => ({ create: { object: name, values: { [first]: "''" } } }),
    webhook: () => ({ webhook: say('on.hookname') }),
  };
  const asFaults = useFaults([...at, 'create', 'as']);
  const hook = useFaults([...at, 'webhook']);
  return (
    <>
      <SelectLine
        label={say('on.action')}
        value={action}
        readOnly={readOnly}
        options={actions.map((one) => [one, say(`on.actions.${one}`)])}
        onChange={(next) => edit((before) => putAt(before, at, begin[next]()))}
      />
      {action === 'mail' && <Mail at={[...at, 'mail']} made={[...names.keys()]} />}
      {action === 'webhook' && (
        <TextLine
          label={say('on.hook')}
          help={say('on.hookhelp')}
          error={hook[0]}
          value={String(step.webhook ?? '')}
          readOnly={readOnly}
          onChange={(next) => next && edit((before) => putAt(before, [...at, 'webhook'], next), `${at.join()} hook`)}
        />
      )}
      {action === 'set' && <ValuesLine at={[...at, 'set']} fields={model?.fields ?? []} names={names} isBare={isBare} />}
      {action === 'create' && (
        <>
          <Pick
            label={say('on.object')}
            at={[...at, 'create', 'object']}
            options={objects.map((one) => [one.name, text(one.model.label)])}
            value={String(create.object ?? '')}
            onChange={(object) =>
              object && edit((before) => putAt(before, [...at, 'create'], { ...create, object, values: { [titleField(fieldsOf(object))]: "''" } }))
            }
          />
          <TextLine
            label={say('on.as')}
            help={say('on.ashelp')}
            error={asFaults[0]}
            value={String(create.as ?? '')}
            readOnly={readOnly}
            onChange={(next) => edit((before) => putAt(before, [...at, 'create', 'as'], next), `${at.join()} as`)}
          />
          <ValuesLine at={[...at, 'create', 'values']} fields={fieldsOf(String(create.object ?? ''))} names={names} isBare={isBare} />
        </>
      )}
    </>
  );
}

/** The field that a new record most likely begins with. */
function titleField(fields: readonly FieldModel[]): string {
  const usual = fields.filter(({ formula, computed, readOnly, name }) => !formula && computed === undefined && !readOnly && name !== 'id');
  return (usual.find(({ required }) => required) ?? usual.find(({ kind }) => kind === 'string') ?? usual[0])?.name ?? 'id';
}

function Mail({ at, made }: { at: At; made: readonly string[] }) {
  const { document, edit, readOnly, roles } = useBench();
  const say = useSay();
  const fields = useFieldNames(false);
  const to = valueAt(document.schema, [...at, 'to']);
  const [subject, text] = [useFaults([...at, 'subject']), useFaults([...at, 'text'])];
  const braces = [...fields.slice(0, 4).map(([path]) => `{${path}}`), ...made.map((name) => `{${name}.id}`)].join(' ');
  return (
    <>
      <Picks
        label={say('on.recipients')}
        help={say('on.tohelp')}
        at={[...at, 'to']}
        options={[...roles.map((role) => [role, say(`roles.${role}`, { _: role })] as const), ...fields]}
        value={typeof to === 'string' ? [to] : textsOf(to)}
        onChange={(next) => next.length > 0 && edit((before) => putAt(before, [...at, 'to'], next))}
      />
      {(['subject', 'text'] as const).map((word) => (
        <div key={word} className="bench-pair">
          {languages.map((lang) => (
            <TextLine
              key={lang}
              label={say(`on.${word}`, { language: language[lang].name })}
              {...(word === 'text' && { rows: 3 })}
              error={(word === 'subject' ? subject : text)[0]}
              help={say('on.braces', { braces })}
              value={spokenIn(valueAt(document.schema, [...at, word]), lang)}
              readOnly={readOnly}
              onChange={(next) =>
                edit((before) => putAt(before, [...at, word], withSpoken(valueAt(before.schema, [...at, word]), lang, next)), `${at.join()} ${word} ${lang}`)
              }
            />
          ))}
        </div>
      ))}
    </>
  );
}

function spokenIn(value: JsonValue | undefined, lang: string): string {
  return String((isNode(value) ? value[lang] : value) ?? '');
}

/** One text for all as long as all are the same. */
function withSpoken(value: JsonValue | undefined, lang: string, text: string): JsonValue {
  const each = languages.map((one) => [one, one === lang ? text : spokenIn(value, one)] as const).filter(([, said]) => said !== '');
  const [first] = each;
  return each.length === languages.length && each.every(([, said]) => said === first?.[1])
    ? (first?.[1] ?? '…')
    : each.length > 0
      ? Object.fromEntries(each)
      : '…';
}
