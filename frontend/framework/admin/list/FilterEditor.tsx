/** Choosing a field, an operator and a value. */

import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import type { FieldModel, ObjectModel } from '#codegen/model.ts';
import { type FilterCondition, offeredOperators, saysSomething } from '#fields/filter-conditions.ts';
import { faces } from '#fields/kinds/index.ts';
import { fieldAt } from '#rules/words/wording.ts';

interface Props {
  model: ObjectModel;
  anchor: HTMLElement;
  condition?: FilterCondition;
  close: () => void;
  apply: (condition: FilterCondition | undefined) => void;
}

export default function FilterEditor({ model, anchor, condition, close, apply }: Props) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const [draft, setDraft] = useState<FilterCondition | undefined>(condition);
  const fields = model.list.filters.flatMap((name) => fieldAt(model.fields, name) ?? []).filter((field) => offeredOperators(field).length > 0);
  const field = fields.find(({ name }) => name === draft?.field);
  const choose = (chosen: FieldModel) => setDraft({ field: chosen.name, op: offeredOperators(chosen)[0] ?? 'eq', value: null });
  const Editor = field && draft && draft.op !== 'empty' && draft.op !== 'filled' ? faces[field.kind].Filter : undefined;
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
              onChange={(event) =>
                setDraft({ ...draft, op: event.target.value as FilterCondition['op'], value: sameFamily(draft.op, event.target.value) ? draft.value : null })
              } // the menu offers operators only
            >
              {operators.map((op) => (
                <MenuItem key={op} value={op}>
                  {translate(`filter.ops.${op}`)}
                </MenuItem>
              ))}
            </TextField>
          )}
          {Editor && <Editor key={draft.op} field={field} op={draft.op} value={draft.value} onChange={(value) => setDraft({ ...draft, value })} lang={lang} />}
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

/** Operators whose values have the same shape, so that what was typed stays on a change of mind. */
function sameFamily(a: string, b: string): boolean {
  const families = [
    ['in', 'nin', 'has'],
    ['like', 'starts', 'eq', 'ne'],
  ];
  return families.some((family) => family.includes(a) && family.includes(b));
}
