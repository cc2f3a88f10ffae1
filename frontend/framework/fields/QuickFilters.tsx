/** Quick filters of an object; beside each how many of the rows that are shown it would leave, where those are said. */
import { useQuery } from '@tanstack/react-query';
import { useLanguage, useText } from '#client/language.tsx';
import { dataProvider } from '#client/providers/data.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { language } from '#rules/words/language.ts';
import { includesFilter, toggleFilter } from './filter-conditions.ts';

/** As wide as three digits: what stands beside the chips stays in its line when their numbers come. */
const roomForCount = '\u2007\u2007\u2007';

interface QuickFiltersProps {
  model: ObjectModel;
  /** what is chosen, and what the chips change */
  filter: Row;
  setFilter(filter: Row): void;
  /** the rows that are counted */
  within?: Row;
}

export function QuickFilters({ model, filter, setFilter, within }: QuickFiltersProps) {
  const text = useText();
  const { lang } = useLanguage();
  const { quick } = model.list;
  const { data, isLoading } = useQuery({
    queryKey: [model.name, 'counts', within],
    queryFn: () =>
      dataProvider.counts(
        model.name,
        within ?? {},
        quick.map((one) => one.filter),
      ),
    enabled: within !== undefined && quick.length > 0,
    placeholderData: (before) => before,
  });
  const counted = (index: number): string | undefined => {
    if (isLoading) return roomForCount;
    const count = data?.counts[index];
    // Of rows that were not all looked at none may have been found.
    if (count === undefined || (data?.isCut && !count)) return undefined;
    return `${count.toLocaleString(language[lang].times)}${data?.isCut ? '+' : ''}`;
  };
  return quick.map((one, index) => (
    <button
      key={one.key}
      type="button"
      className="chip"
      aria-pressed={includesFilter(filter, one.filter)}
      onClick={() => setFilter(toggleFilter(filter, one.filter))}
    >
      {text(one.label)}
      {counted(index) !== undefined && <span className="chip-count num"> {counted(index)}</span>}
    </button>
  ));
}
