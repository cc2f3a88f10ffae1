/** A filter over any field that may be read, in groups: rows of field, operator and value. */

import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';
import { ConditionValue } from '#fields/ConditionValue.tsx';
import { type FilterCondition, firstValue, hasValue, keepsValue, type Operator, offeredOperators } from '#fields/filter-conditions.ts';
import { type FilterGroup, type FilterNode, filterOfGroup, groupOf, isFilterGroup } from '#fields/filter-groups.ts';
import { pathBelow, stepOf } from '#rules/records/field-path.ts';
import { labelAt } from '#rules/words/wording.ts';

interface Choice {
  path: string;
  label: string;
  field: FieldModel;
  operators: Operator[];
}

/** `filter` is one that the builder can show, see isBuildable. */
interface Props {
  model: ObjectModel;
  filter: Row;
  close: () => void;
  apply: (filter: Row) => void;
}

export default function FilterBuilder({ model, filter, close, apply }: Props) {
  const translate = useTranslate();
  return (
    <GroupDialog
      model={model}
      group={groupOf(filter)}
      title={translate('filter.builder.title')}
      clear={translate('ra.action.remove_all_filters')}
      close={close}
      apply={(group) => apply(filterOfGroup(group, filter.q))}
    />
  );
}

interface DialogProps {
  model: ObjectModel;
  group: FilterGroup;
  title: string;
  /** what the button is called that leaves nothing of it */
  clear: string;
  /** those that may be asked of a field; a list's own where it is not said */
  operators?: Operators;
  close: () => void;
  apply: (group: FilterGroup) => void;
}

type Operators = (field: FieldModel, root: FieldModel) => Operator[];

/** The builder as a dialog, whatever becomes of the group. */
export function GroupDialog({ model, group: held, title, clear, operators = offeredOperators, close, apply }: DialogProps) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const heading = useId();
  const isNarrow = useMediaQuery('(max-width: 599px)');
  const choices = useMemo(() => choicesOf(model, lang, operators), [model, lang, operators]);
  const [group, setGroup] = useState<FilterGroup>(() => (held.parts.length ? held : { ...held, parts: [blank(choices[0])] }));
  return (
    <Dialog open onClose={close} fullScreen={isNarrow} fullWidth maxWidth="md" aria-labelledby={heading}>
      <form
        className="builder"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          apply(group);
        }}
      >
        <DialogTitle id={heading}>{title}</DialogTitle>
        <DialogContent>
          <GroupRows choices={choices} group={group} change={setGroup} />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => apply({ join: 'and', parts: [] })}>
            {clear}
          </Button>
          <Button color="inherit" onClick={close}>
            {translate('ra.action.cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {translate('filter.apply')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function GroupRows({ choices, group, change, remove }: { choices: Choice[]; group: FilterGroup; change: (group: FilterGroup) => void; remove?: () => void }) {
  const translate = useTranslate();
  // Where a part was added its first box takes the focus; what was opened is read from the top.
  const [added, setAdded] = useState(-1);
  // Boxes keep what is typed and no value yet: after a removal each row begins afresh with its own.
  const [removals, setRemovals] = useState(0);
  const add = (part: FilterNode) => {
    setAdded(group.parts.length);
    change({ ...group, parts: [...group.parts, part] });
  };
  const put = (index: number, part: FilterNode | undefined) => {
    if (!part) {
      setAdded(-1);
      setRemovals(removals + 1);
    }
    change({ ...group, parts: group.parts.flatMap((held, at) => (at === index ? (part ?? []) : held)) });
  };
  const other = group.join === 'and' ? 'or' : 'and';
  return (
    <fieldset className="builder-group" aria-label={translate('filter.builder.group')}>
      <div className="builder-head">
        <TextField
          select
          size="small"
          label={translate('filter.builder.join')}
          value={group.join}
          onChange={(event) => change({ ...group, join: event.target.value as FilterGroup['join'] })} // the menu has these two only
        >
          <MenuItem value="and">{translate('filter.builder.and')}</MenuItem>
          <MenuItem value="or">{translate('filter.builder.or')}</MenuItem>
        </TextField>
        {remove && (
          <IconButton aria-label={translate('filter.builder.remove_group')} onClick={remove}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        )}
      </div>
      {group.parts.map((part, index) =>
        isFilterGroup(part) ? (
          <GroupRows
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names of their own
            key={`${removals} ${index}`}
            choices={choices}
            group={part}
            change={(next) => put(index, next)}
            remove={() => put(index, undefined)}
          />
        ) : (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names of their own
            key={`${removals} ${index}`}
            choices={choices}
            condition={part}
            isNew={index === added}
            change={(next) => put(index, next)}
            remove={() => put(index, undefined)}
          />
        ),
      )}
      <div className="builder-head">
        <Button startIcon={<AddIcon />} onClick={() => add(blank(choices[0]))}>
          {translate('filter.builder.add')}
        </Button>
        {!remove && (
          <Button startIcon={<AddIcon />} onClick={() => add({ join: other, parts: [blank(choices[0])] })}>
            {translate('filter.builder.add_group')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface RowProps {
  choices: Choice[];
  condition: FilterCondition;
  isNew: boolean;
  change: (condition: FilterCondition) => void;
  remove: () => void;
}

function ConditionRow({ choices, condition, isNew, change, remove }: RowProps) {
  const translate = useTranslate();
  const choice = choices.find(({ path }) => path === condition.field);
  const operators = choice?.operators ?? [];
  const first = useRef<HTMLInputElement>(null);
  // After the value's own box, which takes the focus where a filter has one condition.
  useEffect(() => {
    if (isNew) first.current?.focus();
  }, [isNew]);
  return (
    <div className="builder-row">
      <Autocomplete
        disableClearable
        size="small"
        options={choices}
        {...(choice && { value: choice })}
        isOptionEqualToValue={(one, other) => one.path === other.path}
        getOptionLabel={({ label }) => label}
        getOptionKey={({ path }) => path}
        onChange={(_, next) => change(blank(next))}
        renderInput={(props) => <TextField {...props} inputRef={first} label={translate('filter.builder.field')} />}
      />
      <TextField
        select
        size="small"
        label={translate('filter.operator')}
        value={operators.includes(condition.op) ? condition.op : ''}
        onChange={(event) => {
          const op = event.target.value as FilterCondition['op']; // the menu offers operators only
          change({ ...condition, op, value: keepsValue(condition.op, op) ? condition.value : firstValue(op) });
        }}
      >
        {operators.map((op) => (
          <MenuItem key={op} value={op}>
            {translate(`filter.ops.${op}`)}
          </MenuItem>
        ))}
      </TextField>
      <div className="builder-value">
        {choice && hasValue(condition.op) && (
          <ConditionValue
            key={`${condition.field} ${condition.op}`}
            field={choice.field}
            condition={condition}
            onChange={(value) => change({ ...condition, value })}
          />
        )}
      </div>
      <IconButton aria-label={translate('filter.builder.remove')} onClick={remove}>
        <DeleteIcon fontSize="small" />
      </IconButton>
    </div>
  );
}

function blank(choice: Choice | undefined): FilterCondition {
  const op = choice?.operators[0] ?? 'eq';
  return { field: choice?.path ?? '', op, value: firstValue(op) };
}

/** Every field that can be asked for, those inside of others after them and under their name. */
function choicesOf(model: ObjectModel, lang: Parameters<typeof labelAt>[2], asked: Operators): Choice[] {
  const inside = (field: FieldModel, path: string, root: FieldModel): Choice[] => {
    const operators = asked(field, root);
    return [
      ...(operators.length ? [{ path, label: labelAt(model, path.replaceAll('.', '/'), lang), field, operators }] : []),
      ...(field.fields ?? []).flatMap((inner) => inside(inner, pathBelow(path, inner.name), root)),
    ];
  };
  return model.fields.flatMap((field) => inside(field, stepOf(field.name), field));
}
