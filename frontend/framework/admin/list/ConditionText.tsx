import { useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import type { JsonValue, ObjectModel } from '#codegen/model.ts';
import type { FilterCondition } from '#fields/filter-conditions.ts';
import { showFigure } from '#fields/number/decimal.ts';
import { ReferenceTitle } from '#fields/reference/Cell.tsx';
import { instantOf, localDay, showOption } from '#fields/show.ts';
import { kinds } from '#kinds/index.ts';
import { isPercent } from '#rules/records/record.ts';
import { fieldAt } from '#rules/words/wording.ts';

/** A condition in words: 'Year: from 2010 to 2015'. */
export function ConditionText({ model, condition }: { model: ObjectModel; condition: FilterCondition }) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const field = fieldAt(model.fields, condition.field.replaceAll('.', '/'));
  if (!field) return condition.field;
  const word = (value: JsonValue) => {
    if (typeof value === 'boolean') return translate(`ra.boolean.${value}`);
    if (kinds[field.kind].instant && typeof value === 'string') return dayOf(value);
    if (isPercent(field)) return showFigure(field, value);
    return showOption(field, value, lang);
  };
  const { op, value } = condition;
  const label = text(field.label);
  if (op === 'empty' || op === 'filled') return translate(`filter.says.${op}`, { label });
  if (op === 'range') {
    const [from, to] = (Array.isArray(value) ? value : []).map((end) => (end === null || end === '' ? undefined : word(end)));
    const says = from === undefined ? 'until' : to === undefined ? 'since' : 'range';
    return translate(`filter.says.${says}`, { label, from, to });
  }
  const items = Array.isArray(value) ? value : [value];
  if (field.relation)
    return (
      <>
        {translate(`filter.says.${op}`, { label, value: '' })}
        {items.slice(0, 3).map((id, index) => (
          <span key={String(id)}>
            {index > 0 && '、'}
            <ReferenceTitle to={field.relation?.to} id={String(id)} plain />
          </span>
        ))}
        {items.length > 3 && ` +${items.length - 3}`}
      </>
    );
  const words = items.slice(0, 3).map(word).join(translate('filter.or'));
  return translate(`filter.says.${op}`, { label, value: items.length > 3 ? `${words} +${items.length - 3}` : words });
}

function dayOf(stored: string): string {
  const instant = instantOf(stored);
  return instant ? localDay(instant) : stored;
}
