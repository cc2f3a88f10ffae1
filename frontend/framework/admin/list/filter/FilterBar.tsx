/** Quick filters, one chip per condition in force, and the way to a new one. */

import FilterIcon from '@mui/icons-material/FilterList';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { conditionsOf, type FilterCondition, filterOf, includesFilter, withCondition } from '#fields/filter-conditions.ts';
import { chipsOf, groupOf, isBuildable, withoutPart } from '#fields/filter-groups.ts';
import { QuickFilters } from '#fields/QuickFilters.tsx';
import { isGroup } from '#rules/queries/filter-names.ts';
import { part } from '#ui/part.tsx';
import { Soon } from '#ui/soon.tsx';
import { ConditionText, FilterText } from './ConditionText.tsx';

// The editors bring pickers and autocompletes that the first look at a list does without.
const FilterEditor = part(() => import('./FilterEditor.tsx'), 'filter');
const FilterBuilder = part(() => import('./FilterBuilder.tsx'), 'filter');

interface Editing {
  anchor: HTMLElement;
  condition?: FilterCondition;
}

export function FilterBar({ model, filter, setFilter }: { model: ObjectModel; filter: Row; setFilter: (filter: Row) => void }) {
  const translate = useTranslate();
  const [editing, setEditing] = useState<Editing>();
  const [isBuilding, setBuilding] = useState(false);
  const quick = model.list.quick;
  const inQuick = new Set(quick.filter((one) => includesFilter(filter, one.filter)).flatMap((one) => Object.keys(one.filter)));
  const conditions = conditionsOf(filter);
  const shown = Object.fromEntries(Object.entries(filter).filter(([key]) => !inQuick.has(key)));
  const chips = conditionsOf(shown);
  const groups = chipsOf(shown);
  const canBuild = isBuildable(groupOf(filter));
  const build = () => {
    setEditing(undefined);
    setBuilding(true);
  };
  const put = (replaced: FilterCondition | undefined, next: FilterCondition | undefined) => {
    const same = conditions.find((one) => one.field === replaced?.field && one.op === replaced.op);
    const grouped = Object.fromEntries(Object.entries(filter).filter(([key]) => isGroup(key)));
    setFilter({ ...filterOf(withCondition(conditions, same, next), filter.q), ...grouped });
  };
  return (
    <div className="filters">
      <QuickFilters model={model} filter={filter} setFilter={setFilter} within={filter} />
      {chips.map((condition) => (
        <span key={`${condition.field}@${condition.op}`} className="chip chip-on">
          <button type="button" className="chip-text" onClick={(event) => setEditing({ anchor: event.currentTarget, condition })}>
            <ConditionText model={model} condition={condition} />
          </button>
          <button type="button" className="chip-close" aria-label={translate('ra.action.remove_filter')} onClick={() => put(condition, undefined)}>
            ×
          </button>
        </span>
      ))}
      {groups.map(({ key, index, node }) => (
        <span key={`${key} ${index}`} className="chip chip-on chip-group">
          <button type="button" className="chip-text" aria-haspopup="dialog" disabled={!canBuild} onClick={build}>
            <FilterText model={model} node={node} />
          </button>
          <button
            type="button"
            className="chip-close"
            aria-label={translate('ra.action.remove_filter')}
            onClick={() => setFilter(withoutPart(filter, key, index))}
          >
            ×
          </button>
        </span>
      ))}
      {model.fields.length > 0 && (
        <Button color="inherit" startIcon={<FilterIcon />} aria-haspopup="dialog" onClick={(event) => setEditing({ anchor: event.currentTarget })}>
          {translate('filter.label')}
        </Button>
      )}
      {chips.length + groups.length > 1 && (
        <button type="button" className="link" onClick={() => setFilter(filter.q ? { q: filter.q } : {})}>
          {translate('ra.action.remove_all_filters')}
        </button>
      )}
      {editing && (
        <Soon fallback={null}>
          <FilterEditor
            model={model}
            {...editing}
            close={() => setEditing(undefined)}
            {...(canBuild ? { build } : {})}
            apply={(next) => {
              put(editing.condition, next);
              setEditing(undefined);
            }}
          />
        </Soon>
      )}
      {isBuilding && (
        <Soon fallback={null}>
          <FilterBuilder
            model={model}
            filter={filter}
            close={() => setBuilding(false)}
            apply={(next) => {
              setFilter(next);
              setBuilding(false);
            }}
          />
        </Soon>
      )}
    </div>
  );
}
