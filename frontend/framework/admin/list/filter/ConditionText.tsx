import { useTranslate } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import type { JsonValue, ObjectModel } from '#codegen/model.ts';
import { useRelativeWords } from '#fields/date/Relative.tsx';
import { type FilterCondition, hasValue, isRelative } from '#fields/filter-conditions.ts';
import { type FilterNode, isFilterGroup } from '#fields/filter-groups.ts';
import { showFigure } from '#fields/number/decimal.ts';
import { ReferenceTitle } from '#fields/reference/Cell.tsx';
import { instantOf, localDay, showOption } from '#fields/show.ts';
import { kinds } from '#kinds/index.ts';
import { isPercent } from '#rules/records/record.ts';
import { language } from '#rules/words/language.ts';
import { fieldAt, labelAt } from '#rules/words/wording.ts';

/** Conditions in words, those of an inner group in brackets: 'Year: 2010 or (State: saved and Total is empty)'. */
export function FilterText({ model, node, isInner = false }: { model: ObjectModel; node: FilterNode; isInner?: boolean }) {
  const translate = useTranslate();
  if (!isFilterGroup(node)) return <ConditionText model={model} condition={node} />;
  const isBracketed = isInner && node.parts.length > 1 && node.join !== 'not';
  const parts = node.parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names, and this is text
    <span key={index}>
      {index > 0 && translate(node.join === 'and' ? 'filter.and' : 'filter.or')}
      <FilterText model={model} node={part} isInner />
    </span>
  ));
  return (
    <>
      {node.join === 'not' && translate('filter.not')}
      {(isBracketed || node.join === 'not') && translate('filter.open')}
      {parts}
      {(isBracketed || node.join === 'not') && translate('filter.close')}
    </>
  );
}

/** A condition in words: 'Year: from 2010 to 2015'. */
export function ConditionText({ model, condition }: { model: ObjectModel; condition: FilterCondition }) {
  const translate = useTranslate();
  const days = useRelativeWords();
  const { lang } = useLanguage();
  const field = fieldAt(model.fields, condition.field.replaceAll('.', '/'));
  if (!field) return condition.field;
  const word = (value: JsonValue) => {
    if (typeof value === 'boolean') return translate(`ra.boolean.${value}`);
    const isDay = kinds[field.kind].input === 'date' || kinds[field.kind].instant;
    if (isDay && typeof value === 'string' && isRelative(value)) return days(value);
    if (kinds[field.kind].instant && typeof value === 'string') return dayOf(value);
    if (isPercent(field)) return showFigure(field, value);
    return showOption(field, value, lang);
  };
  const { op, value } = condition;
  const label = labelAt(model, condition.field.replaceAll('.', '/'), lang);
  if (!hasValue(op)) return translate(`filter.says.${op}`, { label });
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
            {index > 0 && language[lang].list}
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
