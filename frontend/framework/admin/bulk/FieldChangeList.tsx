/** Which fields, and what shall become of each: set by the field's own input, emptied, or some of its values added or removed. */
import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type Dispatch, type SetStateAction, useCallback, useId } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import { useSession } from '#client/session.ts';
import type { FieldModel, JsonValue, ObjectModel } from '#codegen/model.ts';
import type { Pending } from '#fields/contract/pending.ts';
import OneField from '#form/one-field/OneField.tsx';
import { bulkFields, changesOffered, type FieldChange } from '#rules/records/bulk.ts';
import { emptyOf } from '#rules/records/record.ts';

export interface Entry {
  key: number;
  /** '' until it is chosen */
  field: string;
  change: FieldChange;
}

let last = 0;

export function newEntry(): Entry {
  last += 1;
  return { key: last, field: '', change: { do: 'empty' } };
}

const noRow = {};

interface Props {
  model: ObjectModel;
  entries: Entry[];
  pending: Pending;
  isBusy: boolean;
  onChange: (change: SetStateAction<Entry[]>) => void;
  /** texts that are no values yet, by entry */
  onTrouble: Dispatch<SetStateAction<ReadonlySet<number>>>;
}

export function FieldChangeList({ model, entries, pending, isBusy, onChange, onTrouble }: Props) {
  const translate = useTranslate();
  const { roles } = useSession();
  const fields = bulkFields(model, roles).filter((field) => changesOffered(field).length > 0);
  const free = fields.filter(({ name }) => !entries.some((entry) => entry.field === name));
  return (
    <fieldset className="bulk-fields" disabled={isBusy}>
      <legend className="unseen">{translate('bulk.fields')}</legend>
      {entries.map((entry) => (
        <OneChange
          key={entry.key}
          model={model}
          entry={entry}
          choices={fields.filter((field) => field.name === entry.field || free.includes(field))}
          pending={pending}
          onTrouble={onTrouble}
          onChange={(next) => onChange((before) => before.map((one) => (one.key === entry.key ? { ...one, ...next } : one)))}
          {...(entries.length > 1 && { onRemove: () => onChange((before) => before.filter(({ key }) => key !== entry.key)) })}
        />
      ))}
      {free.length > 0 && (
        <Button size="small" startIcon={<AddIcon />} onClick={() => onChange((before) => [...before, newEntry()])}>
          {translate('bulk.add_field')}
        </Button>
      )}
    </fieldset>
  );
}

interface OneChangeProps extends Pick<Props, 'model' | 'pending' | 'onTrouble'> {
  entry: Entry;
  choices: FieldModel[];
  onChange(next: Partial<Entry>): void;
  onRemove?(): void;
}

function OneChange({ model, entry, choices, pending, onTrouble, onChange, onRemove }: OneChangeProps) {
  const translate = useTranslate();
  const text = useText();
  const id = useId();
  const field = choices.find(({ name }) => name === entry.field);
  const { change } = entry;
  const value = change.do === 'set' ? change.value : change.do === 'empty' ? undefined : change.values;
  const give = (what: FieldChange['do'], next: JsonValue | undefined, of: FieldModel): FieldChange => {
    if (what === 'empty') return { do: 'empty' };
    if (what === 'set') return { do: 'set', value: next ?? emptyOf(of) };
    return { do: what, values: Array.isArray(next) ? next : [] };
  };
  const trouble = useCallback(
    (message: string | undefined) =>
      onTrouble((before) => {
        const after = new Set(before);
        if (message === undefined) after.delete(entry.key);
        else after.add(entry.key);
        return after;
      }),
    [onTrouble, entry.key],
  );
  return (
    <div className="bulk-field">
      <TextField
        select
        label={translate('bulk.field')}
        value={entry.field}
        autoFocus={!entry.field}
        onChange={(event) => {
          const chosen = choices.find(({ name }) => name === event.target.value);
          const offered = chosen ? changesOffered(chosen) : [];
          const first = offered.includes('set') ? 'set' : (offered[0] ?? 'empty');
          if (chosen) onChange({ field: chosen.name, change: give(first, undefined, chosen) });
        }}
      >
        {choices.map((one) => (
          <MenuItem key={one.name} value={one.name}>
            {text(one.label) || one.name}
          </MenuItem>
        ))}
      </TextField>
      {field && (
        <TextField
          select
          label={translate('bulk.how')}
          value={change.do}
          onChange={(event) => onChange({ change: give(event.target.value as FieldChange['do'], value, field) })} // the choices below
        >
          {changesOffered(field).map((one) => (
            <MenuItem key={one} value={one}>
              {translate(`bulk.do.${one}`)}
            </MenuItem>
          ))}
        </TextField>
      )}
      {field && change.do !== 'empty' && (
        <div className="bulk-value">
          <OneField
            key={field.name}
            id={`bulk${id}`}
            model={model}
            field={field}
            value={value}
            row={noRow}
            pending={pending}
            onChange={(next) => onChange({ change: give(change.do, next, field) })}
            onTrouble={trouble}
            cell
          />
        </div>
      )}
      {onRemove && (
        <IconButton size="small" aria-label={translate('ra.action.remove')} onClick={onRemove}>
          <RemoveIcon fontSize="small" />
        </IconButton>
      )}
    </div>
  );
}
