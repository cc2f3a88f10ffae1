/** The value that a filter compares with: by the kind's own input, or a day by today. */
import { useLanguage } from '#client/language.tsx';
import type { FieldModel, JsonValue } from '#codegen/model.ts';
import { isZoned } from '#kinds/string.ts';
import { RelativeFilter } from './date/Relative.tsx';
import { type FilterCondition, hasValue } from './filter-conditions.ts';
import { filters } from './filters.ts';

export function ConditionValue({ field, condition, onChange }: { field: FieldModel; condition: FilterCondition; onChange: (value: JsonValue) => void }) {
  const { lang } = useLanguage();
  const { op, value } = condition;
  if (!hasValue(op)) return null;
  if (op === 'during' || op === 'after' || op === 'before') return <RelativeFilter isPoint={op !== 'during'} value={value} onChange={onChange} />;
  const Editor = filters[isZoned(field) && op === 'range' ? 'datetime' : field.kind];
  return Editor ? <Editor key={op} field={field} op={op} value={value} onChange={onChange} lang={lang} /> : null;
}
