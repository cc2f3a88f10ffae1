/** What x-list's `sums` adds up over all rows of the filter, not of the page alone. */
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';
import { groupDigits } from '#domain/decimal.ts';
import { amountDigits } from '../../fields/amount.ts';
import { showOption } from '../../fields/show.ts';
import { useLanguage, useText } from '../language.tsx';
import type { adminDataProvider } from '../providers/data.ts';

export function Sums({ model, filter }: { model: ObjectModel; filter: Row }) {
  const provider = useDataProvider<typeof adminDataProvider>();
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const { data } = useQuery({
    queryKey: [model.name, 'sums', filter],
    queryFn: () => provider.sums(model.name, filter),
    enabled: Boolean(model.list.sums?.length),
    placeholderData: (before) => before,
  });
  const field = (name: string | null) => model.fields.find((candidate) => candidate.name === name);
  const shown = data?.filter(({ groups }) => groups.length > 0) ?? [];
  if (!shown.length) return null;
  return (
    <dl className="sums" aria-label={translate('list.sums')}>
      {shown.map(({ field: name, by, groups }) => {
        const group = field(by);
        return (
          <div key={`${name} ${by}`} data-sum={name}>
            <dt>Σ {text(field(name)?.label)}</dt>
            {groups.map(({ value, sum, count }) => (
              <dd key={String(value)} className="num" title={translate('list.sum_rows', { smart_count: count })}>
                {group && <span className="soft">{showOption(group, value, lang)} </span>}
                {groupDigits(paid(sum, field(name), by ? { [by]: value } : {}))}
              </dd>
            ))}
          </div>
        );
      })}
    </dl>
  );
}

/** The exact sum without the cents that its currency does not have; cents that are there all the same are shown. */
function paid(sum: string, field: FieldModel | undefined, row: Row): string {
  return field && amountDigits(field, row) === 0 ? sum.replace(/\.0+$/, '') : sum;
}
