/** States and the steps between them (x-workflow): who may take one, what it requires, asks for, locks, stamps and clears. */
import Button from '@mui/material/Button';
import { fieldAt } from '../document/edits.ts';
import { choiceOf, optionsOf } from '../document/kinds.ts';
import { type At, putAt, valueAt } from '../document/places.ts';
import { isNode, textsOf } from '../document/schema-document.ts';
import { TextLine } from '../lines.tsx';
import { useSay } from '../say.tsx';
import { ConditionLine } from './ConditionLine.tsx';
import { Entries } from './Entries.tsx';
import { Faults, useFaults } from './Faults.tsx';
import { useBench } from './facts.ts';
import { Pick, Picks, RolesPick, Spoken, useFieldNames } from './picks.tsx';

const top: At = ['x-workflow'];

/** The states of the workflow, or the options of the field that they are in. */
export function useStates(): (readonly [code: string, said: string])[] {
  const { document, model } = useBench();
  const field = valueAt(document.schema, [...top, 'field']);
  if (typeof field !== 'string') return [];
  const options = optionsOf(fieldAt(document.schema, field) ?? {})?.map(({ const: code, title }) => [code, title ?? code] as const);
  return options ?? model?.workflow?.states.map(({ value, label }) => [String(value), label.en] as const) ?? [];
}

export function WorkflowForm() {
  const { document, edit, readOnly } = useBench();
  const say = useSay();
  const fields = useFieldNames();
  const states = useStates();
  const faults = useFaults(top, '', false);
  const chosen = fields.filter(([path]) => choiceOf(fieldAt(document.schema, path) ?? {}) === 'select');
  const workflow = valueAt(document.schema, top);
  if (!isNode(workflow))
    return (
      <fieldset>
        <legend>{say('workflow.title')}</legend>
        <p className="soft bench-note">{say(chosen.length > 0 ? 'workflow.help' : 'workflow.nofield')}</p>
        {!readOnly && chosen[0] && (
          <Button onClick={() => edit((before) => putAt(before, top, { field: chosen[0]?.[0] ?? '', transitions: [] }))}>{say('workflow.begin')}</Button>
        )}
      </fieldset>
    );
  const codes = states.map(([code]) => code);
  return (
    <fieldset>
      <legend>{say('workflow.title')}</legend>
      <Faults of={faults} />
      <Pick
        label={say('workflow.field')}
        at={[...top, 'field']}
        options={chosen}
        value={String(workflow.field ?? '')}
        onChange={(path) => path && edit((before) => putAt(before, [...top, 'field'], path))}
      />
      <Picks
        label={say('workflow.states')}
        help={say('workflow.stateshelp')}
        at={[...top, 'states']}
        options={states}
        value={textsOf(workflow.states)}
        onChange={(next) => edit((before) => putAt(before, [...top, 'states'], next))}
      />
      <Entries
        at={[...top, 'transitions']}
        word="name"
        labels="transitions"
        legend={say('workflow.steps')}
        help={say('workflow.stepshelp')}
        add={say('workflow.add')}
        first="step"
        fresh={(name) => ({ name, from: codes[0] ?? '', to: codes[1] ?? codes[0] ?? '' })}
      >
        {(entry, at) => (
          <>
            <Spoken at={[...at, 'title']} name={String(entry.name)} word="transitions" />
            <Step at={at} />
          </>
        )}
      </Entries>
      {!readOnly && <Button onClick={() => edit((before) => putAt(before, top, undefined))}>{say('workflow.end')}</Button>}
    </fieldset>
  );
}

function Step({ at }: { at: At }) {
  const { document, edit, readOnly } = useBench();
  const say = useSay();
  const states = useStates();
  const fields = useFieldNames();
  const value = (word: string) => valueAt(document.schema, [...at, word]);
  const put = (word: string) => (next: Parameters<typeof putAt>[2]) => edit((before) => putAt(before, [...at, word], next), `${at.join()} ${word}`);
  const from = value('from');
  const requires = useFaults([...at, 'requires']);
  const confirm = value('confirm');
  return (
    <>
      <div className="bench-pair">
        <Picks
          label={say('workflow.from')}
          at={[...at, 'from']}
          options={states}
          value={typeof from === 'string' ? [from] : textsOf(from)}
          onChange={(next) => next.length > 0 && put('from')(next.length === 1 ? (next[0] ?? '') : next)}
        />
        <Pick label={say('workflow.to')} at={[...at, 'to']} options={states} value={String(value('to') ?? '')} onChange={(next) => next && put('to')(next)} />
      </div>
      <RolesPick label={say('workflow.roles')} at={[...at, 'roles']} value={textsOf(value('roles'))} onChange={put('roles')} />
      <ConditionLine label={say('workflow.requires')} none={say('workflow.nothing')} value={value('requires')} faults={requires} onChange={put('requires')} />
      <TextLine
        label={say('workflow.confirm')}
        help={say('workflow.confirmhelp')}
        value={typeof confirm === 'string' ? confirm : ''}
        readOnly={readOnly}
        onChange={put('confirm')}
      />
      {(['asks', 'locks', 'stamps', 'clears'] as const).map((word) => (
        <Picks
          key={word}
          label={say(`workflow.${word}`)}
          help={say(`workflow.${word}help`)}
          at={[...at, word]}
          options={fields}
          value={textsOf(value(word))}
          onChange={put(word)}
        />
      ))}
    </>
  );
}
