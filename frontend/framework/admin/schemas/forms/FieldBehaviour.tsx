/** What a field's value is worked out from or begins with, and when the field shows, is required or locked. */
import { useState } from 'react';
import type { JsonSchema, JsonValue } from '#codegen/model.ts';
import { numberedField, setExpression, setWord } from '../document/edits.ts';
import { choiceOf, workedOut } from '../document/kinds.ts';
import { useSay } from '../say.tsx';
import { ConditionLine } from './ConditionLine.tsx';
import { ExpressionLine } from './ExpressionLine.tsx';
import { useFaults } from './Faults.tsx';
import { useBench } from './facts.ts';

const conditions = ['x-visibleWhen', 'x-requiredWhen', 'x-readOnlyWhen'] as const;
const around = ['now', 'me'] as const;

export function FieldBehaviour({ path, field }: { path: string; field: JsonSchema }) {
  const { document, edit } = useBench();
  const say = useSay();
  const choice = choiceOf(field);
  const inside = path.includes('.');
  const mayWork = choice !== undefined && workedOut.has(choice);
  const mayBegin = !inside && field.readOnly !== true && numberedField(document.schema) !== path && choice !== undefined && (mayWork || choice === 'reference');
  const said = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '');
  const [formula, initial] = [useFaults(['x-formula'], path), useFaults(['x-default'], path)];
  const [isOpen, setOpen] = useState(() => ['x-formula', 'x-default', ...conditions].some((word) => field[word] !== undefined));
  return (
    <details className="bench-entry" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say('behaviour.field')}</summary>
      <div className="bench-lines">
        {mayWork && (
          <ExpressionLine
            label={say('behaviour.formula')}
            help={say('behaviour.formulahelp')}
            value={said(field['x-formula'])}
            faults={formula}
            at={path.split('.').slice(0, -1).join('.')}
            isFormula
            onChange={(text) => edit((before) => setExpression(before, path, 'x-formula', text), `formula ${path}`)}
          />
        )}
        {mayBegin && field['x-formula'] === undefined && (
          <ExpressionLine
            label={say('behaviour.default')}
            help={say('behaviour.defaulthelp')}
            value={said(field['x-default'])}
            faults={initial}
            around={around}
            onChange={(text) => edit((before) => setExpression(before, path, 'x-default', text), `default ${path}`)}
          />
        )}
        {conditions.map((word) => (
          <When key={word} word={word} path={path} field={field} />
        ))}
      </div>
    </details>
  );
}

function When({ word, path, field }: { word: (typeof conditions)[number]; path: string; field: JsonSchema }) {
  const { edit } = useBench();
  const say = useSay();
  const faults = useFaults([word], path);
  return (
    <ConditionLine
      label={say(`behaviour.${word}`)}
      none={say(`behaviour.none.${word}`)}
      value={field[word]}
      faults={faults}
      onChange={(next) => edit((before) => setWord(before, path, word, next))}
    />
  );
}
