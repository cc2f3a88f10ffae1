import Autocomplete from '@mui/material/Autocomplete';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useTitle } from '#client/titles.ts';
import { boxAttributes, type WidgetProps } from '../contract/widget.ts';
import { Peek } from '../reference/Peek.tsx';
import type { Found } from '../reference/references.tsx';
import { useCreate } from '../reference/use-create.tsx';
import { useRowSearch } from '../reference/use-row-search.tsx';

/** Several rows of another object, as chips with their titles. */
export default function ReferencesWidget(props: WidgetProps) {
  const { id, field, value, onChange, onBlur, readOnly, invalid } = props;
  const to = field.relation?.to ?? '';
  const translate = useTranslate();
  // One array per value: the control starts its text afresh whenever it is given another.
  const ids = useMemo(() => (Array.isArray(value) ? value : []).map(String), [value]);
  const chosenRows = useMemo(() => ids.map((one): Found => ({ id: one, title: one })), [ids]);
  const create = useCreate(to, id, (made) => onChange([...ids, made.id]));
  const search = useRowSearch(to, field.relation?.filter, create.canCreate);
  return (
    <>
      <Autocomplete
        {...search}
        id={id}
        multiple
        size="small"
        autoHighlight
        disableCloseOnSelect
        filterSelectedOptions
        filterOptions={(all) => all.filter((choice) => !ids.includes(choice.id))}
        value={chosenRows}
        readOnly={readOnly}
        onChange={(_, next) => next.some(create.begins) || onChange(next.map((choice) => choice.id))}
        onBlur={onBlur}
        renderValue={(chosen, getItemProps) =>
          chosen.map((choice, index) => {
            const { key, ...attributes } = getItemProps({ index });
            return <TitleChip key={key} to={to} id={choice.id} {...attributes} />;
          })
        }
        renderInput={(params) => (
          <TextField
            {...params}
            error={invalid}
            placeholder={ids.length === 0 && !readOnly ? translate('form.search') : ''}
            slotProps={{ htmlInput: { ...params.inputProps, ...boxAttributes(props) } }}
          />
        )}
      />
      {create.dialog}
    </>
  );
}

function TitleChip({ to, id, ...chip }: { to: string; id: string; onDelete?: (event: unknown) => void }) {
  return (
    <Peek to={to} id={id}>
      <Chip size="small" {...chip} label={useTitle(to, id) ?? id} />
    </Peek>
  );
}
