/** Quick filters of the list, and views that come with the schema (x-views): rows, order, columns, groups, how it looks. */
import type { JsonValue, Row } from '#codegen/model.ts';
import { fieldAt } from '../document/edits.ts';
import { choiceOf } from '../document/kinds.ts';
import { type At, putAt, valueAt } from '../document/places.ts';
import { isNode } from '../document/schema-document.ts';
import { SelectLine, TickLine } from '../lines.tsx';
import { useSay } from '../say.tsx';
import { FilterLine } from './ConditionLine.tsx';
import { Entries } from './Entries.tsx';
import { useFaults } from './Faults.tsx';
import { useBench } from './facts.ts';
import { Ordered, Pick, Spoken, useFieldNames } from './picks.tsx';
import { SortLine } from './SortLine.tsx';

export function ViewsPane() {
  const say = useSay();
  return (
    <div className="bench-lines">
      <Entries
        at={['x-list', 'quick']}
        word="key"
        labels="quick"
        legend={say('quick.title')}
        help={say('quick.help')}
        add={say('quick.add')}
        first="quick"
        fresh={(key) => ({ key, title: say('quick.fresh'), filter: {} })}
      >
        {(entry, at) => (
          <>
            <Spoken at={[...at, 'title']} name={String(entry.key)} word="quick" />
            <Quick at={at} entry={entry} />
          </>
        )}
      </Entries>
      <Entries
        at={['x-views']}
        word="key"
        labels="views"
        legend={say('views.title')}
        help={say('views.help')}
        add={say('views.add')}
        first="view"
        fresh={(key) => ({ key, title: say('views.fresh') })}
      >
        {(entry, at) => (
          <>
            <Spoken at={[...at, 'title']} name={String(entry.key)} word="views" />
            <View at={at} />
          </>
        )}
      </Entries>
    </div>
  );
}

function Quick({ at, entry }: { at: At; entry: Row }) {
  const { edit } = useBench();
  const say = useSay();
  const faults = useFaults([...at, 'filter']);
  return (
    <FilterLine
      label={say('views.filter')}
      none={say('views.every')}
      value={entry.filter}
      faults={faults}
      onChange={(next) => edit((before) => putAt(before, at, { ...entry, filter: next ?? {} }), at.join())}
    />
  );
}

function View({ at }: { at: At }) {
  const { document, edit, readOnly } = useBench();
  const say = useSay();
  const top = useFieldNames();
  const all = useFieldNames(false);
  const value = (...steps: string[]) => valueAt(document.schema, [...at, ...steps]);
  const put = (word: string, next: JsonValue | undefined) => edit((before) => putAt(before, [...at, word], next), `${at.join()} ${word}`);
  const filter = useFaults([...at, 'filter']);
  const columns = (Array.isArray(value('columns')) ? (value('columns') as JsonValue[]) : []).map((one) => ({
    path: String(isNode(one) ? one.path : one),
    said: one,
  })); // asked just before
  const group = String(value('group', 'path') ?? '');
  const across = String(value('group', 'across', 'path') ?? '');
  const kindOf = (path: string) => choiceOf(fieldAt(document.schema, path) ?? {});
  /** A word of a node with the others as they are; undefined or '' takes it out. */
  const putIn = (word: string, inner: string, next: JsonValue | undefined) => {
    const { [inner]: _before, ...rest } = asNode(value(word));
    put(word, { ...rest, ...(next && { [inner]: next }) });
  };
  const steps = (label: string, said: JsonValue | undefined, onChange: (step: string) => void) => (
    <SelectLine
      label={label}
      value={String(said ?? '')}
      readOnly={readOnly}
      options={['', 'day', 'week', 'month', 'quarter', 'year'].map((one) => [one, say(`views.steps.${one || 'each'}`)])}
      onChange={onChange}
    />
  );
  const layout = String(value('layout', 'kind') ?? '');
  const suits: Record<string, readonly string[]> = { board: ['select'], calendar: ['date', 'datetime'], gallery: ['files'] };
  const layoutFields = top.filter(([path]) => suits[layout]?.includes(kindOf(path) ?? ''));
  const from = String(value('layout', 'field') ?? '');
  const untilFields = layout === 'calendar' ? layoutFields.filter(([path]) => path !== from && kindOf(path) === kindOf(from)) : [];
  return (
    <>
      <FilterLine label={say('views.filter')} none={say('views.every')} value={value('filter')} faults={filter} onChange={(next) => put('filter', next)} />
      <SortLine at={[...at, 'sort']} />
      <Ordered
        label={say('views.columns')}
        help={say('views.columnshelp')}
        at={[...at, 'columns']}
        options={all}
        value={columns.map(({ path }) => path)}
        onChange={(next) =>
          put(
            'columns',
            next.map((path) => columns.find((one) => one.path === path)?.said ?? path),
          )
        }
      />
      <div className="bench-pair">
        <Pick
          label={say('views.group')}
          at={[...at, 'group']}
          options={top}
          value={group}
          onChange={(next) => put('group', next ? { path: next, ...(across && across !== next && { across: asNode(value('group')).across }) } : undefined)}
        />
        {isDay(kindOf(group)) && steps(say('views.step'), value('group', 'step'), (next) => putIn('group', 'step', next))}
      </div>
      {group !== '' && (
        <div className="bench-pair">
          <Pick
            label={say('views.across')}
            at={[...at, 'group', 'across']}
            options={top.filter(([path]) => path !== group)}
            value={across}
            onChange={(next) => putIn('group', 'across', next ? { path: next } : undefined)}
          />
          {isDay(kindOf(across)) &&
            steps(say('views.acrossstep'), value('group', 'across', 'step'), (next) => putIn('group', 'across', { path: across, ...(next && { step: next }) }))}
        </div>
      )}
      <div className="bench-pair">
        <SelectLine
          label={say('views.layout')}
          value={layout}
          readOnly={readOnly}
          options={['', 'board', 'gallery', 'calendar'].map((one) => [one, say(`views.layouts.${one || 'table'}`)])}
          onChange={(next) => {
            const first = top.find(([path]) => suits[next]?.includes(choiceOf(fieldAt(document.schema, path) ?? {}) ?? ''));
            put('layout', next && first ? { kind: next, field: first[0] } : undefined);
          }}
        />
        {layout !== '' && (
          <Pick
            label={say('views.by')}
            at={[...at, 'layout']}
            options={layoutFields}
            value={String(value('layout', 'field') ?? '')}
            onChange={(next) => next && put('layout', { kind: layout, field: next })}
          />
        )}
        {untilFields.length > 0 && (
          <Pick
            label={say('views.until')}
            at={[...at, 'layout', 'until']}
            options={untilFields}
            value={String(value('layout', 'until') ?? '')}
            onChange={(next) => putIn('layout', 'until', next)}
          />
        )}
        <SelectLine
          label={say('views.density')}
          value={String(value('density') ?? 'normal')}
          readOnly={readOnly}
          options={['compact', 'normal', 'roomy'].map((one) => [one, say(`views.densities.${one}`)])}
          onChange={(next) => put('density', next === 'normal' ? undefined : next)}
        />
      </div>
      <TickLine label={say('views.default')} value={value('default') === true} readOnly={readOnly} onChange={(is) => put('default', is || undefined)} />
    </>
  );
}

function asNode(value: JsonValue | undefined): Row {
  return isNode(value) ? value : {};
}

function isDay(choice: string | undefined): boolean {
  return choice === 'date' || choice === 'datetime';
}
