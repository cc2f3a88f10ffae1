/** A condition over the record, or a list's filter: said in words, changed in the filter builder; what that cannot say is edited as JSON. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { JsonSchema, JsonValue, ObjectModel } from '#codegen/model.ts';
import { type FilterGroup, filterOfGroup, groupOf, isBuildable } from '#fields/filter-groups.ts';
import { FilterText } from '../../list/filter/ConditionText.tsx';
import { GroupDialog } from '../../list/filter/FilterBuilder.tsx';
import { conditionOf, conditionOperators, groupOfCondition } from '../document/conditions.ts';
import { isNode } from '../document/schema-document.ts';
import { useSay } from '../say.tsx';
import { Faults } from './Faults.tsx';
import { useBench } from './facts.ts';
import { JsonLine } from './JsonLine.tsx';
import '../../list/popovers.css';

interface Props {
  label: string;
  /** what holds without one */
  none: string;
  value: JsonValue | undefined;
  faults: readonly string[];
  onChange(value: JsonSchema | undefined): void;
}

/** Over the record: x-visibleWhen and its kin. */
export function ConditionLine(props: Props) {
  const { model } = useBench();
  const group = model && groupOfCondition(props.value, model.fields);
  return (
    <GroupLine
      {...props}
      model={model}
      group={group}
      operators={conditionOperators}
      onGroup={(next) => props.onChange(model && conditionOf(next, model.fields))}
    />
  );
}

/** Of a list: x-views, x-reminders. */
export function FilterLine(props: Props) {
  const { model } = useBench();
  const group = groupOf(isNode(props.value) ? props.value : {});
  return <GroupLine {...props} model={model} group={isBuildable(group) ? group : undefined} onGroup={(next) => props.onChange(filterOfGroup(next))} />;
}

interface GroupProps extends Props {
  model: ObjectModel | undefined;
  /** undefined: it is more than the builder shows */
  group: FilterGroup | undefined;
  operators?: typeof conditionOperators;
  onGroup(group: FilterGroup): void;
}

function GroupLine({ label, none, value, faults, onChange, model, group, operators, onGroup }: GroupProps) {
  const { readOnly } = useBench();
  const say = useSay();
  const [isBuilding, setBuilding] = useState(false);
  if (!model || !group) return <JsonLine label={label} value={value} faults={faults} onChange={onChange} />;
  return (
    <div className="bench-said" data-invalid={faults.length > 0 || undefined}>
      <span className="bench-label">{label}</span>
      <span>{group.parts.length === 0 ? <span className="soft">{none}</span> : <FilterText model={model} node={group} />}</span>
      {!readOnly && (
        <Button aria-label={say('condition.change_of', { label })} onClick={() => setBuilding(true)}>
          {say('condition.change')}
        </Button>
      )}
      <Faults of={faults} />
      {isBuilding && (
        <GroupDialog
          model={model}
          group={group}
          title={label}
          clear={say('condition.clear')}
          {...(operators && { operators })}
          close={() => setBuilding(false)}
          apply={(next) => {
            onGroup(next);
            setBuilding(false);
          }}
        />
      )}
    </div>
  );
}
