/** A row at a glance: its title and the fields that its list shows first. */

import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import { FailureText } from '#client/notices/FailureText.tsx';
import type { ClientEntry } from '#client/objects.tsx';
import type { adminDataProvider } from '#client/providers/data.ts';
import { faces } from '#fields/kinds/index.ts';
import { isBlank } from '#fields/show.ts';
import { isSaidId, titleFields, titleOf } from '#rules/records/record.ts';
import './peek.css';

/** Fields shown, of those that say something. */
const most = 6;

export default function PeekCard({ entry, id }: { entry: ClientEntry; id: string }) {
  const { model } = entry;
  const { lang } = useLanguage();
  const text = useText();
  const translate = useTranslate();
  const provider = useDataProvider<typeof adminDataProvider>();
  const { data: row, error } = useQuery({
    queryKey: [model.name, 'peek', id],
    queryFn: async () => (await provider.getOne(model.name, { id })).data,
    staleTime: 30_000,
    retry: false,
  });
  if (error) return <FailureText error={error} />;
  if (!row) return translate('form.searching');
  const named = titleFields(model);
  const fields = model.list.columns
    .flatMap((name) => model.fields.find((field) => field.name === name) ?? [])
    .filter(({ name }) => !named.includes(name) && name !== model.entity.key)
    .filter((field) => row[field.name] !== undefined && !isBlank(field, row[field.name]))
    .slice(0, most);
  const title = titleOf(row, model, lang);
  return (
    <>
      <strong>{title}</strong>
      <div className="peek-object">{[text(model.label), isSaidId(model) && title !== id && id].filter(Boolean).join(' · ')}</div>
      {fields.length > 0 && (
        <dl>
          {fields.map((field) => {
            const { Cell } = faces[field.kind];
            return (
              <div key={field.name}>
                <dt>{text(field.label) || field.name}</dt>
                <dd lang={field.lang}>
                  <Cell field={field} value={row[field.name] ?? null} row={row} lang={lang} plain />
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </>
  );
}
