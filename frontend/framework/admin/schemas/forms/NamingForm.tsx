/** A series of numbers (x-naming): its pattern, the field that has the number, and when it is given. */
import { type At, putAt, valueAt } from '../document/places.ts';
import { TextLine } from '../lines.tsx';
import { useSay } from '../say.tsx';
import { Faults, useFaults } from './Faults.tsx';
import { useBench } from './facts.ts';
import { Pick, useFieldNames } from './picks.tsx';
import { useStates } from './WorkflowForm.tsx';

const at: At = ['x-naming'];

export function NamingForm() {
  const { document, edit, readOnly } = useBench();
  const say = useSay();
  const fields = useFieldNames();
  const states = useStates();
  const naming = valueAt(document.schema, at);
  const said = (word: 'field' | 'pattern' | 'on') =>
    String((typeof naming === 'string' ? { pattern: naming } : (naming as Record<string, unknown> | undefined))?.[word] ?? '');
  const [whole, pattern] = [useFaults(at, '', false), useFaults([...at, 'pattern'])];
  const put = (word: 'field' | 'pattern' | 'on', value: string) =>
    edit((before) => {
      const next = { field: said('field'), pattern: said('pattern'), on: said('on'), [word]: value };
      if (next.pattern === '') return putAt(before, at, undefined);
      const short = next.field === '' && next.on === '';
      return putAt(before, at, short ? next.pattern : Object.fromEntries(Object.entries(next).filter(([, text]) => text !== '')));
    }, `naming ${word}`);
  return (
    <fieldset>
      <legend>{say('naming.title')}</legend>
      <p className="soft bench-note">{say('naming.help')}</p>
      <TextLine
        label={say('naming.pattern')}
        value={said('pattern')}
        error={[...pattern, ...whole][0]}
        help={say('naming.patternhelp')}
        readOnly={readOnly}
        onChange={(text) => put('pattern', text)}
      />
      {said('pattern') !== '' && (
        <>
          <Pick
            label={say('naming.field')}
            help={say('naming.fieldhelp')}
            at={[...at, 'field']}
            options={fields}
            value={said('field')}
            onChange={(value) => put('field', value)}
          />
          {states.length > 0 && (
            <Pick
              label={say('naming.on')}
              help={say('naming.onhelp')}
              at={[...at, 'on']}
              options={states}
              value={said('on')}
              onChange={(value) => put('on', value)}
            />
          )}
        </>
      )}
      <Faults of={[...pattern, ...whole].slice(1)} />
    </fieldset>
  );
}
