/** What people are reminded of (x-reminders), by a date of the row. */
import { useMemo } from 'react';
import { kinds } from '#kinds/index.ts';
import { fieldsAlong } from '#rules/queries/filter.ts';
import { type At, putAt, valueAt } from '../document/places.ts';
import { textsOf } from '../document/schema-document.ts';
import { TextLine } from '../lines.tsx';
import { useSay } from '../say.tsx';
import { FilterLine } from './ConditionLine.tsx';
import { Entries } from './Entries.tsx';
import { useFaults } from './Faults.tsx';
import { useBench } from './facts.ts';
import { Pick, Picks, Spoken, useFieldNames } from './picks.tsx';

export function RemindersForm() {
  const say = useSay();
  const [first] = useDates();
  return (
    <Entries
      at={['x-reminders']}
      word="name"
      labels="reminders"
      legend={say('reminders.title')}
      help={say('reminders.help')}
      add={say('reminders.add')}
      first="reminder"
      fresh={(name) => ({ name, when: { field: first?.[0] ?? 'create_at', days: 0 } })}
    >
      {(entry, at) => (
        <>
          <Spoken at={[...at, 'title']} name={String(entry.name)} word="reminders" />
          <Reminder at={at} />
        </>
      )}
    </Entries>
  );
}

/** Fields that are a day or a moment. */
export function useDates(): ReturnType<typeof useFieldNames> {
  const { model } = useBench();
  const fields = useFieldNames(false);
  return useMemo(() => {
    const isDate = (path: string) => {
      const kind = fieldsAlong(model?.fields ?? [], path)?.at(-1)?.kind;
      return kind !== undefined && (kinds[kind].input === 'date' || kinds[kind].instant === true);
    };
    return fields.filter(([path]) => isDate(path));
  }, [model, fields]);
}

function Reminder({ at }: { at: At }) {
  const { document, edit, readOnly, roles } = useBench();
  const say = useSay();
  const dates = useDates();
  const fields = useFieldNames(false);
  const value = (...steps: string[]) => valueAt(document.schema, [...at, ...steps]);
  const filterFaults = useFaults([...at, 'filter']);
  const people = value('for');
  const number = (word: string, label: string, help: string) => (
    <TextLine
      label={say(label)}
      help={say(help)}
      type="number"
      value={String(value('when', word) ?? '')}
      readOnly={readOnly}
      onChange={(text) =>
        edit((before) => putAt(before, [...at, 'when', word], text === '' ? (word === 'days' ? 0 : undefined) : Number(text)), `${at.join()} ${word}`)
      }
    />
  );
  return (
    <>
      <Pick
        label={say('reminders.field')}
        at={[...at, 'when']}
        options={dates}
        value={String(value('when', 'field') ?? '')}
        onChange={(path) => path && edit((before) => putAt(before, [...at, 'when', 'field'], path))}
      />
      <div className="bench-pair">
        {number('days', 'reminders.days', 'reminders.dayshelp')}
        {number('until', 'reminders.until', 'reminders.untilhelp')}
      </div>
      <FilterLine
        label={say('reminders.filter')}
        none={say('reminders.all')}
        value={value('filter')}
        faults={filterFaults}
        onChange={(next) => edit((before) => putAt(before, [...at, 'filter'], next))}
      />
      <Picks
        label={say('reminders.for')}
        help={say('reminders.forhelp')}
        at={[...at, 'for']}
        options={[...roles.map((role) => [role, say(`roles.${role}`, { _: role })] as const), ...fields]}
        value={typeof people === 'string' ? [people] : textsOf(people)}
        onChange={(next) => edit((before) => putAt(before, [...at, 'for'], next))}
      />
    </>
  );
}
