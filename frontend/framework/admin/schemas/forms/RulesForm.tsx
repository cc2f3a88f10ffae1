/** What has to hold of each row (x-rules): an expression, when it is asked, where its message stands, and the message in each language. */

import type { Lang } from '#codegen/model.ts';
import { language, languages } from '#rules/words/language.ts';
import { labelOf, setLabel } from '../document/edits.ts';
import { type At, putAt, valueAt } from '../document/places.ts';
import { isNode } from '../document/schema-document.ts';
import { TextLine } from '../lines.tsx';
import { useSay } from '../say.tsx';
import { Entries } from './Entries.tsx';
import { ExpressionLine } from './ExpressionLine.tsx';
import { useFaults } from './Faults.tsx';
import { useBench } from './facts.ts';
import { Pick, useFieldNames } from './picks.tsx';

export function RulesForm() {
  const say = useSay();
  const [first] = useFieldNames();
  return (
    <Entries
      at={['x-rules']}
      word="name"
      labels="rules"
      legend={say('rules.title')}
      help={say('rules.help')}
      add={say('rules.add')}
      first="rule"
      fresh={(name) => ({ name, rule: 'true', field: first?.[0] ?? 'id', message: say('rules.fresh') })}
    >
      {(_, at) => <Rule at={at} />}
    </Entries>
  );
}

const around = ['now'] as const;

function Rule({ at }: { at: At }) {
  const { document, edit, readOnly } = useBench();
  const say = useSay();
  const fields = useFieldNames(false);
  const text = (word: string) => String(valueAt(document.schema, [...at, word]) ?? '');
  const put = (word: string) => (value: string) => edit((before) => putAt(before, [...at, word], value), `${at.join()} ${word}`);
  const [rule, when] = [useFaults([...at, 'rule']), useFaults([...at, 'when'])];
  return (
    <>
      <ExpressionLine label={say('rules.rule')} help={say('rules.rulehelp')} value={text('rule')} faults={rule} around={around} onChange={put('rule')} />
      <ExpressionLine label={say('rules.when')} value={text('when')} faults={when} around={around} onChange={put('when')} />
      <Pick label={say('rules.field')} at={[...at, 'field']} options={fields} value={text('field')} onChange={(value) => value && put('field')(value)} />
      <div className="bench-pair">
        {languages.map((lang) => (
          <TextLine
            key={lang}
            label={say('rules.message', { language: language[lang].name })}
            value={messageIn(lang)}
            readOnly={readOnly}
            onChange={(said) => speak(lang, said)}
          />
        ))}
      </div>
    </>
  );

  /** The locale file says more than the schema. */
  function messageIn(lang: Lang): string {
    const own = valueAt(document.schema, [...at, 'message']);
    return labelOf(document, lang, text('name'), 'rules') || String((isNode(own) ? own[lang] : own) ?? '');
  }

  function speak(lang: Lang, said: string) {
    edit((before) => {
      const name = text('name');
      if (labelOf(before, lang, name, 'rules')) return setLabel(before, lang, name, said, 'rules');
      const own = valueAt(before.schema, [...at, 'message']);
      const each = Object.fromEntries(
        languages.map((one) => [one, one === lang ? said : String((isNode(own) ? own[one] : own) ?? '')]).filter(([, one]) => one !== ''),
      );
      return putAt(before, [...at, 'message'], Object.keys(each).length > 0 ? each : name);
    }, `${at.join()} message ${lang}`);
  }
}
