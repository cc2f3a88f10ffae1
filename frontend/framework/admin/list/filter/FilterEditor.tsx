/** Choosing a field, an operator and a value. */

import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import type { FieldModel, ObjectModel } from '#codegen/model.ts';
import { ConditionValue } from '#fields/ConditionValue.tsx';
import { type FilterCondition, firstValue, keepsValue, offeredOperators, saysSomething } from '#fields/filter-conditions.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { fieldAt } from '#rules/words/wording.ts';

interface Props {
  model: ObjectModel;
  anchor: HTMLElement;
  condition?: FilterCondition;
  close: () => void;
  apply: (condition: FilterCondition | undefined) => void;
  /** to groups and to fields that are not among the usual ones */
  build?: () => void;
}

export default function FilterEditor({ model, anchor, condition, close, apply, build }: Props) {
  const translate = useTranslate();
  const text = useText();
  const [draft, setDraft] = useState<FilterCondition | undefined>(condition);
  const fields = model.list.filters.flatMap((name) => fieldAt(model.fields, name) ?? []).filter((field) => offeredOperators(field).length > 0);
  const field = fields.find(({ name }) => stepOf(name) === draft?.field);
  const choose = (chosen: FieldModel) => {
    const op = offeredOperators(chosen)[0] ?? 'eq';
    setDraft({ field: stepOf(chosen.name), op, value: firstValue(op) });
  };
  const operators = field ? offeredOperators(field) : [];
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={close}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { 'aria-label': translate('filter.label'), role: 'dialog' } }}
    >
      {!field || !draft ? (
        <ul className="filter-fields">
          {fields.map((one, index) => (
            <li key={one.name}>
              {/* biome-ignore lint/a11y/noAutofocus: the popover was opened to choose one of these */}
              <button type="button" autoFocus={index === 0} onClick={() => choose(one)}>
                {text(one.label)}
              </button>
            </li>
          ))}
          {build && (
            <li>
              <button type="button" className="filter-more" onClick={build}>
                {translate('filter.builder.open')}
              </button>
            </li>
          )}
        </ul>
      ) : (
        <form
          className="filter-form"
          onSubmit={(event) => {
            event.preventDefault();
            apply(saysSomething(draft) ? draft : undefined);
          }}
        >
          <strong>{text(field.label)}</strong>
          {operators.length > 1 && (
            <TextField
              select
              fullWidth
              label={translate('filter.operator')}
              value={draft.op}
              onChange={(event) => {
                const op = event.target.value as FilterCondition['op']; // the menu offers operators only
                setDraft({ ...draft, op, value: keepsValue(draft.op, op) ? draft.value : firstValue(op) });
              }}
            >
              {operators.map((op) => (
                <MenuItem key={op} value={op}>
                  {translate(`filter.ops.${op}`)}
                </MenuItem>
              ))}
            </TextField>
          )}
          <ConditionValue field={field} condition={draft} onChange={(value) => setDraft({ ...draft, value })} />
          <div className="filter-buttons">
            {!condition && <Button onClick={() => setDraft(undefined)}>{translate('ra.action.back')}</Button>}
            <Button type="submit" variant="contained">
              {translate('filter.apply')}
            </Button>
          </div>
        </form>
      )}
    </Popover>
  );
}
