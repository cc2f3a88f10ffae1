/** The form's tabs, their sections with their fields in order, and what stands beside them (x-form). */
import { useLanguage } from '#client/language.tsx';
import type { JsonSchema } from '#codegen/model.ts';
import { language } from '#rules/words/language.ts';
import { asTabs, putFields } from '../document/layout.ts';
import { type At, addAt, valueAt } from '../document/places.ts';
import { isNode, textsOf } from '../document/schema-document.ts';
import { useSay } from '../say.tsx';
import { Entries } from './Entries.tsx';
import { Faults, useFaults } from './Faults.tsx';
import { useBench } from './facts.ts';
import { Picks, Spoken, useFieldNames } from './picks.tsx';

const tabs: At = ['x-form', 'tabs'];

export function LayoutPane() {
  const { document } = useBench();
  const say = useSay();
  const { lang } = useLanguage();
  const faults = useFaults(['x-form'], '', false);
  const fields = useFieldNames();
  const form = document.schema['x-form'];
  const shown = JSON.stringify(form ?? '');
  const left = isNode(form) ? fields.filter(([path]) => !shown.includes(`"${path}"`) && !['create_at', 'update_at', 'update_by'].includes(path)) : [];
  return (
    <div className="bench-lines">
      <Faults of={faults} />
      <Entries
        at={tabs}
        word="key"
        labels="tabs"
        legend={say('layout.tabs')}
        help={say(isNode(form) ? 'layout.help' : 'layout.none')}
        add={say('layout.addtab')}
        first="tab"
        fresh={(key) => ({ key, title: say('layout.fresh'), fields: [] })}
        onAdd={(before) => addAt(asTabs(before), tabs, { key: 'more', title: say('layout.fresh'), fields: [] })}
      >
        {(entry, at) => (
          <>
            <Spoken at={[...at, 'title']} name={String(entry.key)} word="tabs" />
            <Fields at={[...at, 'fields']} label={say('layout.fields')} help={say('layout.fieldshelp')} />
            <Entries
              at={[...at, 'sections']}
              word="key"
              labels="sections"
              legend={say('layout.sections')}
              help={say('layout.sectionshelp')}
              add={say('layout.addsection')}
              first="section"
              fresh={(key): JsonSchema => ({ key, title: say('layout.freshsection'), fields: [] })}
            >
              {(section, place) => (
                <>
                  <Spoken at={[...place, 'title']} name={String(section.key)} word="sections" />
                  <Fields at={[...place, 'fields']} label={say('layout.fields')} help={say('layout.fieldshelp')} />
                </>
              )}
            </Entries>
          </>
        )}
      </Entries>
      {isNode(form) && <Fields at={['x-form', 'sidebar']} label={say('layout.sidebar')} help={say('layout.sidebarhelp')} />}
      {left.length > 0 && <p role="status">{say('layout.left', { names: left.map(([, said]) => said).join(language[lang].list) })}</p>}
    </div>
  );
}

function Fields({ at, label, help }: { at: At; label: string; help: string }) {
  const { document, edit } = useBench();
  const fields = useFieldNames();
  return (
    <Picks
      label={label}
      help={help}
      at={at}
      options={fields}
      value={textsOf(valueAt(document.schema, at))}
      onChange={(next) => edit((before) => putFields(before, at, next))}
    />
  );
}
