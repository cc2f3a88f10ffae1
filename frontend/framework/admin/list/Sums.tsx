/** What x-list's `sums` adds up over all rows of the filter, not of the page alone. */
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import type { adminDataProvider } from '#client/providers/data.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { conditionsOf } from '#fields/filter-conditions.ts';
import { showSum } from '#fields/number/decimal.ts';
import { showOption } from '#fields/show.ts';
import { ConditionText } from './filter/ConditionText.tsx';

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
  const shown = data?.filter(({ groups, counts }) => groups.length > 0 || counts?.left) ?? [];
  if (!shown.length) return null;
  // Rows that a figure leaves out are named beside it, once where all leave out the same.
  const [said] = shown.map(({ counts }) => counts);
  const isSame = shown.every(({ counts }) => JSON.stringify(counts) === JSON.stringify(said));
  return (
    <dl className="sums" aria-label={translate('list.sums')}>
      {shown.map(({ field: name, by, groups, counts }, place) => {
        const [summed, group] = [field(name), field(by)];
        if (!summed) return null;
        return (
          <div key={`${name} ${by}`} data-sum={name}>
            <dt>Σ {text(summed.label)}</dt>
            {groups.length === 0 && <dd className="num">0</dd>}
            {groups.map(({ value, sum, count }) => (
              <dd key={String(value)} className="num" title={translate('list.sum_rows', { smart_count: count })}>
                {group && <span className="soft">{showOption(group, value, lang)} </span>}
                {showSum(summed, sum, by ? { [by]: value } : {})}
              </dd>
            ))}
            {counts && (!isSame || place === shown.length - 1) && (
              <dd className="soft">
                {conditionsOf(counts.filter).map((condition) => (
                  <ConditionText key={`${condition.field}@${condition.op}`} model={model} condition={condition} />
                ))}
                {counts.left > 0 && ` · ${translate('list.sum_left', { smart_count: counts.left })}`}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
